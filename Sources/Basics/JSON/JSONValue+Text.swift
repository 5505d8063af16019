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
        case .number(let value): raw(value.text)
        case .string(let value): string(value)
        case .array, .object: compact(value)
        }
    }
}
