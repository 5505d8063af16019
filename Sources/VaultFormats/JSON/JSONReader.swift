/// Reads JSON (RFC 8259) within bounds: UTF-8, at most ``ImportLimits/depth`` levels, nothing after the value.
struct JSONReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var depth = 0

    /// The value that `bytes` are; a mark of byte order before it is passed over.
    static func value(_ bytes: [UInt8]) throws(ImportFault) -> JSONValue {
        // The closure's error is typed by hand: a rethrowing function of the library would lose the type.
        let outcome = bytes.withUnsafeBufferPointer { buffer -> Result<JSONValue, ImportFault> in
            var reader = JSONReader(bytes: buffer)
            do throws(ImportFault) {
                return .success(try reader.document())
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    private mutating func document() throws(ImportFault) -> JSONValue {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        skipSpace()
        let value = try self.value()
        skipSpace()
        guard position == bytes.count else { throw fault("something follows the value") }
        return value
    }

    private mutating func value() throws(ImportFault) -> JSONValue {
        switch next {
        case UInt8(ascii: "{"): return .object(try nested { reader throws(ImportFault) in try reader.object() })
        case UInt8(ascii: "["): return .array(try nested { reader throws(ImportFault) in try reader.array() })
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"):
            try word("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try word("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try word("null")
            return .null
        case nil: throw fault("it ends too early")
        case let byte? where byte == UInt8(ascii: "-") || Self.isDigit(byte): return .number(try number())
        default: throw fault("a value is expected")
        }
    }

    /// What `read` gives one level further down.
    private mutating func nested<Value>(
        _ read: (inout JSONReader) throws(ImportFault) -> Value
    ) throws(ImportFault) -> Value {
        depth += 1
        guard depth <= ImportLimits.depth else { throw fault("more than \(ImportLimits.depth) levels") }
        let value = try read(&self)
        depth -= 1
        return value
    }

    private mutating func object() throws(ImportFault) -> JSONObject {
        position += 1
        skipSpace()
        var object = JSONObject()
        if skip("}") { return object }
        while true {
            guard next == UInt8(ascii: "\"") else { throw fault("a name is expected") }
            let name = try string()
            skipSpace()
            guard skip(":") else { throw fault("a colon is expected") }
            skipSpace()
            object.append(name, try value())
            skipSpace()
            if skip("}") { return object }
            guard skip(",") else { throw fault("a comma is expected") }
            skipSpace()
        }
    }

    private mutating func array() throws(ImportFault) -> [JSONValue] {
        position += 1
        skipSpace()
        var array: [JSONValue] = []
        if skip("]") { return array }
        while true {
            array.append(try value())
            skipSpace()
            if skip("]") { return array }
            guard skip(",") else { throw fault("a comma is expected") }
            skipSpace()
        }
    }

    private mutating func word(_ word: StaticString) throws(ImportFault) {
        let end = position + word.utf8CodeUnitCount
        let expected = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard end <= bytes.count, bytes[position..<end].elementsEqual(expected) else {
            throw fault("a value is expected")
        }
        position = end
    }

    private mutating func number() throws(ImportFault) -> String {
        let begin = position
        _ = skip("-")
        if !skip("0") { try digits() }
        if skip(".") { try digits() }
        if skip("e") || skip("E") {
            if !skip("+") { _ = skip("-") }
            try digits()
        }
        guard position - begin <= 64 else { throw fault("a number is too long") }
        return String(decoding: bytes[begin..<position], as: UTF8.self)
    }

    private mutating func digits() throws(ImportFault) {
        let begin = position
        while let byte = next, Self.isDigit(byte) { position += 1 }
        guard position > begin else { throw fault("a digit is expected") }
    }

    private mutating func string() throws(ImportFault) -> String {
        position += 1
        var text: [UInt8] = []
        while true {
            let begin = position
            while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
                position += 1
            }
            text.append(contentsOf: bytes[begin..<position])
            switch next {
            case UInt8(ascii: "\""):
                position += 1
                guard let valid = String(validating: text, as: UTF8.self) else { throw fault("a text is not UTF-8") }
                return valid
            case UInt8(ascii: "\\"):
                position += 1
                text.append(contentsOf: String(try escaped()).utf8)
            case nil: throw fault("a text does not end")
            default: throw fault("a text has a control character")
            }
        }
    }

    /// The character that an escape names, the reverse solidus already passed.
    private mutating func escaped() throws(ImportFault) -> Unicode.Scalar {
        guard let byte = next else { throw fault("a text does not end") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{08}"
        case UInt8(ascii: "f"): return "\u{0C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let high = try unit()
            if let scalar = Unicode.Scalar(high) { return scalar }
            guard (0xD800..<0xDC00).contains(high), skip("\\"), skip("u") else { throw fault("half a character") }
            let low = try unit()
            guard (0xDC00..<0xE000).contains(low),
                let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
            else { throw fault("half a character") }
            return scalar
        default: throw fault("an unknown escape")
        }
    }

    /// Four hexadecimal digits.
    private mutating func unit() throws(ImportFault) -> UInt32 {
        guard position + 4 <= bytes.count else { throw fault("a text does not end") }
        var unit: UInt32 = 0
        for byte in bytes[position..<position + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw fault("an unknown escape") }
            unit = unit << 4 | UInt32(digit)
        }
        position += 4
        return unit
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    /// A fault with the line, counted from 1, in which it was found.
    private func fault(_ reason: String) -> ImportFault {
        let line = 1 + bytes.prefix(position).count { $0 == 0x0A }
        return .malformed("line \(line): \(reason)")
    }
}
