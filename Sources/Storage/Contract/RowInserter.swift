/// The statements that insert rows of one shape, one row or many at a time.
package struct RowInsertion: Sendable {
    fileprivate let columns: Int
    fileprivate let isReturning: Bool
    fileprivate let rowsAtOnce: Int
    /// By the power of two that says how many rows it takes: the first one takes one.
    fileprivate let texts: [String]
    /// The statement for one row.
    var one: String { texts[0] }

    /// Rows of `columns` into `table`, with what is to happen when one exists, and whether those that were inserted are
    /// returned with these columns.
    package init(table: String, columns: [String], suffix: String = "", returning isReturning: Bool = false) {
        self.columns = columns.count
        self.isReturning = isReturning
        let list = columns.joined(separator: ", ")
        let ending = [suffix, isReturning ? "RETURNING \(list)" : ""].filter { !$0.isEmpty }.map { " " + $0 }.joined()
        // SQLite gains nothing beyond 32 rows; to PostgreSQL each statement is a journey.
        var rows = 128
        while rows * columns.count > StatementText.mostParameters { rows /= 2 }
        rowsAtOnce = rows
        var texts: [String] = []
        while rows > 0 {
            let values = (0..<rows).map { row in
                "(" + (1...columns.count).map { "?\(row * columns.count + $0)" }.joined(separator: ", ") + ")"
            }
            texts.append("INSERT INTO \(table) (\(list)) VALUES \(values.joined(separator: ", "))\(ending)")
            rows /= 2
        }
        self.texts = texts.reversed()
    }
}

/// Writes rows of one shape with as few statements as possible.
///
/// A statement that takes many rows spares most of what a statement costs by itself: finding its compiled form,
/// beginning and ending it. What is left over goes in smaller statements, whose texts are always the same few.
package struct RowInserter: ~Copyable {
    private let insertion: RowInsertion
    private var arguments: [SQLValue] = []
    /// The rows that were inserted since the beginning or ``reset()``, where they are returned.
    package private(set) var returned: [Row] = []
    /// How many rows were inserted or changed since the beginning, or since ``reset()``.
    package private(set) var changes = 0

    /// Rows that are inserted by these statements.
    package init(_ insertion: RowInsertion) {
        self.insertion = insertion
    }

    /// Rows of `columns` into `table`, with what is to happen when one exists.
    package init(table: String, columns: [String], suffix: String = "") {
        self.init(RowInsertion(table: table, columns: columns, suffix: suffix))
    }

    /// Adds one row; `values` appends as many values as there are columns.
    @usableFromInline
    package mutating func add(to connection: any Connection, _ values: (inout [SQLValue]) -> Void) throws(StorageError)
    {
        values(&arguments)
        if arguments.count == insertion.rowsAtOnce * insertion.columns {
            try insert(arguments, insertion.texts.count - 1, connection)
            arguments.removeAll(keepingCapacity: true)
        }
    }

    /// Writes what is left.
    package mutating func finish(_ connection: any Connection) throws(StorageError) {
        var rest = arguments[...]
        var power = insertion.texts.count - 1
        while !rest.isEmpty {
            let size = (1 << power) * insertion.columns
            if rest.count >= size {
                try insert(Array(rest.prefix(size)), power, connection)
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
        returned = []
        changes = 0
    }

    private mutating func insert(
        _ arguments: [SQLValue], _ power: Int, _ connection: any Connection
    ) throws(StorageError) {
        guard insertion.isReturning else { return changes += try connection.execute(insertion.texts[power], arguments) }
        let rows = try connection.query(insertion.texts[power], arguments)
        returned += rows
        changes += rows.count
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
