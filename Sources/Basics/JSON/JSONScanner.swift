/// Steps over the parts of a JSON text (RFC 8259) from left to right: white space, punctuation, strings and numbers.
package struct JSONScanner {
    private let bytes: [UInt8]
    package private(set) var position = 0

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    package var isAtEnd: Bool { position == bytes.count }

    /// The next byte; nil at the end.
    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

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

    /// Steps over a byte order mark, if there is one.
    mutating func skipByteOrderMark() {
        if matches("\u{FEFF}", at: position) { position += 3 }
    }

    /// Steps over white space and then `character`, which must be next.
    mutating func expect(_ character: Unicode.Scalar, _ expectation: JSONExpectation) throws(JSONError) {
        guard skip(character) else { throw unexpected(expectation) }
    }

    /// Steps over `word`, which must be next.
    mutating func expect(_ word: StaticString) throws(JSONError) {
        guard matches(word, at: position) else { throw .unexpected(.value, at: position) }
        position += word.utf8CodeUnitCount
    }

    /// What is wrong when something else was expected here.
    func unexpected(_ expectation: JSONExpectation) -> JSONError {
        isAtEnd ? .ended(expectation) : .unexpected(expectation, at: position)
    }

    /// Whether the bytes from `offset` begin with `word`.
    package func matches(_ word: StaticString, at offset: Int) -> Bool {
        word.withUTF8Buffer { bytes[min(offset, bytes.count)...].starts(with: $0) }
    }

    /// The bytes of a range that `plainString` gave, as text.
    package func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }
}

// MARK: - Strings

extension JSONScanner {
    /// The string that begins with the quote at `position`.
    mutating func string() throws(JSONError) -> String {
        if let range = plainString() { return text(range) }
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
            case 0..<0x20: throw .unexpected(.character, at: position - 1)
            default: text.append(byte)
            }
        }
        throw .ended(.character)
    }

    /// The character of an escape, whose reverse solidus has been passed.
    private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
        guard position < bytes.count else { throw .ended(.character) }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text.append(contentsOf: String(try escapedScalar(from: position - 2)).utf8)
        default: throw .invalidEscape(at: position - 2)
        }
    }

    /// The character of a `\u` escape, of two for a surrogate pair; half a pair is refused.
    private mutating func escapedScalar(from start: Int) throws(JSONError) -> Unicode.Scalar {
        let first = try escapedUnit(from: start)
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, matches("\\u", at: position) else { throw .invalidEscape(at: start) }
        position += 2
        let second = try escapedUnit(from: start)
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF)))
        else { throw .invalidEscape(at: start) }
        return scalar
    }

    private mutating func escapedUnit(from start: Int) throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard position < bytes.count else { throw .ended(.character) }
            guard let digit = bytes[position].hexadecimalDigit else { throw .invalidEscape(at: start) }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
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
}

// MARK: - Numbers

extension JSONScanner {
    /// Steps over a number; where its text is, and whether it has neither fraction nor exponent.
    mutating func number() throws(JSONError) -> (range: Range<Int>, isWhole: Bool) {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        let firstDigit = position
        guard digits() > 0 else { throw start == firstDigit ? unexpected(.value) : unexpected(.digit) }
        guard bytes[firstDigit] != UInt8(ascii: "0") || position == firstDigit + 1 else {
            throw .unexpected(.noDigit, at: firstDigit + 1)
        }
        var isWhole = true
        if next == UInt8(ascii: ".") {
            isWhole = false
            position += 1
            guard digits() > 0 else { throw unexpected(.digit) }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            isWhole = false
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            guard digits() > 0 else { throw unexpected(.digit) }
        }
        return (start..<position, isWhole)
    }

    /// The value of a whole number that `number` found; nil when it does not fit.
    func integer(_ range: Range<Int>) -> Int64? {
        // Of 18 digits none can overflow.
        guard range.count <= 18 else { return Int64(text(range)) }
        var value: Int64 = 0
        for byte in bytes[range] where byte != UInt8(ascii: "-") { value = value * 10 + Int64(byte - 0x30) }
        return bytes[range.lowerBound] == UInt8(ascii: "-") ? -value : value
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
