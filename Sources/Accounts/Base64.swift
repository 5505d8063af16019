/// Base64 without padding, strict: every value has exactly one text.
enum Base64 {
    /// The alphabet of RFC 4648 section 4.
    static let standard = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    /// The alphabet of section 5, which is safe in a URL and in a cookie.
    private static let urlSafe = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The base64url text of `bytes`.
    static func encode(_ bytes: some Collection<UInt8>) -> String {
        var characters: [UInt8] = []
        var pending: UInt32 = 0
        var bits = 0
        for byte in bytes {
            pending = pending << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                characters.append(urlSafe[Int(pending >> UInt32(bits)) & 63])
            }
        }
        if bits > 0 { characters.append(urlSafe[Int(pending << UInt32(6 - bits)) & 63]) }
        return String(decoding: characters, as: UTF8.self)
    }

    /// The bytes of a base64url text that must hold exactly `count` of them, or nil.
    static func decode(_ text: String, count: Int) -> [UInt8]? {
        guard text.utf8.count == (count * 8 + 5) / 6 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        var pending: UInt32 = 0
        var bits = 0
        for character in text.utf8 {
            guard let value = urlSafe.firstIndex(of: character) else { return nil }
            pending = pending << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: pending >> UInt32(bits)))
            }
        }
        // Bits beyond the last byte must be zero, else several texts would mean the same.
        guard pending & ((1 << UInt32(bits)) - 1) == 0 else { return nil }
        return bytes
    }
}
