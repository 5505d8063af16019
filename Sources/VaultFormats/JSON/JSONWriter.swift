/// Writes JSON without white space, or indented by two spaces a level.
struct JSONWriter {
    private var bytes: [UInt8] = []
    private let isIndented: Bool

    /// The bytes of `value`.
    static func bytes(_ value: JSONValue, isIndented: Bool = false) -> [UInt8] {
        var writer = JSONWriter(isIndented: isIndented)
        writer.write(value, level: 0)
        return writer.bytes
    }

    private init(isIndented: Bool) {
        self.isIndented = isIndented
    }

    private mutating func write(_ value: JSONValue, level: Int) {
        switch value {
        case .null: append("null")
        case .bool(let truth): append(truth ? "true" : "false")
        case .number(let digits): append(digits)
        case .string(let text): write(text)
        case .array(let elements):
            guard !elements.isEmpty else { return append("[]") }
            append("[")
            for (index, element) in elements.enumerated() {
                if index > 0 { append(",") }
                newLine(level + 1)
                write(element, level: level + 1)
            }
            newLine(level)
            append("]")
        case .object(let object):
            guard !object.members.isEmpty else { return append("{}") }
            append("{")
            for (index, member) in object.members.enumerated() {
                if index > 0 { append(",") }
                newLine(level + 1)
                write(member.name)
                append(isIndented ? ": " : ":")
                write(member.value, level: level + 1)
            }
            newLine(level)
            append("}")
        }
    }

    private mutating func write(_ text: String) {
        append("\"")
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): append("\\\"")
            case UInt8(ascii: "\\"): append("\\\\")
            case 0x0A: append("\\n")
            case 0x0D: append("\\r")
            case 0x09: append("\\t")
            case 0..<0x20, 0x7F:
                append("\\u00")
                append(byte < 0x10 ? "0" : "")
                append(String(byte, radix: 16))
            default: bytes.append(byte)
            }
        }
        append("\"")
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func newLine(_ level: Int) {
        guard isIndented else { return }
        bytes.append(0x0A)
        bytes.append(contentsOf: repeatElement(0x20, count: 2 * level))
    }
}
