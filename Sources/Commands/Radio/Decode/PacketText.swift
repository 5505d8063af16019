import Basics

/// Reads packets from lines of text: JSON with `layer` and `hex`, or hexadecimal as people and hcidump write it.
///
/// Blanks, commas, colons, dashes and `0x` between bytes are skipped. Behind `>` (received) and `<` (sent) a packet goes on
/// in the indented lines that follow, also where btmon and hcidump state only its kind and length. A line without a layer is an event when it begins like one, a link-layer packet when
/// it begins with the access address of advertising, and AD structures otherwise.
struct PacketText {
    private var decoder = PacketDecoder()
    /// A packet that goes on in the next line, if that is indented.
    private var pending: [UInt8]?
    /// Whether only the kind and length of the pending packet have been read.
    private var isAnnounced = false

    /// What a line says: an object for each packet that ends before or with it.
    ///
    /// A line that can't be read has the `error` that `isUnreadable` recognizes.
    mutating func take(_ line: some StringProtocol) -> [JSONValue] {
        // What editors of another system put before the first line.
        let line = line.first == "\u{FEFF}" ? line.dropFirst() : line[...]
        guard let first = line.first(where: { !$0.isWhitespace }) else { return [] }
        if first == ">" || first == "<" {
            let ended = finish()
            if let event = Self.announced(line) {
                (pending, isAnnounced) = (event, !event.isEmpty)
                return ended
            }
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
            isAnnounced = false
            return []
        }
        let ended = finish()
        return ended + decode(bytes)
    }

    /// What the last lines said, once no more come.
    mutating func finish() -> [JSONValue] {
        defer { (pending, isAnnounced) = (nil, false) }
        guard let bytes = pending, !bytes.isEmpty else { return [] }
        if isAnnounced { return [Self.noBytes] }
        return decode(bytes)
    }

    /// Whether a line could not be read as a packet at all.
    static func isUnreadable(_ decoded: JSONValue) -> Bool {
        guard case .string(let code)? = decoded["error"] else { return false }
        return code.hasPrefix("decode.")
    }

    /// What a line says that states an event's kind and length, and behind which its bytes are missing.
    static let noBytes = JSONValue.object(PacketDecoder.failure("decode.no_bytes"))

    /// The beginning of an event whose kind and length a line of btmon or hcidump states, as in
    /// `> HCI Event: LE Meta Event (0x3e) plen 43`; empty for a command or data; nil for other lines.
    private static func announced(_ line: some StringProtocol) -> [UInt8]? {
        let words = line.split(separator: " ")
        guard let length = words.firstIndex(where: { $0 == "plen" || $0 == "dlen" }), length > 0,
            words.count > length + 1, let count = UInt16(words[length + 1])
        else { return nil }
        guard words[length] == "plen", words.contains("Event:") else { return [] }
        let code = words[length - 1]
        guard code.first == "(", code.last == ")", let kind = bytes(code.dropFirst().dropLast()), kind.count == 1,
            let plen = UInt8(exactly: count)
        else { return nil }
        return [0x04, kind[0], plen]
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
