extension [UInt8] {
    /// The bytes that hexadecimal digits of either case name, or nil when the text is anything else.
    ///
    /// Pairs of digits only: no prefix, no separator, no white space. The empty text is no bytes.
    public init?(hexadecimal text: String) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 2)
        var high: UInt8?
        for character in text.utf8 {
            guard let digit = character.hexadecimalDigit else { return nil }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        guard high == nil else { return nil }
        self = bytes
    }

    /// The bytes as lower-case hexadecimal digits, two for each.
    public var hexadecimal: String {
        String(unsafeUninitializedCapacity: count * 2) { digits in
            for index in indices {
                digits[2 * index] = (self[index] >> 4).hexadecimalCharacter
                digits[2 * index + 1] = (self[index] & 15).hexadecimalCharacter
            }
            return count * 2
        }
    }
}

extension UInt8 {
    /// The value of this ASCII character as a hexadecimal digit, or nil when it is not one.
    package var hexadecimalDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// The ASCII character of this digit, 0 to 15, in lower case.
    package var hexadecimalCharacter: UInt8 {
        self < 10 ? UInt8(ascii: "0") + self : UInt8(ascii: "a") + (self - 10)
    }
}
