/// One row of an answer: values by column, which is named or counted from 0.
///
/// The typed accessors throw ``StorageError/unexpectedValue(column:)`` when the column does not exist or holds a value
/// of another type, so that a stored surprise is an error and not a trap.
public struct Row: Sendable {
    let values: [SQLValue]
    /// What the statement calls the columns.
    let names: ColumnNames

    /// A row of these values, whose columns have no names.
    public init(_ values: [SQLValue]) {
        self.init(values, names: .none)
    }

    /// A row of these values in columns of these names.
    init(_ values: [SQLValue], names: ColumnNames) {
        self.values = values
        self.names = names
    }

    /// How many columns the row has.
    public var count: Int { values.count }

    /// The value in `column`, which must exist.
    public subscript(_ column: Int) -> SQLValue { values[column] }

    /// The whole number in `column`.
    public func integer(_ column: Int) throws(StorageError) -> Int64 {
        guard let value = try optionalInteger(column) else { throw .unexpectedValue(column: column) }
        return value
    }

    /// The floating-point number in `column`; a whole number is converted.
    public func real(_ column: Int) throws(StorageError) -> Double {
        guard let value = try optionalReal(column) else { throw .unexpectedValue(column: column) }
        return value
    }

    /// The text in `column`.
    public func text(_ column: Int) throws(StorageError) -> String {
        guard let value = try optionalText(column) else { throw .unexpectedValue(column: column) }
        return value
    }

    /// The bytes in `column`.
    public func blob(_ column: Int) throws(StorageError) -> [UInt8] {
        guard let value = try optionalBlob(column) else { throw .unexpectedValue(column: column) }
        return value
    }

    /// The whole number in `column`, or nil for NULL.
    public func optionalInteger(_ column: Int) throws(StorageError) -> Int64? {
        switch try value(column) {
        case .integer(let value): value
        case .null: nil
        default: throw .unexpectedValue(column: column)
        }
    }

    /// The floating-point number in `column`, or nil for NULL; a whole number is converted.
    public func optionalReal(_ column: Int) throws(StorageError) -> Double? {
        switch try value(column) {
        case .real(let value): value
        case .integer(let value): Double(value)
        case .null: nil
        default: throw .unexpectedValue(column: column)
        }
    }

    /// The text in `column`, or nil for NULL.
    public func optionalText(_ column: Int) throws(StorageError) -> String? {
        switch try value(column) {
        case .text(let value): value
        case .null: nil
        default: throw .unexpectedValue(column: column)
        }
    }

    /// The bytes in `column`, or nil for NULL.
    public func optionalBlob(_ column: Int) throws(StorageError) -> [UInt8]? {
        switch try value(column) {
        case .blob(let value): value
        case .null: nil
        default: throw .unexpectedValue(column: column)
        }
    }

    private func value(_ column: Int) throws(StorageError) -> SQLValue {
        guard values.indices.contains(column) else { throw .unexpectedValue(column: column) }
        return values[column]
    }
}

extension Row: Equatable {
    /// Whether both rows hold the same values, whatever their columns are called.
    public static func == (one: Row, other: Row) -> Bool { one.values == other.values }
}
