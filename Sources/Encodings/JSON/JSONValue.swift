/// A JSON value as RFC 8259 defines it; the members of an object keep their order.
public indirect enum JSONValue: Equatable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case boolean(Bool)
    /// A number written without fraction and exponent that fits into 64 bits.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object.
    case object([Member])

    /// One name and its value in an object.
    public struct Member: Equatable, Sendable {
        /// The name, as written.
        public var name: String
        /// The value that the name stands for.
        public var value: JSONValue

        /// A member of an object.
        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The value of the member `name` of an object; nil in anything else and when there is no such member.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// An object of the members that are not nil, in their order.
    package static func object(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(members.compactMap { name, value in value.map { Member(name, $0) } })
    }
}

extension JSONValue {
    /// A whole number; one beyond 64 bits becomes the nearest that fits.
    public static func count(_ value: some BinaryInteger) -> JSONValue {
        .integer(Int64(clamping: value))
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral
{
    /// A string.
    public init(stringLiteral value: String) {
        self = .string(value)
    }

    /// A number.
    public init(integerLiteral value: Int64) {
        self = .integer(value)
    }

    /// `true` or `false`.
    public init(booleanLiteral value: Bool) {
        self = .boolean(value)
    }

    /// An array.
    public init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }
}

extension JSONValue {
    /// The text of this value for people: two spaces deeper at each level, short arrays of numbers on one line.
    public var indentedText: String {
        var writer = JSONWriter()
        writer.indented(self, depth: 0)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The text of this value without any white space.
    public var compactText: String {
        var writer = JSONWriter()
        writer.compact(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    fileprivate var isScalar: Bool {
        switch self {
        case .array, .object: false
        default: true
        }
    }
}

extension JSONWriter {
    /// Appends `value` without white space.
    package mutating func compact(_ value: JSONValue) {
        switch value {
        case .array(let elements):
            byte("[")
            for (index, element) in elements.enumerated() {
                if index > 0 { byte(",") }
                compact(element)
            }
            byte("]")
        case .object(let members):
            byte("{")
            for (index, member) in members.enumerated() {
                if index > 0 { byte(",") }
                string(member.name)
                byte(":")
                compact(member.value)
            }
            byte("}")
        default:
            scalar(value)
        }
    }

    fileprivate mutating func indented(_ value: JSONValue, depth: Int) {
        switch value {
        case .array(let elements) where !elements.allSatisfy { $0.isScalar }:
            block("[", "]", elements, depth: depth) { writer, element in
                writer.indented(element, depth: depth + 1)
            }
        case .array(let elements):
            byte("[")
            for (index, element) in elements.enumerated() {
                if index > 0 { raw(", ") }
                scalar(element)
            }
            byte("]")
        case .object(let members) where !members.isEmpty:
            block("{", "}", members, depth: depth) { writer, member in
                writer.string(member.name)
                writer.raw(": ")
                writer.indented(member.value, depth: depth + 1)
            }
        case .object:
            raw("{}")
        default:
            scalar(value)
        }
    }

    private mutating func block<Element>(
        _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ elements: [Element], depth: Int,
        _ write: (inout JSONWriter, Element) -> Void
    ) {
        byte(open)
        for (index, element) in elements.enumerated() {
            raw(index > 0 ? ",\n" : "\n")
            raw(String(repeating: "  ", count: depth + 1))
            write(&self, element)
        }
        raw("\n")
        raw(String(repeating: "  ", count: depth))
        byte(close)
    }

    private mutating func scalar(_ value: JSONValue) {
        switch value {
        case .null: raw("null")
        case .boolean(let value): raw(value ? "true" : "false")
        case .integer(let value): integer(value)
        case .number(let value): number(value)
        case .string(let value): string(value)
        case .array, .object: compact(value)
        }
    }
}
