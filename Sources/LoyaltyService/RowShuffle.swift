import Storage

/// Writes rows of a table anew, in a random order and in one transaction.
///
/// Where a row lies, which number its transaction had and what lies beside it then say when all of them were written
/// last, and no more. An update would leave a row where it is, or at least in the order of the others.
struct RowShuffle {
    /// The table.
    let table: String
    /// All of its columns.
    let columns: [String]

    /// Deletes the rows for which `condition` holds and inserts them again; returns how many there were.
    @discardableResult
    func rewrite(
        where condition: String, _ arguments: [SQLValue], random: ServerRandom, in connection: any Connection
    ) throws -> Int {
        var random = random
        var rows = try connection.query(
            "SELECT \(columns.joined(separator: ", ")) FROM \(table) WHERE \(condition)", arguments)
        guard !rows.isEmpty else { return 0 }
        rows.shuffle(using: &random)
        try connection.execute("DELETE FROM \(table) WHERE \(condition)", arguments)
        var inserter = RowInserter(table: table, columns: columns)
        for row in rows {
            try inserter.add(to: connection) { values in
                for column in 0..<row.count { values.append(row[column]) }
            }
        }
        try inserter.finish(connection)
        return rows.count
    }
}
