import Push
import Storage

/// The key by which push services know this deployment, sealed in the database: all its servers have the same.
package enum PushKeyStore {
    private static let purpose = "push_keys.sealed"
    private static let name = "web"

    /// The key of a database; made when there is none.
    package static func key(in connection: any Connection) throws -> IdentificationKey {
        if let found = try find(connection) { return found }
        let sealed = try connection.sealing.seal(
            IdentificationKey.make().bytes, for: purpose, row: Array(name.utf8))
        _ = try connection.execute(
            "INSERT INTO push_keys (name, sealed) VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING",
            [.text(name), .blob(sealed)])
        // Another server may have been faster.
        guard let key = try find(connection) else { throw StorageError.corrupt }
        return key
    }

    private static func find(_ connection: any Connection) throws -> IdentificationKey? {
        guard let row = try connection.first("SELECT sealed FROM push_keys WHERE name = ?1", [.text(name)]) else {
            return nil
        }
        let bytes = try connection.sealing.open(try row.blob("sealed"), for: purpose, row: Array(name.utf8))
        guard let key = IdentificationKey(bytes: bytes) else { throw StorageError.corrupt }
        return key
    }
}
