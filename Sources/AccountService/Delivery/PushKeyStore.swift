import Network
import Storage

/// The key by which push services know this deployment, sealed in the database: all its servers have the same.
package enum PushKeyStore {
    private static let name = "web"

    /// The key of a database; made when there is none.
    package static func key(in connection: any Connection) throws -> IdentificationKey {
        if let found = try find(connection) { return found }
        let sealed = try connection.sealing.value(
            IdentificationKey.make().bytes, in: DeliverySecrets.pushKey, of: [.text(name)])
        _ = try connection.execute(
            "INSERT INTO push_keys (name, sealed) VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING",
            [.text(name), sealed])
        // Another server may have been faster.
        guard let key = try find(connection) else { throw StorageError.corrupt }
        return key
    }

    private static func find(_ connection: any Connection) throws -> IdentificationKey? {
        guard let row = try connection.first("SELECT sealed FROM push_keys WHERE name = ?1", [.text(name)]) else {
            return nil
        }
        let bytes = try connection.sealing.secret(in: DeliverySecrets.pushKey, row, of: [.text(name)])
        guard let key = bytes.flatMap(IdentificationKey.init(bytes:)) else { throw StorageError.corrupt }
        return key
    }
}
