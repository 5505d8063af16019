extension JSONTree {
    /// How deep lists and objects may lie within one another.
    static let depthLimit = 16

    /// The value that a document of RFC 8259 in UTF-8 holds; a byte order mark before it is skipped.
    init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
        var parser = JSONTreeParser(bytes)
        self = try parser.document()
    }
}

/// Reads one JSON document from left to right.
private struct JSONTreeParser {
    private let bytes: [UInt8]
    private var position: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        self.position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    mutating func document() throws(JSONSyntaxError) -> JSONTree {
        let tree = try value(depth: 0)
        skipSpace()
        guard position == bytes.count else { throw error("something follows the end of the document") }
        return tree
    }

    private func error(_ message: String) -> JSONSyntaxError {
        JSONSyntaxError(offset: min(position, bytes.count), message: message)
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONTree {
        skipSpace()
        let start = position
        switch next {
        case UInt8(ascii: "{"): return JSONTree(value: .object(try members(depth: depth + 1)), offset: start)
        case UInt8(ascii: "["): return JSONTree(value: .array(try elements(depth: depth + 1)), offset: start)
        case UInt8(ascii: "\""): return JSONTree(value: .string(try string()), offset: start)
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case let byte? where byte == UInt8(ascii: "-") || Self.isDigit(byte):
            return JSONTree(value: .number(try number()), offset: start)
        case nil: throw error("the document ends where a value is expected")
        default: throw error("a value is expected")
        }
    }

    private mutating func word(_ text: String, _ value: JSONTree.Value) throws(JSONSyntaxError) -> JSONTree {
        let start = position
        guard bytes[position...].starts(with: text.utf8) else { throw error("a value is expected") }
        position += text.utf8.count
        return JSONTree(value: value, offset: start)
    }

    private func checkDepth(_ depth: Int) throws(JSONSyntaxError) {
        guard depth <= JSONTree.depthLimit else {
            throw error("lists and objects lie more than \(JSONTree.depthLimit) deep")
        }
    }

    private mutating func members(depth: Int) throws(JSONSyntaxError) -> [JSONTree.Member] {
        try checkDepth(depth)
        position += 1
        var members: [JSONTree.Member] = []
        skipSpace()
        if skip("}") { return [] }
        repeat {
            skipSpace()
            let start = position
            guard next == UInt8(ascii: "\"") else { throw error("a key in quotes is expected") }
            let key = try string()
            skipSpace()
            guard skip(":") else { throw error("a colon is expected") }
            members.append(JSONTree.Member(key: key, offset: start, value: try value(depth: depth)))
            skipSpace()
        } while skip(",")
        guard skip("}") else { throw error("a comma or the end of the object is expected") }
        return members
    }

    private mutating func elements(depth: Int) throws(JSONSyntaxError) -> [JSONTree] {
        try checkDepth(depth)
        position += 1
        var elements: [JSONTree] = []
        skipSpace()
        if skip("]") { return [] }
        repeat {
            elements.append(try value(depth: depth))
            skipSpace()
        } while skip(",")
        guard skip("]") else { throw error("a comma or the end of the list is expected") }
        return elements
    }

    private mutating func number() throws(JSONSyntaxError) -> Double {
        let start = position
        _ = skip("-")
        if skip("0") {
            if let byte = next, Self.isDigit(byte) { throw error("a number does not begin with 0") }
        } else {
            try digits()
        }
        if skip(".") { try digits() }
        if skip("e") || skip("E") {
            if !skip("+") { _ = skip("-") }
            try digits()
        }
        guard position - start <= 64, let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)),
            value.isFinite
        else {
            position = start
            throw error("the number is too long or too large")
        }
        return value
    }

    private mutating func digits() throws(JSONSyntaxError) {
        guard let byte = next, Self.isDigit(byte) else { throw error("a digit is expected") }
        while let byte = next, Self.isDigit(byte) { position += 1 }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    private mutating func string() throws(JSONSyntaxError) -> String {
        let start = position
        position += 1
        var text: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                guard let string = String(validating: text, as: UTF8.self) else {
                    position = start
                    throw error("the text is not UTF-8")
                }
                return string
            case UInt8(ascii: "\\"):
                text.append(contentsOf: String(Character(try escape())).utf8)
            case 0..<0x20:
                throw error("a control character stands in a text")
            default:
                text.append(byte)
                position += 1
            }
        }
        throw error("the document ends within a text")
    }

    /// The character that an escape means; of a surrogate pair both halves are read.
    private mutating func escape() throws(JSONSyntaxError) -> Unicode.Scalar {
        let start = position
        position += 1
        let letter = next
        position += 1
        switch letter {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            if let first = codeUnit() {
                if let scalar = Unicode.Scalar(first) { return scalar }
                if first < 0xDC00, skip("\\"), skip("u"), let second = codeUnit(), (0xDC00...0xDFFF).contains(second),
                    let scalar = Unicode.Scalar(0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00))
                {
                    return scalar
                }
            }
        default: break
        }
        position = start
        throw error("an escape means no character")
    }

    private mutating func codeUnit() -> UInt32? {
        guard position + 4 <= bytes.count else { return nil }
        var unit: UInt32 = 0
        for byte in bytes[position..<position + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else { return nil }
            unit = unit << 4 | UInt32(digit)
        }
        position += 4
        return unit
    }
}
