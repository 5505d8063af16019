import Beacons
import Exposure
import Foundation
import GRDB

/// Rows of a tracing store, opened.
enum StoreReading {
    /// A row and what was sealed in it.
    struct OpenRow {
        let id: Int64
        let label: Data
        let content: Data
    }

    /// All rows of a table, in the order of their random numbers.
    static func rows(of table: SealedTable, _ database: Database, _ seal: Seal) throws -> [OpenRow] {
        try Row.fetchAll(database, sql: "SELECT id, label, content FROM \(table.rawValue) ORDER BY id").map { row in
            let (id, label, content): (Int64, Data, Data) = (row["id"], row["label"], row["content"])
            return OpenRow(
                id: id, label: label, content: try seal.open(content, table: table, row: id, label: label))
        }
    }

    /// The settings, with the server that is trusted.
    static func settings(_ database: Database, _ seal: Seal) throws -> TracingSettings {
        guard let row = try rows(of: .settings, database, seal).first,
            let stored = try? JSONDecoder().decode(StoredSettings.self, from: row.content),
            var settings = stored.settings
        else { throw unreadable(.settings) }
        if let row = try rows(of: .applications, database, seal).first {
            guard let stored = try? JSONDecoder().decode(StoredServer.self, from: row.content) else {
                throw unreadable(.applications)
            }
            settings.server = stored.server
        }
        return settings
    }

    /// The number of the last change.
    static func generation(_ database: Database) throws -> Int64 {
        guard let number = try Int64.fetchOne(database, sql: "SELECT generation FROM store") else {
            throw TracingStoreError.damaged(reason: "its head is missing")
        }
        return number
    }

    /// A row that opened but makes no sense.
    static func unreadable(_ table: SealedTable) -> TracingStoreError {
        .damaged(reason: "a row of \(table.rawValue) makes no sense")
    }
}
