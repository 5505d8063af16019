// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Exchanges the one-time token of the link for a cookie.
    package static let vaultPageEnter = Endpoint<VaultPageTokenBody, NoBody>(
        "vaultPageEnter", .post, "/api/vault/page/session", "Exchanges the one-time token of the link for a cookie.")
    /// Tells how the vaults on this machine stand; it keeps none of them open.
    package static let vaultPageState = Endpoint<NoBody, VaultPageStateBody>(
        "vaultPageState", .get, "/api/vault/page",
        "Tells how the vaults on this machine stand; it keeps none of them open.")
    /// Says that somebody is at the page, so that the vault stays open.
    package static let vaultPageStay = Endpoint<NoBody, VaultPageStateBody>(
        "vaultPageStay", .post, "/api/vault/page/stay",
        "Says that somebody is at the page, so that the vault stays open.")
    /// Tells where this machine is, with the cell around it.
    package static let vaultPagePlace = Endpoint<VaultPagePlaceQueryBody, VaultPagePlaceBody>(
        "vaultPagePlace", .post, "/api/vault/page/place", "Tells where this machine is, with the cell around it.")
    /// Makes a vault, opens it and gives its recovery code, once.
    package static let vaultPageCreate = Endpoint<VaultPageNewVaultBody, VaultPageRecoveryBody>(
        "vaultPageCreate", .post, "/api/vault/page/vaults",
        "Makes a vault, opens it and gives its recovery code, once.", status: 201)
    /// Opens a vault with every factor that is at hand.
    package static let vaultPageUnlock = Endpoint<VaultPageUnlockBody, VaultPageStateBody>(
        "vaultPageUnlock", .post, "/api/vault/page/unlock", "Opens a vault with every factor that is at hand.")
    /// Proves once more that the owner is there, which holds for a minute.
    package static let vaultPageConfirm = Endpoint<VaultPageConfirmBody, NoBody>(
        "vaultPageConfirm", .post, "/api/vault/page/confirm",
        "Proves once more that the owner is there, which holds for a minute.")
    /// Locks the vault and forgets its keys.
    package static let vaultPageLock = Endpoint<NoBody, VaultPageStateBody>(
        "vaultPageLock", .post, "/api/vault/page/lock", "Locks the vault and forgets its keys.")

    /// These, in the order in which documents list them.
    static let vaultPageRoutes: [Route] = [
        vaultPageEnter.route, vaultPageState.route, vaultPageStay.route, vaultPagePlace.route, vaultPageCreate.route,
        vaultPageUnlock.route, vaultPageConfirm.route, vaultPageLock.route,
    ]
}
