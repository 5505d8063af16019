import Basics
import Sealing

extension Connection {
    /// Seals and opens secrets of this database's rows.
    package var sealing: ConnectionSealing { ConnectionSealing(connection: self) }
}

/// Seals and opens secrets within one closure.
///
/// What is written is sealed under the key that the database names, asked for in the same transaction: however the key
/// changes meanwhile, no row is left under one that is taken away. What is read is opened by the key that it names.
package struct ConnectionSealing {
    let connection: any Connection

    /// Seals a secret under the database's key.
    ///
    /// - Parameters:
    ///   - purpose: Table and column, as `second_factors.secret`.
    ///   - row: What names the row for as long as it exists.
    /// - Throws: ``StorageError/unknownKey(id:)`` when that key is not here.
    package func seal(_ secret: [UInt8], for purpose: String, row: [UInt8]) throws(StorageError) -> [UInt8] {
        guard let id = try KeyCheck.currentID(connection) else { throw .unknownKey(id: "") }
        guard let keys = connection.keyring.keys(sealingWith: id) else { throw .unknownKey(id: id.hexadecimal) }
        do throws(SealingFault) { return try keys.seal(secret, for: purpose, row: row) } catch { throw .alteredSecret }
    }

    /// Opens what was sealed for this purpose and row.
    ///
    /// Throws ``StorageError/unknownKey(id:)`` when its key is not here, and ``StorageError/alteredSecret`` when it was
    /// never sealed, altered, or sealed for another place.
    package func open(_ sealed: [UInt8], for purpose: String, row: [UInt8]) throws(StorageError) -> [UInt8] {
        guard let id = SealingKeys.keyID(of: sealed) else { throw .alteredSecret }
        guard let keys = connection.keyring.keys(sealingWith: id) else { throw .unknownKey(id: id.hexadecimal) }
        do throws(SealingFault) { return try keys.open(sealed, for: purpose, row: row) } catch { throw .alteredSecret }
    }
}
