// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Makes a key for a slot of a vault that opens by proven presence at a beacon.
    package static let addVaultSlot = Endpoint<VaultSlotRequestBody, VaultSlotBody>(
        "addVaultSlot", .post, "/api/vault/slots",
        "Makes a key for a slot of a vault that opens by proven presence at a beacon.", needsSession: true, status: 201)
    /// Removes the key of a slot; nothing opens that slot again.
    package static let removeVaultSlot = Endpoint<NoBody, NoBody>(
        "removeVaultSlot", .delete, "/api/vault/slots/{id}",
        "Removes the key of a slot; nothing opens that slot again.", needsSession: true)
    /// Sets, once, the key by which a slot's receipts are checked.
    package static let setVaultReceiptKey = Endpoint<VaultReceiptKeyBody, NoBody>(
        "setVaultReceiptKey", .put, "/api/vault/slots/{id}/receipt-key",
        "Sets, once, the key by which a slot's receipts are checked.", needsSession: true)
    /// Evaluates an element under a slot's key for whoever has just proved presence; it counts as a failure until its
    /// receipt comes, and 429 has the seconds to wait in `Retry-After`.
    package static let evaluateVaultSlot = Endpoint<VaultEvaluationRequestBody, VaultEvaluationBody>(
        "evaluateVaultSlot", .post, "/api/vault/slots/{id}/evaluations",
        "Evaluates an element under a slot's key for whoever has just proved presence; it counts as a failure until its receipt comes, and 429 has the seconds to wait in `Retry-After`.",
        needsSession: true)
    /// Takes the receipt of an evaluation that opened its slot, which ends the counting of failures.
    package static let sendVaultReceipt = Endpoint<VaultReceiptBody, NoBody>(
        "sendVaultReceipt", .post, "/api/vault/slots/{id}/receipts",
        "Takes the receipt of an evaluation that opened its slot, which ends the counting of failures.",
        needsSession: true)
    /// Lists your vaults, as far as the server knows them.
    package static let vaults = Endpoint<NoBody, VaultsBody>(
        "vaults", .get, "/api/vaults", "Lists your vaults, as far as the server knows them.", needsSession: true)
    /// Gives the sealed records that were written after a cursor.
    package static let vaultRecords = Endpoint<NoBody, VaultRecordsBody>(
        "vaultRecords", .get, "/api/vaults/{id}/records", "Gives the sealed records that were written after a cursor.",
        query: ["after"], needsSession: true)
    /// Replaces sealed records if they still have the versions that are named, all or none.
    package static let changeVaultRecords = Endpoint<VaultChangesBody, VaultCursorBody>(
        "changeVaultRecords", .post, "/api/vaults/{id}/records",
        "Replaces sealed records if they still have the versions that are named, all or none.", needsSession: true,
        bodyBytes: 2_097_152)
    /// Gives one sealed record.
    package static let vaultRecord = Endpoint<NoBody, VaultRecordBody>(
        "vaultRecord", .get, "/api/vaults/{id}/record/{record}", "Gives one sealed record.", needsSession: true)
    /// Keeps what another device of yours needs, beside the recovery code, to open the vault.
    package static let setVaultJoin = Endpoint<VaultJoinBody, NoBody>(
        "setVaultJoin", .put, "/api/vaults/{id}/join",
        "Keeps what another device of yours needs, beside the recovery code, to open the vault.", needsSession: true)
    /// Gives what another device of yours needs, beside the recovery code, to open the vault.
    package static let vaultJoin = Endpoint<NoBody, VaultJoinBody>(
        "vaultJoin", .get, "/api/vaults/{id}/join",
        "Gives what another device of yours needs, beside the recovery code, to open the vault.", needsSession: true)
    /// Removes a vault with all its records from the server; devices keep theirs.
    package static let removeVault = Endpoint<NoBody, NoBody>(
        "removeVault", .delete, "/api/vaults/{id}",
        "Removes a vault with all its records from the server; devices keep theirs.", needsSession: true)

    /// These, in the order in which documents list them.
    static let vaultRoutes: [Route] = [
        addVaultSlot.route, removeVaultSlot.route, setVaultReceiptKey.route, evaluateVaultSlot.route,
        sendVaultReceipt.route, vaults.route, vaultRecords.route, changeVaultRecords.route, vaultRecord.route,
        setVaultJoin.route, vaultJoin.route, removeVault.route,
    ]
}
