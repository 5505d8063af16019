/// Writes JSON text piece by piece into bytes; the caller places the punctuation.
///
/// It exists for the two answers that are made thousands of times a second; everything else goes through `Codable`.
public struct JSONWriter: Sendable {
    /// What has been written, UTF-8.
    public private(set) var bytes: [UInt8] = []

    private let escapesMarkup: Bool

    /// A writer that has written nothing and has room for `capacity` bytes.
    ///
    /// - Parameters:
    ///   - capacity: How many bytes can be written before more room is needed.
    ///   - escapesMarkup: Whether `<` is escaped, so that a text can stand inside a page without ending a script.
    public init(capacity: Int = 256, escapesMarkup: Bool = true) {
        self.escapesMarkup = escapesMarkup
        bytes.reserveCapacity(capacity)
    }

    /// Appends one ASCII character as it is.
    public mutating func byte(_ character: Unicode.Scalar) {
        bytes.append(UInt8(ascii: character))
    }

    /// Appends `text` as it is.
    public mutating func raw(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// Appends `text` as it is.
    public mutating func raw(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Appends a number.
    public mutating func integer(_ value: some BinaryInteger) {
        bytes.append(contentsOf: String(value).utf8)
    }

    /// Appends a number; what JSON cannot say (not a number, infinity) becomes `null`.
    public mutating func number(_ value: Double) {
        if value.isFinite { bytes.append(contentsOf: value.description.utf8) } else { raw("null" as StaticString) }
    }

    /// Appends `text` in quotes, with the escapes that RFC 8259 section 7 asks for.
    public mutating func string(_ text: String) {
        byte("\"")
        for unit in text.utf8 {
            switch unit {
            case UInt8(ascii: "\""): raw("\\\"" as StaticString)
            case UInt8(ascii: "\\"): raw("\\\\" as StaticString)
            case UInt8(ascii: "\n"): raw("\\n" as StaticString)
            case UInt8(ascii: "\r"): raw("\\r" as StaticString)
            case UInt8(ascii: "\t"): raw("\\t" as StaticString)
            case UInt8(ascii: "<") where !escapesMarkup: bytes.append(unit)
            case 0..<0x20, UInt8(ascii: "<"):
                raw("\\u00" as StaticString)
                bytes.append(Self.digits[Int(unit >> 4)])
                bytes.append(Self.digits[Int(unit & 15)])
            default: bytes.append(unit)
            }
        }
        byte("\"")
    }

    private static let digits = Array("0123456789abcdef".utf8)
}
