/// The text compression of Eddystone-URL.
enum EddystoneURLCode {
    /// What each scheme byte stands for ("URL Scheme Prefix").
    static let schemes = ["http://www.", "https://www.", "http://", "https://"]

    /// What bytes 0 to 13 stand for ("Eddystone-URL HTTP URL encoding").
    static let expansions = [
        ".com/", ".org/", ".edu/", ".net/", ".info/", ".biz/", ".gov/",
        ".com", ".org", ".edu", ".net", ".info", ".biz", ".gov",
    ]

    /// Whether the format allows `byte`: an expansion or printable ASCII without the space.
    @inline(__always)
    static func isAllowed(_ byte: UInt8) -> Bool {
        byte <= 13 || (byte > 0x20 && byte < 0x7F)
    }

    /// The scheme and the encoded rest of an address.
    static func encode(_ text: String) throws(FrameError) -> (scheme: UInt8, encoded: [UInt8]) {
        let bytes = Array(text.utf8)
        // The first two schemes begin with the last two, so the first match is the longest; it must leave something.
        let fitting = schemes.indices.filter { bytes.has(schemes[$0], at: 0) }
        guard let scheme = fitting.first(where: { schemes[$0].utf8.count < bytes.count }) ?? fitting.first else {
            throw .reservedURLByte(bytes.first ?? 0)
        }
        var encoded: [UInt8] = []
        var position = schemes[scheme].utf8.count
        while position < bytes.count {
            // Expansions with a slash stand before those without, so here, too, the first match is the longest.
            if let index = expansions.firstIndex(where: { bytes.has($0, at: position) }) {
                encoded.append(UInt8(index))
                position += expansions[index].utf8.count
            } else {
                guard bytes[position] > 0x20, bytes[position] < 0x7F else { throw .reservedURLByte(bytes[position]) }
                encoded.append(bytes[position])
                position += 1
            }
        }
        return (UInt8(scheme), encoded)
    }
}

extension [UInt8] {
    fileprivate func has(_ text: String, at position: Int) -> Bool {
        var index = position
        for byte in text.utf8 {
            guard index < count, self[index] == byte else { return false }
            index += 1
        }
        return true
    }
}
