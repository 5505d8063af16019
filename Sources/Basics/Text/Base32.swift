/// Base32 without padding (RFC 4648 section 6).
public enum Base32: Sendable {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    /// The text of `bytes`; what is left of a last group of five bits is zero.
    public static func text(_ bytes: some Collection<UInt8>) -> String {
        var characters: [UInt8] = []
        characters.reserveCapacity((bytes.count * 8 + 4) / 5)
        var pending: UInt32 = 0
        var bits = 0
        for byte in bytes {
            pending = pending << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                characters.append(alphabet[Int(pending >> UInt32(bits)) & 31])
            }
        }
        if bits > 0 { characters.append(alphabet[Int(pending << UInt32(5 - bits)) & 31]) }
        return String(decoding: characters, as: UTF8.self)
    }
}
