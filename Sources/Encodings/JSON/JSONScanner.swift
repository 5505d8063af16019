/// Why a text is not JSON that we take; positions are byte offsets.
public enum JSONError: Error, Equatable, Sendable {
    /// The text ended inside a value.
    case ended
    /// A byte that cannot stand here.
    case unexpected(at: Int)
    /// A string that is not UTF-8, or an escape that names no character.
    case invalidText(at: Int)
    /// A number that a double cannot hold.
    case numberOutOfRange(at: Int)
    /// A name that occurs twice in one object.
    case duplicateName(at: Int)
    /// Arrays and objects nested deeper than `JSONScanner.deepest`.
    case tooDeep(at: Int)

    /// The reason in words that may be shown to the sender.
    public var reason: String {
        switch self {
        case .ended: "the text ends inside a value"
        case .unexpected(let offset): "unexpected character at byte \(offset)"
        case .invalidText(let offset): "invalid string at byte \(offset)"
        case .numberOutOfRange(let offset): "number out of range at byte \(offset)"
        case .duplicateName(let offset): "name repeated in an object at byte \(offset)"
        case .tooDeep(let offset): "nested too deeply at byte \(offset)"
        }
    }
}

extension JSONValue {
    /// The one value that the whole of `bytes` is; nested no deeper than 32 levels, no name twice in an object.
    public init(parsing bytes: [UInt8]) throws(JSONError) {
        self = try JSONScanner.parse(bytes)
    }
}

/// Reads JSON (RFC 8259) from left to right, strictly: no comments, no trailing commas, no repeated names.
///
/// Repeated names are refused because two readers of one document could otherwise see different values.
package struct JSONScanner {
    /// How deep arrays and objects may nest.
    package static let deepest = 32

    private let bytes: [UInt8]
    package private(set) var position = 0

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The one value that the whole of `bytes` is.
    fileprivate static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        var scanner = JSONScanner(bytes)
        let value = try scanner.value(depth: 0)
        scanner.skipSpace()
        guard scanner.isAtEnd else { throw .unexpected(at: scanner.position) }
        return value
    }

    package var isAtEnd: Bool { position == bytes.count }

    package mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }

    /// Steps over white space and then `character` when it is next, and says whether it was.
    package mutating func skip(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(JSONError) {
        guard skip(character) else { throw isAtEnd ? .ended : .unexpected(at: position) }
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        skipSpace()
        guard position < bytes.count else { throw .ended }
        guard depth <= Self.deepest else { throw .tooDeep(at: position) }
        switch bytes[position] {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        guard matches(word, at: position) else { throw .unexpected(at: position) }
        position += word.utf8CodeUnitCount
        return value
    }

    /// Whether the bytes from `offset` begin with `word`.
    package func matches(_ word: StaticString, at offset: Int) -> Bool {
        word.withUTF8Buffer { bytes[min(offset, bytes.count)...].starts(with: $0) }
    }

    private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
        position += 1
        var elements: [JSONValue] = []
        if skip("]") { return .array(elements) }
        repeat { elements.append(try value(depth: depth + 1)) } while skip(",")
        try expect("]")
        return .array(elements)
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
        position += 1
        var members: [JSONValue.Member] = []
        var names: Set<String> = []
        if skip("}") { return .object(members) }
        repeat {
            skipSpace()
            let start = position
            guard position < bytes.count else { throw .ended }
            guard bytes[position] == UInt8(ascii: "\"") else { throw .unexpected(at: position) }
            let name = try string()
            guard names.insert(name).inserted else { throw .duplicateName(at: start) }
            try expect(":")
            members.append(.init(name, try value(depth: depth + 1)))
        } while skip(",")
        try expect("}")
        return .object(members)
    }
}

// MARK: - Strings

