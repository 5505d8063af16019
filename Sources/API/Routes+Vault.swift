import HTTPTypes

extension Routes {
    /// What keeps a proof of presence from being believed, at a vault's slot.
    private static let presence: [ProblemCode] = [
        .presenceUnknownBeacon, .presenceCodeMismatch, .presenceStale, .presenceReplayed, .presenceImplausible,
        .presenceShared, .presenceFuture,
    ]

    /// Makes a key for a slot that opens by presence.
    public static let addVaultSlot = Endpoint<VaultSlotRequestBody, VaultSlotBody>(
        "addVaultSlot", .post, "/api/vault/slots",
        "Makes a key for a slot of a vault that opens by proven presence at a beacon.", needsSession: true,
        status: 201, problems: [.presenceUnknownBeacon, .vaultFull])
    /// Removes a slot's key.
    public static let removeVaultSlot = Endpoint<NoBody, NoBody>(
        "removeVaultSlot", .delete, "/api/vault/slots/{id}",
        "Removes the key of a slot; nothing opens that slot again.", needsSession: true, problems: [.vaultUnknown])
    /// Sets the key by which receipts are checked.
    public static let setVaultReceiptKey = Endpoint<VaultReceiptKeyBody, NoBody>(
        "setVaultReceiptKey", .put, "/api/vault/slots/{id}/receipt-key",
        "Sets, once, the key by which a slot's receipts are checked.", needsSession: true,
        problems: [.vaultUnknown, .vaultConflict, .vaultInvalidElement])
    /// Evaluates an element for whoever has just proved presence.
    public static let evaluateVaultSlot = Endpoint<VaultEvaluationRequestBody, VaultEvaluationBody>(
        "evaluateVaultSlot", .post, "/api/vault/slots/{id}/evaluations",
        "Evaluates an element under a slot's key for whoever has just proved presence; it counts as a failure until "
            + "its receipt comes, and 429 has the seconds to wait in `Retry-After`.", needsSession: true,
        problems: presence + [.vaultUnknown, .vaultInvalidElement, .vaultLockedOut, .vaultStopped])
    /// Takes a receipt.
    public static let sendVaultReceipt = Endpoint<VaultReceiptBody, NoBody>(
        "sendVaultReceipt", .post, "/api/vault/slots/{id}/receipts",
        "Takes the receipt of an evaluation that opened its slot, which ends the counting of failures.",
        needsSession: true, problems: [.vaultUnknown, .vaultInvalidElement])

    /// Lists the account's vaults.
    public static let vaults = Endpoint<NoBody, VaultsBody>(
        "vaults", .get, "/api/vaults", "Lists your vaults, as far as the server knows them.", needsSession: true)
    /// Gives the records after a cursor.
    public static let vaultRecords = Endpoint<NoBody, VaultRecordsBody>(
        "vaultRecords", .get, "/api/vaults/{id}/records/{after}",
        "Gives the sealed records that were written after a cursor, 0 for all of them.", needsSession: true,
        problems: [.vaultUnknown])
    /// Gives one record.
    public static let vaultRecord = Endpoint<NoBody, VaultRecordBody>(
        "vaultRecord", .get, "/api/vaults/{id}/record/{record}", "Gives one sealed record.", needsSession: true,
        problems: [.vaultUnknown, .vaultUnknownRecord])
    /// Changes records.
    public static let changeVaultRecords = Endpoint<VaultChangesBody, VaultCursorBody>(
        "changeVaultRecords", .post, "/api/vaults/{id}/records",
        "Replaces sealed records if they still have the versions that are named, all or none.", needsSession: true,
        bodyBytes: VaultLimits.requestBytes, problems: [.vaultConflict, .vaultFull, .vaultUnknown])
    /// Keeps what a joining device needs.
    public static let setVaultJoin = Endpoint<VaultJoinBody, NoBody>(
        "setVaultJoin", .put, "/api/vaults/{id}/join",
        "Keeps what another device of yours needs, beside the recovery code, to open the vault.", needsSession: true,
        problems: [.vaultUnknown, .vaultFull])
    /// Gives what a joining device needs.
    public static let vaultJoin = Endpoint<NoBody, VaultJoinBody>(
        "vaultJoin", .get, "/api/vaults/{id}/join",
        "Gives what another device of yours needs, beside the recovery code, to open the vault.", needsSession: true,
        problems: [.vaultUnknown])
    /// Removes a vault from the server.
    public static let removeVault = Endpoint<NoBody, NoBody>(
        "removeVault", .delete, "/api/vaults/{id}",
        "Removes a vault with all its records from the server; devices keep theirs.", needsSession: true,
        problems: [.vaultUnknown])

    /// Presence for a vault's slot, and sealed records on their way between the devices of one account.
    static let vault: [Route] = [
        addVaultSlot.route, removeVaultSlot.route, setVaultReceiptKey.route, evaluateVaultSlot.route,
        sendVaultReceipt.route, vaults.route, vaultRecords.route, vaultRecord.route, changeVaultRecords.route,
        setVaultJoin.route, vaultJoin.route, removeVault.route,
    ]
}
