import Basics

/// Random identifiers in the form in which these formats write them.
enum UUIDText {
    /// A random UUID (RFC 9562, version 4) in lower case.
    static func random(using random: inout some RandomNumberGenerator) -> String {
        var bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return text(bytes.hexadecimal) ?? ""
    }

    /// The UUID of 32 hexadecimal digits; nil when they are none.
    static func text(_ digits: String) -> String? {
        guard let digits = self.digits(of: digits) else { return nil }
        var text = ""
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text += "-" }
            text.append(digit)
        }
        return text
    }

    /// The 32 hexadecimal digits of a UUID in whatever form, in lower case; nil when it is none, or says nothing.
    static func digits(of text: String) -> String? {
        let digits = text.lowercased().filter { !"-{}".contains($0) }
        guard digits.utf8.count == 32, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
            digits.contains(where: { $0 != "0" })
        else { return nil }
        return digits
    }
}
