import Basics
import Ledger
import Storage

extension Row {
    /// The amount in `column`, which is text.
    @usableFromInline
    package func amount(_ column: Int) throws -> Int128 {
        guard let value = DecimalText.integer(try text(column)) else {
            throw StorageError.unexpectedValue(column: column)
        }
        return value
    }

    /// The case whose number is in `column`.
    @usableFromInline
    package func value<Value: RawRepresentable>(_ column: Int) throws -> Value where Value.RawValue == Int64 {
        guard let value = Value(rawValue: try integer(column)) else {
            throw StorageError.unexpectedValue(column: column)
        }
        return value
    }

    /// The instant in `column`.
    @usableFromInline
    package func timestamp(_ column: Int) throws -> Timestamp {
        Timestamp(milliseconds: try integer(column))
    }
}

extension TableRow {
    /// The amount in `column`, which is text.
    @inlinable
    package func amount(_ column: Column) throws -> Int128 {
        try row.amount(column.position)
    }

    /// The case whose number is in `column`.
    @inlinable
    package func value<Value: RawRepresentable>(_ column: Column) throws -> Value where Value.RawValue == Int64 {
        try row.value(column.position)
    }

    /// The instant in `column`.
    @inlinable
    package func timestamp(_ column: Column) throws -> Timestamp {
        Timestamp(milliseconds: try integer(column))
    }

    /// The instant in `column`, or nil for NULL.
    @inlinable
    package func optionalTimestamp(_ column: Column) throws -> Timestamp? {
        try optionalInteger(column).map { Timestamp(milliseconds: $0) }
    }

    /// Whether `column` holds another number than 0.
    @inlinable
    package func boolean(_ column: Column) throws -> Bool {
        try integer(column) != 0
    }

    /// The number in `column`, of which there are few.
    @inlinable
    package func number(_ column: Column) throws -> Int {
        Int(try integer(column))
    }

    /// Whose balance `column` says it is.
    @inlinable
    package func account(_ column: Column) throws -> LedgerAccount {
        LedgerAccount(rawValue: try integer(column))
    }

    /// The asset among `assets` whose number is in `column`.
    @inlinable
    package func asset(_ column: Column, among assets: [Asset]) throws -> Asset {
        let number = try number(column)
        guard let asset = assets.first(where: { $0.number == number }) else { throw StorageError.corrupt }
        return asset
    }

    /// What is thrown for a value in `column` that cannot be there.
    @inlinable
    package func unexpected(_ column: Column) -> StorageError {
        .unexpectedValue(column: column.position)
    }
}

extension SQLValue {
    /// An amount as text.
    package static func amount(_ value: Int128) -> SQLValue {
        // Most amounts of a fresh order are nothing.
        value == 0 ? .text("0") : .text(DecimalText.integerText(value))
    }
}
