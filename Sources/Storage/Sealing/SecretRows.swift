import Sealing

/// Walks over the rows that hold secrets, a few in each transaction, in the order of their keys.
struct SecretRows {
    /// How many rows are changed in one transaction.
    static let batch = 200

    let table: String
    let columns: [SealedColumn]

    /// The tables that these columns are in, each with all of its columns, by name.
    static func tables(of columns: [SealedColumn]) -> [SecretRows] {
        Dictionary(grouping: columns, by: \.table).sorted { $0.key < $1.key }.map {
            SecretRows(table: $0.key, columns: $0.value)
        }
    }

    /// Calls `change` for each row that `condition` picks, and keeps the values that it returns, by column.
    ///
    /// - Parameters:
    ///   - condition: SQL over the table's columns.
    ///   - mark: More of what is set in a row that changes, in SQL.
    ///   - afterBatch: Called after each commit with the number of rows that it changed.
    func rewrite(
        _ database: any Database, where condition: String = "1 = 1", setting mark: String = "",
        afterBatch: (Int) throws -> Void = { _ in },
        _ change:
            @escaping @Sendable (ConnectionSealing, SealedColumn, Row, [SQLValue]) throws(StorageError) ->
            SQLValue?
    ) async throws {
        guard let key = columns.first?.key else { return }
        var last: [SQLValue] = []
        while true {
            let (changed, end) = try await database.write { [last, table, columns] connection in
                let names = (key + columns.map(\.column)).joined(separator: ", ")
                let numbered = key.enumerated().map { "?\($0.offset + 1)" }
                let after =
                    last.isEmpty
                    ? "" : "AND (\(key.joined(separator: ", "))) > (\(numbered.joined(separator: ", ")))"
                let rows = try connection.query(
                    """
                    SELECT \(names) FROM \(table) WHERE \(condition) \(after)
                    ORDER BY \(key.joined(separator: ", ")) LIMIT \(Self.batch)
                    """, last)
                var (changed, end): (Int, [SQLValue]?) = (0, nil)
                for row in rows {
                    let place = key.indices.map { row[$0] }
                    end = place
                    var (texts, values): ([String], [SQLValue]) = (mark.isEmpty ? [] : [mark], place)
                    for column in columns {
                        guard let value = try change(connection.sealing, column, row, place) else { continue }
                        values.append(value)
                        texts.append("\(column.column) = ?\(values.count)")
                    }
                    guard !texts.isEmpty else { continue }
                    let here = key.enumerated().map { "\($0.element) = ?\($0.offset + 1)" }
                    changed += try connection.execute(
                        "UPDATE \(table) SET \(texts.joined(separator: ", ")) WHERE \(here.joined(separator: " AND "))",
                        values)
                }
                return (changed, end)
            }
            try afterBatch(changed)
            guard let end else { return }
            last = end
        }
    }
}
