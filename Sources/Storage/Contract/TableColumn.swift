/// The columns of a table, or of a statement over several: each is written once, and by it a statement lists it, a row is
/// read, and a value is bound.
///
/// An enumeration says them with their names:
///
/// ```swift
/// enum ItemColumn: String, TableColumn {
///     case id, title
///     case createdAt = "created_at"
/// }
/// ```
public protocol TableColumn: RawRepresentable<String>, CaseIterable, Sendable where AllCases == [Self] {}

extension TableColumn {
    /// All columns, in the order in which they stand here, as a statement lists them.
    ///
    /// It is put together anew each time: a statement that runs often keeps its text.
    public static var list: String { list(Self.allCases) }

    /// Some of the columns as a statement lists them.
    public static func list(_ columns: [Self]) -> String {
        columns.map(\.rawValue).joined(separator: ", ")
    }

    /// `INSERT INTO table (…) VALUES (?1, …)` with every column: values are bound in the order of ``list``.
    public static func insertion(into table: String) -> String {
        let columns = Self.allCases
        return
            "INSERT INTO \(table) (\(list(columns))) VALUES (\(columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")))"
    }

    /// `a = ?1, b = ?2` for the columns `a` and `b`: what follows `SET`.
    ///
    /// - Parameter first: The number of the first placeholder.
    public static func assignments(_ columns: [Self], from first: Int = 1) -> String {
        columns.enumerated().map { "\($0.element.rawValue) = ?\(first + $0.offset)" }.joined(separator: ", ")
    }

    /// `a = excluded.a, b = excluded.b` for the columns `a` and `b`: what follows `DO UPDATE SET`.
    public static func replacements(_ columns: [Self]) -> String {
        columns.map { "\($0.rawValue) = excluded.\($0.rawValue)" }.joined(separator: ", ")
    }

    /// Its place in ``list``, from 0.
    @inlinable
    public var position: Int {
        // Every case is among all cases.
        Self.allCases.firstIndex { $0 == self } ?? 0
    }
}

/// A row of a statement that lists the columns `Column` first, in their order.
///
/// The typed accessors throw ``StorageError/unexpectedValue(column:)`` as those of ``Row`` do.
public struct TableRow<Column: TableColumn>: Sendable {
    /// The row by the places of its columns.
    public let row: Row

    /// The row of a statement that lists ``TableColumn/list`` first.
    @inlinable
    public init(_ row: Row) {
        self.row = row
    }

    /// The whole number in `column`.
    @inlinable
    public func integer(_ column: Column) throws(StorageError) -> Int64 {
        try row.integer(column.position)
    }

    /// The text in `column`.
    @inlinable
    public func text(_ column: Column) throws(StorageError) -> String {
        try row.text(column.position)
    }

    /// The bytes in `column`.
    @inlinable
    public func blob(_ column: Column) throws(StorageError) -> [UInt8] {
        try row.blob(column.position)
    }

    /// The whole number in `column`, or nil for NULL.
    @inlinable
    public func optionalInteger(_ column: Column) throws(StorageError) -> Int64? {
        try row.optionalInteger(column.position)
    }

    /// The text in `column`, or nil for NULL.
    @inlinable
    public func optionalText(_ column: Column) throws(StorageError) -> String? {
        try row.optionalText(column.position)
    }

    /// The bytes in `column`, or nil for NULL.
    @inlinable
    public func optionalBlob(_ column: Column) throws(StorageError) -> [UInt8]? {
        try row.optionalBlob(column.position)
    }
}

extension Connection {
    /// Runs a statement that lists ``TableColumn/list`` of `columns` first, and returns its rows.
    public func query<Column: TableColumn>(
        _ columns: Column.Type, _ sql: String, _ arguments: [SQLValue] = []
    ) throws(StorageError) -> [TableRow<Column>] {
        try query(sql, arguments).map { TableRow($0) }
    }

    /// Runs a statement that lists ``TableColumn/list`` of `columns` first, and returns its first row, or nil when there is
    /// none.
    public func first<Column: TableColumn>(
        _ columns: Column.Type, _ sql: String, _ arguments: [SQLValue] = []
    ) throws(StorageError) -> TableRow<Column>? {
        try query(sql, arguments).first.map { TableRow($0) }
    }
}
