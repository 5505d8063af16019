/// Seals what an older version of the program kept in clear.
///
/// The migration of the schema gave each table with secrets a column `unsealed`, which is 1 in the rows that there were,
/// and named the tables that had any in `sealing_backlog`. A row's secrets are sealed, and its mark is taken away, by one
/// statement; a table's name goes when none of its rows is marked and the engine has let go of what it kept of the old
/// ones. So a process that is killed anywhere leaves what the next one goes on with.
package enum SealingMigration {
    /// Seals what is still in clear in the tables of `columns`; nothing to do is a read of an empty table.
    ///
    /// - Parameter afterBatch: Called after each commit with the number of rows that it sealed; for tests.
    package static func finish(
        _ database: any Database, _ columns: [SealedColumn], afterBatch: (Int) throws -> Void = { _ in }
    ) async throws {
        let backlog = try await database.read {
            try $0.query("SELECT name FROM sealing_backlog").map { row in try row.text("name") }
        }
        guard !backlog.isEmpty else { return }
        for rows in SecretRows.tables(of: columns) where backlog.contains(rows.table) {
            try await rows.rewrite(
                database, where: "unsealed = 1", setting: "unsealed = 0", afterBatch: afterBatch
            ) { sealing, column, row, place throws(StorageError) in
                let secret: [UInt8]? =
                    switch column.form {
                    case .bytes: try row.optionalBlob(column.column)
                    case .text: try row.optionalText(column.column).map { Array($0.utf8) }
                    }
                return try secret.map { secret throws(StorageError) in
                    try sealing.value(secret, in: column, of: place)
                }
            }
        }
        do {
            try await database.rewrite(backlog)
        } catch StorageError.busy {
            // Somebody reads an older state beside us: the rows are sealed, and the next to open the database lets go of
            // what is left of the old ones.
            return
        }
        try await database.write { connection in
            for name in backlog {
                try connection.execute("DELETE FROM sealing_backlog WHERE name = ?1", [.text(name)])
            }
        }
    }
}
