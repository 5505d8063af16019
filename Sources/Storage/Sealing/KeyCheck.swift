import Sealing

/// What a database says of the key under which its secrets are sealed: the key's name, and something sealed under it.
///
/// It is a row of a table of its own, made with the database and changed by nothing but the change of the key.
package enum KeyCheck {
    /// The table, in SQL that both engines speak.
    static let table = """
        CREATE TABLE IF NOT EXISTS cerca_sealing (
            number BIGINT PRIMARY KEY,
            key_id BYTEA NOT NULL,
            check_value BYTEA NOT NULL
        )
        """
    private static let purpose = "cerca_sealing.check_value"
    private static let content = Array("cerca".utf8)

    /// The name of the key that seals; nil in a database that has never had one.
    static func currentID(_ connection: any Connection) throws(StorageError) -> [UInt8]? {
        try connection.first("SELECT key_id FROM cerca_sealing WHERE number = 1")?.blob("key_id")
    }

    /// Names the newest of `keys` as the one that seals.
    static func name(_ keys: SealingKeys, _ connection: any Connection) throws {
        let sealed = try keys.seal(content, for: purpose, row: keys.newest.id)
        try connection.execute(
            "UPDATE cerca_sealing SET key_id = ?1, check_value = ?2 WHERE number = 1",
            [.blob(keys.newest.id), .blob(sealed)])
    }

    /// Finds out whether `keyring` has this database's key; a database that has none gets the newest one.
    ///
    /// Throws ``StorageError/unknownKey(id:)`` when it has not, ``StorageError/alteredSecret`` when another key of the
    /// same name is there, and what making a key throws.
    static func settle(_ database: any Database, _ keyring: Keyring) async throws {
        if try await database.read({ try currentID($0) == nil }) {
            // Before the transaction, which an engine may run more than once.
            let keys = try keyring.forNewDatabase()
            let sealed = try keys.seal(content, for: purpose, row: keys.newest.id)
            try await database.write { connection in
                // Another server may have been first; what it wrote is looked at below.
                try connection.execute(
                    """
                    INSERT INTO cerca_sealing (number, key_id, check_value) VALUES (1, ?1, ?2)
                    ON CONFLICT (number) DO NOTHING
                    """, [.blob(keys.newest.id), .blob(sealed)])
            }
        }
        try await confirm(database)
    }

    /// Opens with the keyring of `database` what the database keeps sealed to be tried; nothing is written.
    ///
    /// Throws ``StorageError/unknownKey(id:)`` without the database's key, ``StorageError/alteredSecret`` when another key
    /// of the same name is there, and ``StorageError/corrupt`` when the database never had one.
    package static func confirm(_ database: any Database) async throws {
        try await database.read { connection in
            guard let row = try connection.first("SELECT key_id, check_value FROM cerca_sealing WHERE number = 1")
            else { throw StorageError.corrupt }
            let opened = try connection.sealing.open(row.blob("check_value"), for: purpose, row: row.blob("key_id"))
            guard opened == content else { throw StorageError.alteredSecret }
        }
    }
}
