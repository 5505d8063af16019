/// How large a vault on the server may be; both ends keep to it.
///
/// What a body of the table may hold follows from these; tests hold both equal.
package enum VaultLimits {
    /// The largest sealed record, bytes.
    package static let recordBytes = 1 << 20
    /// The most records of an account, deleted ones included.
    package static let records = 250_000
    /// The most bytes of an account's records.
    package static let accountBytes = 256 << 20
    /// The most vaults of an account.
    package static let vaults = 8
    /// The most slots of an account that open by presence.
    package static let slots = 32
    /// The most changes in one request.
    package static let changes = 1000
    /// The largest request with changes, bytes of its JSON: one largest record, and more of usual ones.
    package static let requestBytes = 2 << 20
    /// What one answer with records holds before it ends, bytes of sealed records; a single record may be larger.
    package static let answerBytes = 1 << 20
    /// The largest header for a device that joins, bytes.
    package static let joinBytes = 16 << 10
    /// The longest Base64 text of so many bytes.
    package static func base64Length(_ bytes: Int) -> Int { (bytes + 2) / 3 * 4 }
}

extension VaultPageFileBody {
    /// The largest file that the vault's page takes, bytes.
    package static let mostBytes = 10 * 1024 * 1024
}
