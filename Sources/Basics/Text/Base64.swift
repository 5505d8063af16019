/// Base64 (RFC 4648), strict: every value has exactly one text in each form.
///
/// Digits are worked out and not looked up, and nothing is decided by them until the end: how long it takes tells only
/// how long a secret is.
public enum Base64: Sendable {
    /// Which digits stand for 62 and 63, and whether the text is padded.
    public enum Form: Sendable {
        /// `+` and `/`, padded (section 4).
        case standard
        /// `-` and `_`, without padding (section 5, and RFC 7515 section 2): safe in addresses and cookies.
        case url
    }

    /// The text of `bytes`.
    public static func text(_ bytes: some Collection<UInt8>, _ form: Form = .standard) -> String {
        let count = bytes.count
        let length = form == .url ? (count * 8 + 5) / 6 : (count + 2) / 3 * 4
        return String(unsafeUninitializedCapacity: length) { text in
            var (pending, bits, place): (UInt32, UInt32, Int) = (0, 0, 0)
            for byte in bytes {
                pending = pending << 8 | UInt32(byte)
                bits += 8
                while bits >= 6 {
                    bits -= 6
                    text[place] = form.character(Int32(pending >> bits & 63))
                    place += 1
                }
            }
            if bits > 0 {
                text[place] = form.character(Int32(pending << (6 - bits) & 63))
                place += 1
            }
            while place < length {
                text[place] = UInt8(ascii: "=")
                place += 1
            }
            return length
        }
    }

    /// The bytes that `text` says; nil for anything but the one text of them in this form.
    public static func bytes(_ text: String, _ form: Form = .standard) -> [UInt8]? {
        bytes(text.utf8, form)
    }

    /// The bytes that `text` says; nil for anything but the one text of them in this form.
    public static func bytes(_ text: some Collection<UInt8>, _ form: Form = .standard) -> [UInt8]? {
        let length = text.count
        var digits = length
        if form == .standard {
            guard length % 4 == 0 else { return nil }
            digits -= text.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
        }
        guard digits % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits * 3 / 4)
        var (pending, bits, invalid): (UInt32, UInt32, Int32) = (0, 0, 0)
        for character in text.prefix(digits) {
            let digit = form.digit(Int32(character))
            invalid |= digit
            pending = pending << 6 | UInt32(digit & 63)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: pending >> bits))
            }
        }
        // What no digit is has made it negative. Bits beyond the last byte must be zero, else several texts would mean
        // the same.
        guard invalid >= 0, pending & ((1 << bits) - 1) == 0 else { return nil }
        return bytes
    }

    /// Whether `character` is one of the 64 digits of `form`.
    package static func isDigit(_ character: UInt8, _ form: Form) -> Bool {
        form.digit(Int32(character)) >= 0
    }
}

extension Base64.Form {
    /// The character of a digit, 0 to 63.
    ///
    /// A difference that is below zero has all its upper bits set: shifted, it chooses the distance to the next range.
    fileprivate func character(_ digit: Int32) -> UInt8 {
        var distance: Int32 = 0x41
        distance += ((25 - digit) >> 8) & 6
        distance -= ((51 - digit) >> 8) & 75
        switch self {
        case .standard:
            distance -= ((61 - digit) >> 8) & 15
            distance += ((62 - digit) >> 8) & 3
        case .url:
            distance -= ((61 - digit) >> 8) & 13
            distance += ((62 - digit) >> 8) & 49
        }
        return UInt8(truncatingIfNeeded: digit + distance)
    }

    /// The digit of a character, or −1 when it is none.
    fileprivate func digit(_ character: Int32) -> Int32 {
        /// `value` when the character is above `below` and below `above`, else 0.
        func between(_ below: Int32, _ above: Int32, _ value: Int32) -> Int32 {
            (((below - character) & (character - above)) >> 8) & value
        }
        var digit: Int32 = -1
        digit += between(0x40, 0x5B, character - 0x40)
        digit += between(0x60, 0x7B, character - 0x46)
        digit += between(0x2F, 0x3A, character + 5)
        switch self {
        case .standard:
            digit += between(0x2A, 0x2C, 63)
            digit += between(0x2E, 0x30, 64)
        case .url:
            digit += between(0x2C, 0x2E, 63)
            digit += between(0x5E, 0x60, 64)
        }
        return digit
    }
}
