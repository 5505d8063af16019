/// Writes rows of one shape with as few statements as possible.
///
/// A statement that takes many rows spares most of what a statement costs by itself: finding its compiled form,
/// beginning and ending it. What is left over goes in smaller statements, whose texts are always the same few.
package struct RowInserter: ~Copyable {
    private let columns: Int
    private let rowsAtOnce: Int
    private let texts: [String]
    private var arguments: [SQLValue] = []
    /// How many rows were inserted or changed since the beginning, or since ``reset()``.
    package private(set) var changes = 0

    /// Rows of `columns` into `table`, with what is to happen when one exists.
    package init(table: String, columns: [String], suffix: String = "") {
        self.columns = columns.count
        // SQLite gains nothing beyond 32 rows; to PostgreSQL each statement is a journey.
        var rows = 128
        while rows * columns.count > StatementText.mostParameters { rows /= 2 }
        rowsAtOnce = rows
        var texts: [String] = []
        while rows > 0 {
            let values = (0..<rows).map { row in
                "(" + (1...columns.count).map { "?\(row * columns.count + $0)" }.joined(separator: ", ") + ")"
            }
            texts.append(
                "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES \(values.joined(separator: ", "))"
                    + (suffix.isEmpty ? "" : " " + suffix))
            rows /= 2
        }
        // By the power of two that says how many rows it takes: texts[0] takes one.
        self.texts = texts.reversed()
    }

    /// Adds one row; `values` appends as many values as there are columns.
    @usableFromInline
    package mutating func add(to connection: any Connection, _ values: (inout [SQLValue]) -> Void) throws(StorageError)
    {
        values(&arguments)
        if arguments.count == rowsAtOnce * columns {
            changes += try connection.execute(texts[texts.count - 1], arguments)
            arguments.removeAll(keepingCapacity: true)
        }
    }

    /// Writes what is left.
    package mutating func finish(_ connection: any Connection) throws(StorageError) {
        var rest = arguments[...]
        var power = texts.count - 1
        while !rest.isEmpty {
            let size = (1 << power) * columns
            if rest.count >= size {
                changes += try connection.execute(texts[power], Array(rest.prefix(size)))
                rest = rest.dropFirst(size)
            } else {
                power -= 1
            }
        }
        arguments.removeAll(keepingCapacity: true)
    }

    /// Forgets what was not written.
    package mutating func reset() {
        arguments.removeAll(keepingCapacity: true)
        changes = 0
    }
}

/// Writes rows of a table with as few statements as possible, each value by its column.
package struct TableInserter<Column: TableColumn>: ~Copyable {
    @usableFromInline let columns: [Column]
    @usableFromInline var rows: RowInserter

    /// Rows into `table`, with what is to happen when one exists.
    package init(table: String, suffix: String = "") {
        columns = Column.allCases
        rows = RowInserter(table: table, columns: columns.map(\.rawValue), suffix: suffix)
    }

    /// Adds one row: `value` says what stands in each column.
    @inlinable
    package mutating func add(to connection: any Connection, _ value: (Column) -> SQLValue) throws(StorageError) {
        try rows.add(to: connection) { values in
            for column in columns { values.append(value(column)) }
        }
    }

    /// Writes what is left.
    package mutating func finish(_ connection: any Connection) throws(StorageError) {
        try rows.finish(connection)
    }

    /// Forgets what was not written.
    package mutating func reset() {
        rows.reset()
    }
}
