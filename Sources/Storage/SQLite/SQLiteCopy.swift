import Foundation
import GRDB

/// A copy of an SQLite database as it is at one moment, made beside whoever writes to it.
///
/// It goes by SQLite's backup interface within one reading transaction: writers go on, and the copy never begins anew
/// because of them, as it would without that transaction. What they write meanwhile waits in the write-ahead log, which
/// cannot be copied back before the copy is done.
package enum SQLiteCopy {
    /// Copies the database at `source` into the empty file at `destination`, which is then one plain file without a log
    /// beside it; nothing is synced.
    ///
    /// Throws a ``StorageError``; the destination is then worth nothing.
    package static func make(of source: String, at destination: String) async throws {
        try await WorkerThread.run("cerca.sqlite.copy") {
            WorkerThread.giveWay()
            do {
                try copy(source, destination)
            } catch let error as DatabaseError {
                throw StorageError(error)
            }
        }
    }

    private static func copy(_ source: String, _ destination: String) throws {
        let from = try SQLiteFile.queue(source)
        do {
            let into = try DatabaseQueue(path: destination, configuration: copyConfiguration)
            try from.inDatabase { source in
                try source.inTransaction(.deferred) {
                    // Only a statement that reads fixes the moment.
                    _ = try Int.fetchOne(source, sql: "SELECT COUNT(*) FROM sqlite_schema")
                    try into.inDatabase { try source.backup(to: $0) }
                    return .commit
                }
            }
            try into.close()
        } catch {
            try? from.close()
            throw error
        }
        try from.close()
        // The copy says of itself that it has a write-ahead log, as its original does: without, it is whole in one file.
        let copy = try DatabaseQueue(path: destination, configuration: copyConfiguration)
        let mode = try copy.inDatabase { try String.fetchOne($0, sql: "PRAGMA journal_mode = DELETE") }
        try copy.close()
        guard mode == "delete" else { throw StorageError.unavailable }
    }

    /// A file that nobody else knows yet: what is undone is kept in memory, and whoever asked syncs it at the end.
    private static var copyConfiguration: Configuration {
        var configuration = Configuration()
        configuration.label = "cerca.sqlite.copy"
        configuration.prepareDatabase {
            try $0.execute(sql: "PRAGMA journal_mode = MEMORY")
            try $0.execute(sql: "PRAGMA synchronous = OFF")
            try $0.execute(sql: "PRAGMA temp_store = MEMORY")
        }
        return configuration
    }
}
