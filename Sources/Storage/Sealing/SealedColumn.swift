import Basics
import Sealing

/// A column whose values are secrets, sealed for the row in which they stand.
///
/// It is said once, in the service that owns the table: its stores seal and open by it, and so do the migration of what
/// was there in clear and the change of the key.
package struct SealedColumn: Sendable {
    /// In which form a sealed value is kept.
    package enum Form: Sendable {
        /// `BYTEA`, as it is.
        case bytes
        /// `TEXT`: the secret is UTF-8, the sealed value Base64.
        case text
    }

    /// The table.
    package let table: String
    /// The column.
    package let column: String
    /// The columns that name a row for as long as it exists, its primary key; all but the last have values of one length.
    package let key: [String]
    /// The form of its values; NULL stays NULL.
    package let form: Form

    package init(table: String, column: String, key: [String], form: Form = .bytes) {
        self.table = table
        self.column = column
        self.key = key
        self.form = form
    }

    /// What its values are sealed for.
    var purpose: String { "\(table).\(column)" }

    /// The bytes that name a row, of the values of ``key``.
    func name(_ values: [SQLValue]) throws(StorageError) -> [UInt8] {
        var name: [UInt8] = []
        for value in values {
            switch value {
            case .blob(let bytes): name += bytes
            case .text(let text): name += text.utf8
            case .integer(let number): name += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
            case .real, .null: throw .corrupt
            }
        }
        return name
    }
}

extension ConnectionSealing {
    /// The value to be stored for a secret in `column` of the row with these values of its key.
    package func value(
        _ secret: [UInt8], in column: SealedColumn, of row: [SQLValue]
    ) throws(StorageError) -> SQLValue {
        let sealed = try seal(secret, for: column.purpose, row: column.name(row))
        return column.form == .text ? .text(Base64.text(sealed)) : .blob(sealed)
    }

    /// The secret that a row holds in `column`; nil for NULL.
    ///
    /// Throws what ``open(_:for:row:)`` throws.
    package func secret(
        in column: SealedColumn, _ row: Row, of key: [SQLValue]
    ) throws(StorageError) -> [UInt8]? {
        guard let sealed = try stored(column, row) else { return nil }
        return try open(sealed, for: column.purpose, row: column.name(key))
    }

    /// The sealed bytes that a row holds in `column`, or nil.
    func stored(_ column: SealedColumn, _ row: Row) throws(StorageError) -> [UInt8]? {
        switch column.form {
        case .bytes: return try row.optionalBlob(column.column)
        case .text:
            guard let text = try row.optionalText(column.column) else { return nil }
            guard let bytes = Base64.bytes(text) else { throw .alteredSecret }
            return bytes
        }
    }
}
