/// A JSON value that remembers where it stood and keeps the order and the repetition of keys.
///
/// Decoders give the first fault that they meet and forget positions; who edits a venue file wants all faults, in
/// order, with their places.
struct JSONTree: Equatable, Sendable {
    /// What the value is.
    enum Value: Equatable, Sendable {
        case object([Member])
        case array([JSONTree])
        case string(String)
        case number(Double)
        case boolean(Bool)
        case null
    }

    /// A key of an object with its value.
    struct Member: Equatable, Sendable {
        let key: String
        /// The first byte of the key.
        let offset: Int
        let value: JSONTree
    }

    let value: Value
    /// The first byte of the value in the document.
    let offset: Int

    /// What the value is, in words, for a fault.
    var kind: String {
        switch value {
        case .object: "an object"
        case .array: "a list"
        case .string: "a text"
        case .number: "a number"
        case .boolean: "true or false"
        case .null: "null"
        }
    }
}

/// Why a document is not JSON.
struct JSONSyntaxError: Error, Equatable, Sendable {
    /// The byte at which it was noticed.
    let offset: Int
    /// What is wrong there.
    let message: String

    /// The line and the column, both from 1, columns counted in bytes.
    func position(in bytes: [UInt8]) -> (line: Int, column: Int) {
        let before = bytes.prefix(offset)
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return (line, offset - lineStart + 1)
    }
}
