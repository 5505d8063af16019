/// Base32 (RFC 4648 section 6) in either case, padded or not.
enum Base32Secret {
    /// The bytes that `text` says, or nil when it has another character.
    ///
    /// Bits left over at the end are passed over, as authenticator apps do: some services give secrets that have them.
    static func decode(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var pending: UInt32 = 0
        var bits = 0
        var isPadding = false
        for character in text.utf8 {
            switch character {
            case UInt8(ascii: "="): isPadding = true
            default:
                guard !isPadding, let value = value(of: character) else { return nil }
                pending = pending << 5 | UInt32(value)
                bits += 5
                if bits >= 8 {
                    bits -= 8
                    bytes.append(UInt8(truncatingIfNeeded: pending >> UInt32(bits)))
                    pending &= 1 << UInt32(bits) - 1
                }
            }
        }
        return bytes
    }

    private static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a")
        case UInt8(ascii: "2")...UInt8(ascii: "7"): character - UInt8(ascii: "2") + 26
        default: nil
        }
    }
}
