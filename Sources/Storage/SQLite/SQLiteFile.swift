import Foundation
import GRDB

/// An SQLite file, looked at as it is: nothing in it is brought up to date, and nothing is written.
package enum SQLiteFile {
    /// How much of a file is compared.
    package enum Depth: Sendable {
        /// The structure of every table.
        case structure
        /// The structure, every index with its table, and every reference to another row.
        case everything
    }

    /// What is wrong with the file at `path`, a line each and at most twenty; none when it is sound.
    ///
    /// A line names tables, indexes, pages and numbers of rows, never values. Throws a ``StorageError`` for what cannot be
    /// opened, ``StorageError/corrupt`` for what is no SQLite database.
    package static func faults(_ path: String, depth: Depth) async throws -> [String] {
        try await WorkerThread.run("cerca.sqlite.check") {
            WorkerThread.giveWay()
            do {
                let queue = try queue(path)
                let faults = try queue.inDatabase { try complaints(in: $0, depth) }
                try queue.close()
                return faults
            } catch {
                throw StorageError(error)
            }
        }
    }

    private static func complaints(in database: GRDB.Database, _ depth: Depth) throws -> [String] {
        let check = depth == .everything ? "integrity_check" : "quick_check"
        // A failing check says a line for each fault, and "ok" when there is none.
        var faults = try String.fetchAll(database, sql: "PRAGMA \(check)(20)").filter { $0 != "ok" }
        guard depth == .everything, faults.isEmpty else { return faults }
        let loose = try GRDB.Row.fetchAll(database, sql: "PRAGMA foreign_key_check").map { row in
            "a row of \(row["table"] as String? ?? "?") refers to one of \(row["parent"] as String? ?? "?") that is missing"
        }
        for (fault, count) in Dictionary(grouping: loose, by: \.self).mapValues(\.count).sorted(by: { $0.key < $1.key })
        {
            faults.append("\(fault) (\(count))")
        }
        return Array(faults.prefix(20))
    }

    /// A connection that changes nothing in the file.
    ///
    /// It may write beside it, for a log that a killed process left can only be read so; whoever is last to close copies
    /// that back, as every opener does.
    static func queue(_ path: String) throws -> DatabaseQueue {
        var isFolder: ObjCBool = false
        // SQLite would make a file that is not there.
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
            throw StorageError.unavailable
        }
        var configuration = Configuration()
        configuration.label = "cerca.sqlite.look"
        configuration.busyMode = .timeout(5)
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase {
            try $0.execute(sql: "PRAGMA query_only = ON")
            // A file from elsewhere: what its schema would have called is not called.
            try $0.execute(sql: "PRAGMA trusted_schema = OFF")
            try $0.execute(sql: "PRAGMA cell_size_check = ON")
        }
        return try DatabaseQueue(path: path, configuration: configuration)
    }
}
