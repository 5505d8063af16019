import Basics

extension JSONWriter {
    /// The bytes of `value` without white space, or indented by two spaces a level.
    static func bytes(_ value: JSONValue, isIndented: Bool = false) -> [UInt8] {
        var writer = JSONWriter(escapesMarkup: false)
        writer.write(value, level: isIndented ? 0 : nil)
        return writer.bytes
    }

    /// - Parameter level: How far the value is indented; nil writes no white space.
    private mutating func write(_ value: JSONValue, level: Int?) {
        switch value {
        case .null: raw("null")
        case .bool(let truth): raw(truth ? "true" : "false")
        case .number(let digits): raw(digits)
        case .string(let text): string(text)
        case .array(let elements):
            block("[", "]", elements, level: level) { writer, element, level in writer.write(element, level: level) }
        case .object(let object):
            block("{", "}", object.members, level: level) { writer, member, level in
                writer.string(member.name)
                writer.raw(level == nil ? ":" : ": ")
                writer.write(member.value, level: level)
            }
        }
    }

    private mutating func block<Element>(
        _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ elements: [Element], level: Int?,
        _ write: (inout JSONWriter, Element, Int?) -> Void
    ) {
        byte(open)
        for (index, element) in elements.enumerated() {
            if index > 0 { byte(",") }
            newLine(level.map { $0 + 1 })
            write(&self, element, level.map { $0 + 1 })
        }
        if !elements.isEmpty { newLine(level) }
        byte(close)
    }

    private mutating func newLine(_ level: Int?) {
        guard let level else { return }
        byte("\n")
        raw(String(repeating: "  ", count: level))
    }
}