extension JSONScanner {
    /// The string that begins with the quote at `position`.
    private mutating func string() throws(JSONError) -> String {
        if let range = plainString() { return String(decoding: bytes[range], as: UTF8.self) }
        let start = position
        position += 1
        var text: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let valid = String(validating: text, as: UTF8.self) else { throw .invalidText(at: start) }
                return valid
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20: throw .unexpected(at: position - 1)
            default: text.append(byte)
            }
        }
        throw .ended
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
        guard position < bytes.count else { throw .ended }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text.append(contentsOf: String(try escapedScalar()).utf8)
        default: throw .unexpected(at: position - 1)
        }
    }

    /// The character of a `\u` escape, of two for a surrogate pair; half a pair is refused.
    private mutating func escapedScalar() throws(JSONError) -> Unicode.Scalar {
        let start = position
        let first = try escapedUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, matches("\\u", at: position) else { throw .invalidText(at: start) }
        position += 2
        let second = try escapedUnit()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF)))
        else { throw .invalidText(at: start) }
        return scalar
    }

    private mutating func escapedUnit() throws(JSONError) -> UInt16 {
        guard position + 4 <= bytes.count else { throw .ended }
        var unit: UInt16 = 0
        for byte in bytes[position..<position + 4] {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: throw .invalidText(at: position)
            }
            unit = unit << 4 | UInt16(digit)
        }
        position += 4
        return unit
    }

    /// Steps over a string of printable ASCII without escapes and gives where its text is; otherwise stays and gives nil.
    package mutating func plainString() -> Range<Int>? {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { return nil }
        var end = position + 1
        while end < bytes.count {
            switch bytes[end] {
            case UInt8(ascii: "\""):
                defer { position = end + 1 }
                return position + 1..<end
            case UInt8(ascii: "\\"), 0..<0x20, 0x7F...: return nil
            default: end += 1
            }
        }
        return nil
    }

    /// The bytes of a range that `plainString` gave, as text.
    package func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }
}

// MARK: - Numbers

extension JSONScanner {
    private mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        if position < bytes.count, bytes[position] == UInt8(ascii: "-") { position += 1 }
        let firstDigit = position
        guard digits() > 0 else { throw isAtEnd ? .ended : .unexpected(at: position) }
        // RFC 8259 section 6: no leading zeros.
        guard bytes[firstDigit] != UInt8(ascii: "0") || position == firstDigit + 1 else {
            throw .unexpected(at: firstDigit + 1)
        }
        var isWhole = true
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            isWhole = false
            position += 1
            guard digits() > 0 else { throw isAtEnd ? .ended : .unexpected(at: position) }
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            isWhole = false
            position += 1
            if position < bytes.count, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
                position += 1
            }
            guard digits() > 0 else { throw isAtEnd ? .ended : .unexpected(at: position) }
        }
        let text = text(start..<position)
        if isWhole, let value = Int64(text) { return .integer(value) }
        guard let value = Double(text), value.isFinite else { throw .numberOutOfRange(at: start) }
        return .number(value)
    }

    /// Steps over decimal digits and counts them.
    private mutating func digits() -> Int {
        let start = position
        while position < bytes.count, bytes[position] >= 0x30, bytes[position] <= 0x39 { position += 1 }
        return position - start
    }

    /// Steps over a plain number from 0 to 65,535 that ends at `,`, `}` or white space; otherwise gives nil.
    package mutating func plainUInt16() -> UInt16? {
        let start = position
        var value = 0
        while position < bytes.count, bytes[position] >= 0x30, bytes[position] <= 0x39, position - start < 5 {
            value = value * 10 + Int(bytes[position] - 0x30)
            position += 1
        }
        let count = position - start
        guard count > 0, position < bytes.count, count == 1 || bytes[start] != 0x30, value <= 0xFFFF else { return nil }
        switch bytes[position] {
        case UInt8(ascii: ","), UInt8(ascii: "}"), 0x20, 0x09, 0x0A, 0x0D: return UInt16(value)
        default: return nil
        }
    }
}
