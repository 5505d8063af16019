/// A JSON value as RFC 8259 defines it; the members of an object keep their order.
public indirect enum JSONValue: Equatable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case boolean(Bool)
    /// A number written without fraction and exponent that fits into 64 bits.
    case integer(Int64)
    /// Any other number, as it is written.
    case number(Number)
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
