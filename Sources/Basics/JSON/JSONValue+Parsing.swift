extension JSONValue {
    /// How deep arrays and objects may nest within the outermost one.
    package static let deepest = 32

    /// The one value that the whole of `bytes` is; nested no deeper than 32 levels, no name twice in an object.
    public init(parsing bytes: [UInt8]) throws(JSONError) {
        self = try JSONReader<Form>.value(bytes)
    }

    /// Whole numbers by their value, others as they are written, and nothing that could be read in two ways.
    private enum Form: JSONForm {
        static var levels: Int { JSONValue.deepest + 1 }
        static var repeatedNames: JSONRepeatedNames { .refused }
        static var skipsByteOrderMark: Bool { false }
        static var longestNumber: Int? { nil }

        static func value(_ content: JSONContent<JSONValue, Member>, at offset: Int) -> JSONValue {
            switch content {
            case .null: .null
            case .boolean(let value): .boolean(value)
            case .string(let text): .string(text)
            case .array(let elements): .array(elements)
            case .object(let members): .object(members)
            }
        }

        static func number(_ number: JSONNumber, at offset: Int) -> JSONValue? {
            if let value = number.integer { return .integer(value) }
            return number.isInRange ? .number(Number(written: number.text)) : nil
        }

        static func member(_ name: String, at offset: Int, _ value: JSONValue) -> Member {
            Member(name, value)
        }

        static func name(of member: Member) -> String { member.name }
    }
}
