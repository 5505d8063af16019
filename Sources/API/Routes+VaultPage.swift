import HTTPTypes

extension Routes {
    /// One's own vault in a browser on the same machine: only `cerca vault open` has these.
    ///
    /// They ask for no account: what lets somebody in is the one-time link, which becomes a cookie of this browser.
    static let vaultPage: [Route] = vaultPageDoor + vaultPageRecords + vaultPageSecrets + vaultPageSettings

    private static let vaultPageDoor: [Route] = [
        vaultPageEnter.route, vaultPageState.route, vaultPageStay.route, vaultPageCiphers.route, vaultPagePlace.route,
        vaultPageCreate.route,
        vaultPageUnlock.route,
        vaultPageConfirm.route, vaultPageLock.route,
    ]
    private static let vaultPageRecords: [Route] = [
        vaultPageCategories.route, vaultPageAddCategory.route, vaultPageSetCategory.route,
        vaultPageRemoveCategory.route,
        vaultPageItems.route, vaultPageItem.route, vaultPageDraft.route, vaultPageAddItem.route, vaultPageSetItem.route,
        vaultPageSetFavourite.route,
        vaultPageTrashItem.route, vaultPageRestoreItem.route, vaultPageEraseItem.route, vaultPageEmptyTrash.route,
    ]
    private static let vaultPageSecrets: [Route] = [
        vaultPageReveal.route, vaultPageRestoreValue.route, vaultPageCodes.route, vaultPageAttach.route,
        vaultPageAttachment.route,
        vaultPageDetach.route, vaultPageGenerate.route, vaultPageEstimate.route, vaultPageFindings.route,
    ]
    private static let vaultPageSettings: [Route] = [
        vaultPageConfiguration.route, vaultPageSetPreferences.route, vaultPageSetCipher.route, vaultPageAddSlot.route,
        vaultPageRemoveSlot.route, vaultPageSetPassword.route, vaultPageRenewRecovery.route,
    ]

    // What every route but the first may refuse: without the cookie, and while the vault is locked.
    private static let barred: [ProblemCode] = [.accountsNotSignedIn, .requestCrossSite]
    private static let closed: [ProblemCode] = barred + [.vaultLocked, .vaultDamaged]
    private static let named: [ProblemCode] = closed + [.vaultInvalidName, .vaultNameTaken]
    private static let unlocking: [ProblemCode] =
        barred + [
            .vaultWrongSecret, .vaultLockedOut, .vaultStopped, .vaultNoPosition, .vaultCoarsePosition,
            .vaultUnreachable,
            .vaultDamaged,
        ]

    // MARK: The door

