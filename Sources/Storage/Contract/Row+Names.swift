/// Values by the name of their column.
///
/// What a statement selects and what is read of it stay together, whatever is added between. A name that the statement
/// does not have, or has twice, is ``StorageError/unknownColumn(_:)``; a value of another type is
/// ``StorageError/unexpectedValue(column:)``.
extension Row {
    /// The whole number in the column `name`.
    public func integer(_ name: String) throws(StorageError) -> Int64 {
        try integer(place(of: name))
    }

    /// The floating-point number in the column `name`; a whole number is converted.
    public func real(_ name: String) throws(StorageError) -> Double {
        try real(place(of: name))
    }

    /// The text in the column `name`.
    public func text(_ name: String) throws(StorageError) -> String {
        try text(place(of: name))
    }

    /// The bytes in the column `name`.
    public func blob(_ name: String) throws(StorageError) -> [UInt8] {
        try blob(place(of: name))
    }

    /// The whole number in the column `name`, or nil for NULL.
    public func optionalInteger(_ name: String) throws(StorageError) -> Int64? {
        try optionalInteger(place(of: name))
    }

    /// The floating-point number in the column `name`, or nil for NULL; a whole number is converted.
    public func optionalReal(_ name: String) throws(StorageError) -> Double? {
        try optionalReal(place(of: name))
    }

    /// The text in the column `name`, or nil for NULL.
    public func optionalText(_ name: String) throws(StorageError) -> String? {
        try optionalText(place(of: name))
    }

    /// The bytes in the column `name`, or nil for NULL.
    public func optionalBlob(_ name: String) throws(StorageError) -> [UInt8]? {
        try optionalBlob(place(of: name))
    }

    /// The place of the column `name`, from 0; throws ``StorageError/unknownColumn(_:)``.
    public func place(of name: String) throws(StorageError) -> Int {
        guard let place = names.place(of: name) else { throw .unknownColumn(name) }
        return place
    }
}
