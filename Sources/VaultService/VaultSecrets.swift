import Storage

/// The columns of vaults' slots in which secrets are sealed.
package enum VaultSecrets {
    /// What a slot's evaluations are made with.
    static let privateKey = SealedColumn(table: "vault_slots", column: "private_key", key: ["id"])
    /// What the receipt of the last attempt is made with.
    static let receiptKey = SealedColumn(table: "vault_slots", column: "receipt_key", key: ["id"])

    /// All of them.
    package static let all = [privateKey, receiptKey]
}