    /// Exchanges the token of the one-time link for a cookie.
    public static let vaultPageEnter = Endpoint<VaultPageTokenBody, NoBody>(
        "vaultPageEnter", .post, "/api/vault/page/session", "Exchanges the one-time token of the link for a cookie.",
        problems: [.accountsNotSignedIn, .requestCrossSite])
    /// Tells how the vaults on this machine stand.
    public static let vaultPageState = Endpoint<NoBody, VaultPageStateBody>(
        "vaultPageState", .get, "/api/vault/page",
        "Tells how the vaults on this machine stand; it keeps none of them open.",
        problems: barred)
    /// Says that somebody is at the page, so that the vault stays open.
    public static let vaultPageStay = Endpoint<NoBody, VaultPageStateBody>(
        "vaultPageStay", .post, "/api/vault/page/stay",
        "Says that somebody is at the page, so that the vault stays open.",
        problems: barred)
    /// Lists the ciphers that a vault can have.
    public static let vaultPageCiphers = Endpoint<NoBody, VaultPageCiphersBody>(
        "vaultPageCiphers", .get, "/api/vault/page/ciphers", "Lists the ciphers that a vault can have.",
        problems: barred)
    /// Tells where this machine is, and what the cell around it looks like.
    public static let vaultPagePlace = Endpoint<VaultPagePlaceQueryBody, VaultPagePlaceBody>(
        "vaultPagePlace", .post, "/api/vault/page/place", "Tells where this machine is, with the cell around it.",
        problems: barred + [.vaultNoPosition])
    /// Makes a vault, opens it, and gives its recovery code once.
    public static let vaultPageCreate = Endpoint<VaultPageNewVaultBody, VaultPageRecoveryBody>(
        "vaultPageCreate", .post, "/api/vault/page/vaults",
        "Makes a vault, opens it and gives its recovery code, once.",
        status: 201,
        problems: barred + [
            .vaultInvalidName, .vaultNameTaken, .vaultWeakCipher, .vaultNoPosition, .vaultCoarsePosition,
            .vaultLastSlot, .vaultDamaged,
        ])
    /// Opens a vault with what is at hand.
    ///
    /// An older copy than one seen on this machine is refused with `vault.conflict` until it is said to be meant and
    /// the recovery code opens it.
    public static let vaultPageUnlock = Endpoint<VaultPageUnlockBody, VaultPageStateBody>(
        "vaultPageUnlock", .post, "/api/vault/page/unlock", "Opens a vault with every factor that is at hand.",
        problems: unlocking + [.vaultConflict])
    /// Proves once more that its owner is there.
    public static let vaultPageConfirm = Endpoint<VaultPageConfirmBody, NoBody>(
        "vaultPageConfirm", .post, "/api/vault/page/confirm",
        "Proves once more that the owner is there, which holds for a minute.", problems: unlocking + [.vaultLocked])
    /// Locks the vault.
    public static let vaultPageLock = Endpoint<NoBody, VaultPageStateBody>(
        "vaultPageLock", .post, "/api/vault/page/lock", "Locks the vault and forgets its keys.", problems: barred)

    // MARK: Records

