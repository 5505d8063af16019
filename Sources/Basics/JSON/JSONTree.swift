/// A JSON value that remembers where it stood and keeps the order and the repetition of keys.
///
/// Decoders give the first fault that they meet and forget positions; who edits a file by hand wants all faults, in
/// order, with their places.
package struct JSONTree: Equatable, Sendable {
    /// What the value is.
    package enum Value: Equatable, Sendable {
        case object([Member])
        case array([JSONTree])
        case string(String)
        case number(Double)
        case boolean(Bool)
        case null
    }

    /// A key of an object with its value.
    package struct Member: Equatable, Sendable {
        /// The key.
        package let key: String
        /// The first byte of the key.
        package let offset: Int
        /// The value.
        package let value: JSONTree

        /// A key with its place and its value.
        package init(key: String, offset: Int, value: JSONTree) {
            self.key = key
            self.offset = offset
            self.value = value
        }
    }

    /// What it is.
    package let value: Value
    /// The first byte of the value in the document.
    package let offset: Int

    /// A value with its place.
    package init(value: Value, offset: Int) {
        self.value = value
        self.offset = offset
    }

    /// What the value is, in words, for a fault.
    package var kind: String {
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

extension JSONTree {
    /// How deep lists and objects may lie within one another.
    package static let depthLimit = 16

    /// The value that a document of RFC 8259 in UTF-8 holds; a byte order mark before it is skipped.
    package init(parsing bytes: [UInt8]) throws(JSONError) {
        self = try JSONReader<Form>.value(bytes)
    }

    private enum Form: JSONForm {
        static var levels: Int { JSONTree.depthLimit }
        static var repeatedNames: JSONRepeatedNames { .kept }
        static var skipsByteOrderMark: Bool { true }
        static var longestNumber: Int? { 64 }

        static func value(_ content: JSONContent<JSONTree, Member>, at offset: Int) -> JSONTree {
            let value: JSONTree.Value =
                switch content {
                case .null: .null
                case .boolean(let value): .boolean(value)
                case .string(let text): .string(text)
                case .array(let elements): .array(elements)
                case .object(let members): .object(members)
                }
            return JSONTree(value: value, offset: offset)
        }

        static func number(_ number: JSONNumber, at offset: Int) -> JSONTree? {
            number.double.map { JSONTree(value: .number($0), offset: offset) }
        }

        static func member(_ name: String, at offset: Int, _ value: JSONTree) -> Member {
            Member(key: name, offset: offset, value: value)
        }

        static func name(of member: Member) -> String { member.key }
    }
}

/// Something that is wrong at a place of a document.
package struct JSONSyntaxError: Error, Equatable, Sendable {
    /// The byte at which it was noticed.
    package let offset: Int
    /// What is wrong there.
    package let message: String

    /// A fault with its place.
    package init(offset: Int, message: String) {
        self.offset = offset
        self.message = message
    }

    /// Why `bytes` are not JSON.
    package init(_ error: JSONError, in bytes: [UInt8]) {
        self.init(offset: error.offset(in: bytes.count), message: error.explanation)
    }

    /// The line and the column, both from 1, columns counted in bytes.
    package func position(in bytes: [UInt8]) -> (line: Int, column: Int) {
        let before = bytes.prefix(offset)
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return (line, offset - lineStart + 1)
    }
}
