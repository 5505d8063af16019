/// How a text is written where only some characters may stand, as in an address or a form (RFC 3986 section 2.1).
public enum PercentEncoding: Sendable {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// `text` with every byte encoded but those of the unreserved characters of RFC 3986 section 2.3.
    public static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            default:
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What `text` says once its percent signs are undone; nil when one is not followed by two digits, or when that is
    /// not UTF-8.
    public static func decoded(_ text: some StringProtocol) -> String? {
        guard let bytes = bytes(Array(text.utf8)) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The bytes that `text` says.
    ///
    /// - Parameters:
    ///   - plus: What `+` means: itself, or a space in a form.
    ///   - keepsStray: Whether a percent sign that no two digits follow means itself; otherwise there is no answer.
    package static func bytes(
        _ text: [UInt8], plus: Unicode.Scalar = "+", keepsStray: Bool = false
    ) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var position = 0
        while position < text.count {
            let byte = text[position]
            position += 1
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: plus))
            case UInt8(ascii: "%"):
                if position + 1 < text.count, let high = text[position].hexadecimalDigit,
                    let low = text[position + 1].hexadecimalDigit
                {
                    bytes.append(high << 4 | low)
                    position += 2
                } else if keepsStray {
                    bytes.append(byte)
                } else {
                    return nil
                }
            default: bytes.append(byte)
            }
        }
        return bytes
    }
}
