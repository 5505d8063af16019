/// Base64 (RFC 4648 section 4), which carries binary packets where only text can go.
enum EngineBase64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// `bytes` as text, padded.
    static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits: UInt32 = 0
            for byte in group { bits = bits << 8 | UInt32(byte) }
            bits <<= 8 * UInt32(3 - group.count)
            for place in 0..<4 {
                let isData = place <= group.count
                text.append(isData ? alphabet[Int(bits >> (18 - 6 * UInt32(place)) & 63)] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes that `text` says; nil unless it is padded and every unused bit is zero.
    static func bytes(_ text: some Collection<UInt8>) -> [UInt8]? {
        guard text.count % 4 == 0 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var (bits, place, padding): (UInt32, Int, Int) = (0, 0, 0)
        for (index, character) in text.enumerated() {
            if character == UInt8(ascii: "="), index >= text.count - 2 {
                padding += 1
                bits <<= 6
            } else {
                guard padding == 0, let value = value(character) else { return nil }
                bits = bits << 6 | UInt32(value)
            }
            place += 1
            if place == 4 {
                let group = [UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255)]
                guard group[(3 - padding)...].allSatisfy({ $0 == 0 }) else { return nil }
                bytes += group[..<(3 - padding)]
                (bits, place) = (0, 0)
            }
        }
        return bytes
    }

    private static func value(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
