import Ledger
import Storage
import Time

extension Row {
    /// The amount in `column`, which is text.
    func amount(_ column: Int) throws -> Int128 {
        guard let value = DecimalText.integer(try text(column)) else {
            throw StorageError.unexpectedValue(column: column)
        }
        return value
    }

    /// The case whose number is in `column`.
    func value<Value: RawRepresentable>(_ column: Int) throws -> Value where Value.RawValue == Int64 {
        guard let value = Value(rawValue: try integer(column)) else {
            throw StorageError.unexpectedValue(column: column)
        }
        return value
    }

    /// The instant in `column`.
    func timestamp(_ column: Int) throws -> Timestamp {
        Timestamp(milliseconds: try integer(column))
    }
}

extension SQLValue {
    /// An amount as text.
    static func amount(_ value: Int128) -> SQLValue {
        // Most amounts of a fresh order are nothing.
        value == 0 ? .text("0") : .text(DecimalText.integerText(value))
    }
}
