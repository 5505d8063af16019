import Encodings

/// Reads packets from lines of text: JSON with `layer` and `hex`, or hexadecimal as people and hcidump write it.
///
/// Blanks, commas, colons, dashes and `0x` between bytes are skipped. Behind `>` (received) and `<` (sent) a packet goes on
/// in the indented lines that follow. A line without a layer is an event when it begins like one, a link-layer packet when
/// it begins with the access address of advertising, and AD structures otherwise.
struct PacketText {
    private var decoder = PacketDecoder()
    /// A packet that goes on in the next line, if that is indented.
    private var pending: [UInt8]?

    /// What a line says: an object for each packet that ends before or with it.
    ///
    /// A line that can't be read has the `error` that `isUnreadable` recognizes.
    mutating func take(_ line: some StringProtocol) -> [JSONValue] {
        // What editors of another system put before the first line.
        let line = line.first == "\u{FEFF}" ? line.dropFirst() : line[...]
        guard let first = line.first(where: { !$0.isWhitespace }) else { return [] }
        if first == ">" || first == "<" {
            let ended = finish()
            guard let bytes = Self.bytes(line.drop { $0 != first }.dropFirst()) else { return ended + [Self.noPacket] }
            // Commands and data carry no advertisements.
            pending = first == ">" ? bytes : []
            return ended
        }
        if first == "{" {
            let ended = finish()
            return ended + [decoder.decode(line: String(line))]
        }
        guard let bytes = Self.bytes(line) else { return finish() + [Self.noPacket] }
        if line.first?.isWhitespace == true, let begun = pending {
            pending = begun.isEmpty ? [] : begun + bytes
            return []
        }
        let ended = finish()
        return ended + decode(bytes)
    }

    /// What the last lines said, once no more come.
    mutating func finish() -> [JSONValue] {
        defer { pending = nil }
        guard let bytes = pending, !bytes.isEmpty else { return [] }
        return decode(bytes)
    }

    /// Whether a line could not be read as a packet at all.
    static func isUnreadable(_ decoded: JSONValue) -> Bool {
        guard case .string(let code)? = decoded["error"] else { return false }
        return code.hasPrefix("decode.")
    }

    private static let noPacket = JSONValue.object(PacketDecoder.failure("decode.not_a_packet_line"))

    private mutating func decode(_ bytes: [UInt8]) -> [JSONValue] {
        if bytes.starts(with: [0x04, 0x3E]) { return decoder.decode(event: bytes).map { [$0] } ?? [] }
        // Other events, and packets of other kinds, as whole dumps have them.
        if bytes.count >= 3, bytes[0] == 0x04, bytes.count == 3 + Int(bytes[2]) { return [] }
        if bytes.starts(with: [0xD6, 0xBE, 0x89, 0x8E]) { return [decoder.decode(.linkLayer, bytes)] }
        return [decoder.decode(.advertisement, bytes)]
    }

    /// The bytes that hexadecimal text stands for, whatever stands between them; nil for other text.
    static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let tokens = text.split { $0.isWhitespace || ",;:-".contains($0) }
        var digits = ""
        for token in tokens {
            let isMarked = token.hasPrefix("0x") || token.hasPrefix("0X")
            let token = isMarked ? token.dropFirst(2) : token[...]
            if token.count == 1, isMarked || tokens.count > 1 { digits += "0" }
            digits += token
        }
        guard !digits.isEmpty else { return nil }
        return [UInt8](hexadecimal: digits)
    }
}