    /// Lists the categories with their numbers of items.
    public static let vaultPageCategories = Endpoint<NoBody, VaultPageCategoriesBody>(
        "vaultPageCategories", .get, "/api/vault/page/categories",
        "Lists the categories with their exact numbers of items.",
        problems: closed)
    /// Makes a category.
    public static let vaultPageAddCategory = Endpoint<VaultPageCategoryDraftBody, VaultPageCategoriesBody>(
        "vaultPageAddCategory", .post, "/api/vault/page/categories", "Makes a category.", status: 201, problems: named)
    /// Changes a category.
    public static let vaultPageSetCategory = Endpoint<VaultPageCategoryDraftBody, VaultPageCategoriesBody>(
        "vaultPageSetCategory", .put, "/api/vault/page/categories/{id}", "Changes a category.",
        problems: named + [.vaultUnknownRecord, .vaultProtectedCategory, .vaultChangedMeanwhile])
    /// Removes a category; its items go into the trash.
    public static let vaultPageRemoveCategory = Endpoint<NoBody, VaultPageCategoriesBody>(
        "vaultPageRemoveCategory", .delete, "/api/vault/page/categories/{id}",
        "Removes a category; its items go into the trash, from where they and it come back.",
        problems: closed + [.vaultUnknownRecord, .vaultProtectedCategory])
    /// Lists or searches items.
    public static let vaultPageItems = Endpoint<VaultPageQueryBody, VaultPageSummariesBody>(
        "vaultPageItems", .post, "/api/vault/page/search",
        "Lists items, or searches their fields; concealed ones only when that is asked for.", problems: closed)
    /// Shows an item without its concealed values.
    public static let vaultPageItem = Endpoint<NoBody, VaultPageItemBody>(
        "vaultPageItem", .get, "/api/vault/page/items/{id}", "Shows an item without its concealed values.",
        problems: closed + [.vaultUnknownRecord])
    /// Gives an item with all its values, to be changed.
    public static let vaultPageDraft = Endpoint<NoBody, VaultPageItemDraftBody>(
        "vaultPageDraft", .post, "/api/vault/page/items/{id}/draft",
        "Gives an item with all its values, to be changed.",
        problems: closed + [.vaultUnknownRecord, .vaultWrongSecret])
    /// Makes an item.
    public static let vaultPageAddItem = Endpoint<VaultPageItemDraftBody, VaultPageItemBody>(
        "vaultPageAddItem", .post, "/api/vault/page/items", "Makes an item.", status: 201,
        problems: named + [.vaultUnknownRecord, .vaultEmptyItem, .vaultFull])
    /// Changes an item.
    public static let vaultPageSetItem = Endpoint<VaultPageItemDraftBody, VaultPageItemBody>(
        "vaultPageSetItem", .put, "/api/vault/page/items/{id}", "Changes an item; its old values go into its history.",
        problems: named + [
            .vaultUnknownRecord, .vaultEmptyItem, .vaultFull, .vaultWrongSecret, .vaultChangedMeanwhile,
        ])
    /// Makes an item a favourite, or no longer one.
    public static let vaultPageSetFavourite = Endpoint<VaultPageSwitchBody, VaultPageItemBody>(
        "vaultPageSetFavourite", .put, "/api/vault/page/items/{id}/favourite",
        "Makes an item a favourite, or no longer one.", problems: closed + [.vaultUnknownRecord])
    /// Puts an item into the trash.
    public static let vaultPageTrashItem = Endpoint<NoBody, NoBody>(
        "vaultPageTrashItem", .delete, "/api/vault/page/items/{id}",
        "Puts an item into the trash; `vaultPageRestoreItem` undoes it.", problems: closed + [.vaultUnknownRecord])
    /// Takes an item out of the trash.
    public static let vaultPageRestoreItem = Endpoint<NoBody, VaultPageItemBody>(
        "vaultPageRestoreItem", .post, "/api/vault/page/items/{id}/restore", "Takes an item out of the trash.",
        problems: closed + [.vaultUnknownRecord, .vaultNameTaken])
    /// Erases an item of the trash.
    public static let vaultPageEraseItem = Endpoint<NoBody, NoBody>(
        "vaultPageEraseItem", .delete, "/api/vault/page/trash/{id}", "Erases an item of the trash for ever.",
        problems: closed + [.vaultUnknownRecord])
    /// Erases everything in the trash.
    public static let vaultPageEmptyTrash = Endpoint<NoBody, NoBody>(
        "vaultPageEmptyTrash", .delete, "/api/vault/page/trash", "Erases everything in the trash for ever.",
        problems: closed)

    // MARK: Secrets

