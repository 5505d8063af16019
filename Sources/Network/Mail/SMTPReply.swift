/// What an SMTP server answers (RFC 5321 section 4.2): a status and lines of text.
struct SMTPReply: Equatable, Sendable {
    let status: Int
    let lines: [String]

    /// The first word of each line but the first, in capitals, with the words that follow: what `EHLO` is answered.
    var extensions: [String: [String]] {
        var found: [String: [String]] = [:]
        for line in lines.dropFirst() {
            // Some servers still write `AUTH=LOGIN`.
            let words = line.uppercased().split { $0 == " " || $0 == "=" }.map(String.init)
            if let name = words.first { found[name, default: []] += words.dropFirst() }
        }
        return found
    }
}

/// Takes replies apart as they come, in any pieces.
struct SMTPReplyParser: Sendable {
    /// The longest line; RFC 5321 (section 4.5.3.1.5) allows 512 bytes.
    static let longestLine = 2048
    /// The most lines of one reply.
    static let mostLines = 128

    private var line: [UInt8] = []
    private var lines: [String] = []
    private var status = 0

    /// Whether nothing of a reply is left over.
    var isEmpty: Bool { line.isEmpty && lines.isEmpty }

    /// The replies that end in `bytes`; throws ``MailError/invalidReply`` for what is none.
    mutating func take(_ bytes: some Sequence<UInt8>) throws(MailError) -> [SMTPReply] {
        var replies: [SMTPReply] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                guard line.count < Self.longestLine else { throw .invalidReply }
                line.append(byte)
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if let reply = try end() { replies.append(reply) }
            line = []
        }
        return replies
    }

    /// Takes a line; gives the reply when it was the last one.
    private mutating func end() throws(MailError) -> SMTPReply? {
        guard line.count >= 3, line[..<3].allSatisfy({ (0x30...0x39).contains($0) }) else { throw .invalidReply }
        let number = line[..<3].reduce(0) { $0 * 10 + Int($1 - 0x30) }
        let separator = line.count > 3 ? line[3] : UInt8(ascii: " ")
        guard (200...599).contains(number), separator == UInt8(ascii: " ") || separator == UInt8(ascii: "-"),
            lines.isEmpty || number == status, lines.count < Self.mostLines
        else { throw .invalidReply }
        status = number
        lines.append(String(decoding: line.dropFirst(4), as: UTF8.self))
        guard separator == UInt8(ascii: " ") else { return nil }
        defer { lines = [] }
        return SMTPReply(status: number, lines: lines)
    }
}
