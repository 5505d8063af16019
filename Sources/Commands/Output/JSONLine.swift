/// One JSON object on one line, written as bytes (RFC 8259).
///
/// Lists of many thousand items go through it, so it makes no value for what it writes, and cannot be copied: a second
/// owner of the bytes would have them all copied at the next line.
package struct JSONLine: ~Copyable {
    private var bytes: [UInt8]
    private var isFirst = true

    /// An object whose bytes follow `bytes`.
    package init(appendingTo bytes: consuming [UInt8] = []) {
        self.bytes = consume bytes
        self.bytes.append(UInt8(ascii: "{"))
    }

    /// The bytes with the end of the object and of the line.
    package consuming func finished() -> [UInt8] {
        bytes.append(UInt8(ascii: "}"))
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    /// A member that is a string.
    package mutating func member(_ name: StaticString, _ value: String) {
        self.name(name)
        string(value)
    }

    /// A member that is a string, or none when there is none.
    package mutating func member(_ name: StaticString, ifPresent value: String?) {
        if let value { member(name, value) }
    }

    /// A member that is a whole number.
    @inlinable
    package mutating func member(_ name: StaticString, _ value: some BinaryInteger) {
        member(name, digits: String(value))
    }

    /// A member whose value is written already.
    @usableFromInline
    package mutating func member(_ name: StaticString, digits: String) {
        self.name(name)
        raw(digits)
    }

    /// A member that is a number; what JSON cannot say is null.
    package mutating func member(_ name: StaticString, _ value: Double) {
        self.name(name)
        raw(value.isFinite ? "\(value)" : "null")
    }

    /// A member that is true or false.
    package mutating func member(_ name: StaticString, _ value: Bool) {
        self.name(name)
        raw(value ? "true" : "false")
    }

    /// A member that is an array of strings.
    package mutating func member(_ name: StaticString, _ values: [String]) {
        self.name(name)
        raw("[")
        for (index, value) in values.enumerated() {
            if index > 0 { raw(",") }
            string(value)
        }
        raw("]")
    }

    /// A member that is an array of objects.
    package mutating func member<Element>(
        _ name: StaticString, objects values: [Element], _ write: (Element, inout JSONLine) -> Void
    ) {
        self.name(name)
        raw("[")
        for (index, value) in values.enumerated() {
            if index > 0 { raw(",") }
            raw("{")
            isFirst = true
            write(value, &self)
            raw("}")
        }
        raw("]")
        isFirst = false
    }

    private mutating func name(_ name: StaticString) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func raw(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func string(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            if utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && $0 != 0x7F }) {
                bytes.append(contentsOf: utf8)
            } else {
                for byte in utf8 { escaped(byte) }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escaped(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(byte)
        case UInt8(ascii: "\n"): raw("\\n")
        case UInt8(ascii: "\r"): raw("\\r")
        case UInt8(ascii: "\t"): raw("\\t")
        case 0x7F, 0..<0x20:
            let digits = String(byte, radix: 16)
            raw("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
        default: bytes.append(byte)
        }
    }
}