    /// Shows a concealed value.
    public static let vaultPageReveal = Endpoint<VaultPageRevealBody, VaultPageValueBody>(
        "vaultPageReveal", .post, "/api/vault/page/items/{id}/reveal", "Shows one concealed value of an item.",
        problems: closed + [.vaultUnknownRecord, .vaultWrongSecret])
    /// Gives a field the value that it had before.
    public static let vaultPageRestoreValue = Endpoint<VaultPageRevealBody, VaultPageItemBody>(
        "vaultPageRestoreValue", .post, "/api/vault/page/items/{id}/history",
        "Gives a field the value that it had before.",
        problems: closed + [.vaultUnknownRecord, .vaultChangedMeanwhile])
    /// Shows the one-time codes of an item.
    public static let vaultPageCodes = Endpoint<NoBody, VaultPageCodesBody>(
        "vaultPageCodes", .post, "/api/vault/page/items/{id}/codes", "Shows the one-time codes of an item.",
        problems: closed + [.vaultUnknownRecord, .vaultWrongSecret])
    /// Keeps a file with an item.
    public static let vaultPageAttach = Endpoint<VaultPageFileBody, VaultPageItemBody>(
        "vaultPageAttach", .post, "/api/vault/page/items/{id}/attachments", "Keeps a file with an item.", status: 201,
        problems: named + [.vaultUnknownRecord, .vaultFull])
    /// Gives a file back.
    public static let vaultPageAttachment = Endpoint<NoBody, VaultPageFileBody>(
        "vaultPageAttachment", .post, "/api/vault/page/items/{id}/attachments/{attachment}", "Gives a file back.",
        problems: closed + [.vaultUnknownRecord, .vaultWrongSecret])
    /// Removes a file from an item.
    public static let vaultPageDetach = Endpoint<NoBody, VaultPageItemBody>(
        "vaultPageDetach", .delete, "/api/vault/page/items/{id}/attachments/{attachment}",
        "Removes a file from an item.",
        problems: closed + [.vaultUnknownRecord])
    /// Makes a password.
    public static let vaultPageGenerate = Endpoint<VaultPageRecipeBody, VaultPageValueBody>(
        "vaultPageGenerate", .post, "/api/vault/page/generate", "Makes a password.", problems: barred)
    /// Estimates the strength of a password.
    public static let vaultPageEstimate = Endpoint<VaultPageEstimateBody, VaultPageStrengthBody>(
        "vaultPageEstimate", .post, "/api/vault/page/estimate", "Estimates the strength of a password.",
        problems: barred)
    /// Looks for weak, reused and old passwords.
    public static let vaultPageFindings = Endpoint<NoBody, VaultPageFindingsBody>(
        "vaultPageFindings", .post, "/api/vault/page/audit", "Looks for weak, reused and old passwords.",
        problems: closed)

    // MARK: Configuration

    /// Tells how the open vault is set up.
    public static let vaultPageConfiguration = Endpoint<NoBody, VaultPageConfigurationBody>(
        "vaultPageConfiguration", .get, "/api/vault/page/configuration", "Tells how the open vault is set up.",
        problems: closed)
    /// Changes what its owner prefers.
    public static let vaultPageSetPreferences = Endpoint<VaultPagePreferencesBody, VaultPageConfigurationBody>(
        "vaultPageSetPreferences", .put, "/api/vault/page/preferences",
        "Changes what the owner prefers; what is the same changes nothing.", problems: closed)
    /// Changes the cipher: every record is sealed anew, in one transaction.
    public static let vaultPageSetCipher = Endpoint<VaultPageCipherChoiceBody, VaultPageConfigurationBody>(
        "vaultPageSetCipher", .put, "/api/vault/page/cipher",
        "Seals every record anew with another cipher, all or nothing.",
        problems: closed + [.vaultWeakCipher, .vaultInvalidElement])
    /// Makes a way in.
    public static let vaultPageAddSlot = Endpoint<VaultPageNewSlotBody, VaultPageConfigurationBody>(
        "vaultPageAddSlot", .post, "/api/vault/page/slots", "Makes a way in, which needs every factor that is given.",
        status: 201,
        problems: closed + [
            .vaultNoPosition, .vaultCoarsePosition, .vaultUnreachable, .vaultInvalidElement, .vaultInvalidName,
        ])
    /// Removes a way in.
    public static let vaultPageRemoveSlot = Endpoint<NoBody, VaultPageConfigurationBody>(
        "vaultPageRemoveSlot", .delete, "/api/vault/page/slots/{id}", "Removes a way in; never the last one.",
        problems: closed + [.vaultUnknownRecord, .vaultLastSlot])
    /// Changes the password.
    public static let vaultPageSetPassword = Endpoint<VaultPagePasswordBody, VaultPageConfigurationBody>(
        "vaultPageSetPassword", .put, "/api/vault/page/password", "Changes the password; no record is touched.",
        problems: closed + [.vaultUnknownRecord])
    /// Makes a new recovery code; the old one opens nothing any more.
    public static let vaultPageRenewRecovery = Endpoint<NoBody, VaultPageRecoveryBody>(
        "vaultPageRenewRecovery", .post, "/api/vault/page/recovery",
        "Makes a new recovery code and gives it, once; the old one opens nothing any more.", problems: closed)
}
