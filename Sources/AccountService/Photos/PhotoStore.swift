import Storage

/// The SQL of photos, within one transaction.
package struct PhotoStore {
    private let connection: any Connection

    /// The photos that a transaction sees.
    package init(_ connection: any Connection) {
        self.connection = connection
    }

    /// Gives an account this photo, in place of any other.
    func set(_ photo: StoredPhoto, of account: [UInt8]) throws {
        _ = try connection.execute(
            """
            INSERT INTO photos (account_id, digest, large, small) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (account_id) DO UPDATE
            SET digest = excluded.digest, large = excluded.large, small = excluded.small
            """,
            [.blob(account), .blob(photo.digest), .blob(photo.large), .blob(photo.small)])
    }

    /// By what an account's photo is asked for, or nil.
    func digest(of account: [UInt8]) throws -> [UInt8]? {
        try connection.first("SELECT digest FROM photos WHERE account_id = ?1", [.blob(account)])?.blob("digest")
    }

    /// The photo of an account in one size if it has this digest, or nil.
    func picture(_ digest: [UInt8], isLarge: Bool, of account: [UInt8]) throws -> [UInt8]? {
        try connection.first(
            "SELECT \(isLarge ? "large" : "small") AS picture FROM photos WHERE account_id = ?1 AND digest = ?2",
            [.blob(account), .blob(digest)])?.blob("picture")
    }

    /// Removes all that is kept of an account's photo, which may be nothing.
    func deleteAll(of account: [UInt8]) throws {
        _ = try connection.execute("DELETE FROM photos WHERE account_id = ?1", [.blob(account)])
    }
}

/// A photo as it is stored.
struct StoredPhoto: Sendable {
    /// The SHA-256 of `large`.
    let digest: [UInt8]
    let large: [UInt8]
    let small: [UInt8]
}
