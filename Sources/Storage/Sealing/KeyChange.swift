import Basics
import Sealing

/// The change of the key under which a database's secrets are sealed, beside servers that go on.
///
/// Each step can be repeated. First the new key is where the keys come from, beside the old one; then the database names
/// it (``adopt(_:in:)``), and from that commit on everybody seals under it; then the rows are sealed anew
/// (``reseal(_:_:afterBatch:)``). Whoever seals asks the database in the same transaction which key that is, and
/// transactions are as if they ran one after another: after the last batch no row is left under another key.
package enum KeyChange {
    /// The name of the key under which the database's secrets are sealed.
    package static func currentID(_ database: any Database) async throws -> [UInt8] {
        guard let id = try await database.read({ try KeyCheck.currentID($0) }) else { throw StorageError.corrupt }
        return id
    }

    /// Lets the database name the key called `id`, which its keyring must know.
    package static func adopt(_ id: [UInt8], in database: any Database) async throws {
        try await database.write { connection in
            guard let keys = connection.keyring.keys(sealingWith: id) else {
                throw StorageError.unknownKey(id: id.hexadecimal)
            }
            try KeyCheck.name(keys, connection)
        }
    }

    /// Seals under the database's key what lies under another one, and returns how many rows that were.
    ///
    /// - Parameter afterBatch: Called after each commit with the number of rows that it changed; for tests.
    package static func reseal(
        _ database: any Database, _ columns: [SealedColumn], afterBatch: (Int) throws -> Void = { _ in }
    ) async throws -> Int {
        let id = try await currentID(database)
        var count = 0
        let tables = SecretRows.tables(of: columns)
        for rows in tables {
            try await rows.rewrite(
                database,
                afterBatch: {
                    count += $0
                    try afterBatch($0)
                }
            ) { sealing, column, row, place throws(StorageError) in
                guard let stored = try sealing.stored(column, row), SealingKeys.keyID(of: stored) != id,
                    let secret = try sealing.secret(in: column, row, of: place)
                else { return nil }
                return try sealing.value(secret, in: column, of: place)
            }
        }
        do {
            try await database.tidy(tables.map(\.table))
        } catch StorageError.busy {
            // What is left of the old rows goes with the next checkpoint.
        }
        return count
    }
}
