import Foundation
import GRDB
import Vault

/// The sealed objects of a vault's file, as rows.
struct ObjectTable {
    let database: Database
    /// The table's name; a change of cipher fills another one.
    var name = "object"

    /// Calls `body` with an object's revision and bytes, which are valid during the call; nil when there is none.
    func withObject<Result>(
        _ kind: ObjectKind, _ id: RecordID, _ body: (UInt64, UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result? {
        let statement = try database.cachedStatement(
            sql: "SELECT revision, sealed FROM \(name) WHERE kind = ? AND id = ?")
        statement.setUncheckedArguments([kind.rawValue, Data(id.bytes)])
        let rows = try Row.fetchCursor(statement)
        guard let row = try rows.next() else { return nil }
        // A row is valid only as long as its cursor.
        defer { withExtendedLifetime(rows) {} }
        return try Self.withSealed(row, at: 1) { try body(Self.revision(row, at: 0), $0) }
    }

    /// Calls `body` with every object of a kind, in the order of their identifiers.
    func forEach(
        _ kind: ObjectKind, _ body: (RecordID, UInt64, UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let statement = try database.cachedStatement(
            sql: "SELECT id, revision, sealed FROM \(name) WHERE kind = ? ORDER BY id")
        statement.setUncheckedArguments([kind.rawValue])
        let rows = try Row.fetchCursor(statement)
        while let row = try rows.next() {
            guard let id = try Self.withSealed(row, at: 0, { RecordID(bytes: $0) }) else {
                throw VaultFault.damaged("file")
            }
            try Self.withSealed(row, at: 2) { try body(id, Self.revision(row, at: 1), $0) }
        }
    }

    /// How many objects there are, of whatever kind.
    func count() throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM \(name)") ?? 0
    }

    /// The revision of an object, or nil when there is none.
    func revision(_ kind: ObjectKind, _ id: RecordID) throws -> UInt64? {
        let statement = try database.cachedStatement(sql: "SELECT revision FROM \(name) WHERE kind = ? AND id = ?")
        statement.setUncheckedArguments([kind.rawValue, Data(id.bytes)])
        let rows = try Row.fetchCursor(statement)
        defer { withExtendedLifetime(rows) {} }
        return try rows.next().map { try Self.revision($0, at: 0) }
    }

    /// Writes an object in the place of the one at its address, if there is one.
    func put(_ address: ObjectAddress, _ sealed: [UInt8]) throws {
        let statement = try database.cachedStatement(
            sql: "INSERT INTO \(name) (kind, id, revision, sealed) VALUES (?, ?, ?, ?) "
                + "ON CONFLICT (kind, id) DO UPDATE SET revision = excluded.revision, sealed = excluded.sealed")
        statement.setUncheckedArguments([
            address.kind.rawValue, Data(address.id.bytes), Int64(bitPattern: address.revision), Data(sealed),
        ])
        try statement.execute()
    }

    /// Deletes an object; false when there is none.
    @discardableResult
    func remove(_ kind: ObjectKind, _ id: RecordID) throws -> Bool {
        let statement = try database.cachedStatement(sql: "DELETE FROM \(name) WHERE kind = ? AND id = ?")
        statement.setUncheckedArguments([kind.rawValue, Data(id.bytes)])
        try statement.execute()
        return database.changesCount > 0
    }

    private static func revision(_ row: Row, at index: Int) throws -> UInt64 {
        guard let revision = Int64.fromDatabaseValue(row[index]), revision > 0 else {
            throw VaultFault.damaged("file")
        }
        return UInt64(revision)
    }

    private static func withSealed<Result>(
        _ row: Row, at index: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        try row.withUnsafeData(atIndex: index) { data in
            guard let data else { throw VaultFault.damaged("file") }
            return try data.withUnsafeBytes(body)
        }
    }
}
