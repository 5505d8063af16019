/// Writes rows of a table anew, in another order and in one transaction.
///
/// Where a row lies, which number its transaction had and what lies beside it then say when all of them were written
/// last, and no more. An update would leave a row where it is, or at least in the order of the others.
extension Connection {
    /// Deletes the rows for which `condition` holds and inserts them again in a random order; returns how many there were.
    @discardableResult
    package func rewrite(
        _ table: String, where condition: String, _ arguments: [SQLValue],
        shuffledBy random: inout some RandomNumberGenerator
    ) throws(StorageError) -> Int {
        var rows = try query("SELECT * FROM \(table) WHERE \(condition)", arguments)
        rows.shuffle(using: &random)
        return try replace(rows, of: table, where: condition, arguments)
    }

    /// Deletes the rows for which `condition` holds and inserts them again in the order of `key`, whose values must say
    /// nothing of when a row came; returns how many there were.
    @discardableResult
    package func rewrite(
        _ table: String, where condition: String, _ arguments: [SQLValue], by key: String
    ) throws(StorageError) -> Int {
        let rows = try query("SELECT * FROM \(table) WHERE \(condition) ORDER BY \(key)", arguments)
        return try replace(rows, of: table, where: condition, arguments)
    }

    private func replace(
        _ rows: [Row], of table: String, where condition: String, _ arguments: [SQLValue]
    ) throws(StorageError) -> Int {
        guard let columns = rows.first?.names.all else { return 0 }
        try execute("DELETE FROM \(table) WHERE \(condition)", arguments)
        var inserter = RowInserter(table: table, columns: columns)
        for row in rows {
            try inserter.add(to: self) { values in
                for column in 0..<row.count { values.append(row[column]) }
            }
        }
        try inserter.finish(self)
        return rows.count
    }
}
