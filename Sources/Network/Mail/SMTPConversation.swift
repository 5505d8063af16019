#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A line to an SMTP server, on which one side speaks and then the other.
protocol SMTPLine: Sendable {
    /// Sends bytes.
    func send(_ bytes: [UInt8]) async throws(MailError)
    /// The next reply.
    func reply() async throws(MailError) -> SMTPReply
    /// Encrypts everything from now on; throws ``MailError/invalidReply`` when the server has said more already.
    func startTLS() async throws(MailError)
}

/// Hands one mail to a server: greeting, encryption, login, envelope, mail.
struct SMTPConversation: Sendable {
    /// What the client calls itself.
    let name: String
    /// Whether encryption begins with `STARTTLS`; otherwise the line is encrypted from its first byte, or need not be.
    let startsTLS: Bool
    /// Whom to log in as; nil for nobody.
    let login: SMTPServer.Login?

    /// Hands `message` over; the caller closes the line afterwards, whatever happened.
    func send(_ message: MailMessage, from sender: MailAddress, on line: some SMTPLine) async throws(MailError) {
        try await expect(220, .greeting, on: line)
        var extensions = try await hello(on: line)
        if startsTLS {
            // Never go on in the open: an attacker on the way can cut the offer out.
            guard extensions["STARTTLS"] != nil else { throw .notEncrypted }
            try await say("STARTTLS", on: line)
            try await expect(220, .startTLS, on: line)
            try await line.startTLS()
            // What was said before may have been said by anybody (RFC 3207 section 4.2).
            extensions = try await hello(on: line)
        }
        if let login { try await logIn(login, extensions["AUTH"] ?? [], on: line) }
        try await say("MAIL FROM:\(sender.path)", on: line)
        try await expect(250, .sender, on: line)
        try await say("RCPT TO:\(message.recipient.path)", on: line)
        let reply = try await line.reply()
        guard reply.status == 250 || reply.status == 251 else {
            throw .refused(status: reply.status, step: .recipient)
        }
        try await say("DATA", on: line)
        try await expect(354, .data, on: line)
        try await line.send(Self.stuffed(message.bytes(from: sender)))
        try await expect(250, .message, on: line)
        // The mail has been taken; whether the farewell arrives makes no difference.
        try? await say("QUIT", on: line)
    }

    private func hello(on line: some SMTPLine) async throws(MailError) -> [String: [String]] {
        try await say("EHLO \(name)", on: line)
        return try await expect(250, .hello, on: line).extensions
    }

    /// `AUTH PLAIN` (RFC 4616) or, where a server knows nothing better, `AUTH LOGIN`.
    private func logIn(
        _ login: SMTPServer.Login, _ mechanisms: [String], on line: some SMTPLine
    ) async throws(MailError) {
        let answers: [String]
        if mechanisms.contains("PLAIN") {
            answers = ["AUTH PLAIN " + base64("\0\(login.user)\0\(login.password)")]
        } else if mechanisms.contains("LOGIN") {
            answers = ["AUTH LOGIN", base64(login.user), base64(login.password)]
        } else {
            throw .notLoggedIn
        }
        for (index, answer) in answers.enumerated() {
            try await say(answer, on: line)
            let reply = try await line.reply()
            guard reply.status == (index == answers.count - 1 ? 235 : 334) else {
                if (400...499).contains(reply.status) { throw .refused(status: reply.status, step: .login) }
                throw .notLoggedIn
            }
        }
    }

    @discardableResult
    private func expect(
        _ status: Int, _ step: SMTPStep, on line: some SMTPLine
    ) async throws(MailError) -> SMTPReply {
        let reply = try await line.reply()
        guard reply.status == status else { throw .refused(status: reply.status, step: step) }
        return reply
    }

    private func say(_ command: String, on line: some SMTPLine) async throws(MailError) {
        try await line.send(Array(command.utf8) + [0x0D, 0x0A])
    }

    private func base64(_ text: String) -> String {
        Data(text.utf8).base64EncodedString()
    }

    /// A mail with a dot before each line that begins with one, and the line with a single dot at its end (RFC 5321
    /// section 4.5.2); `message` ends in CR and LF.
    static func stuffed(_ message: [UInt8]) -> [UInt8] {
        var stuffed: [UInt8] = []
        stuffed.reserveCapacity(message.count + 8)
        var isAtStart = true
        for byte in message {
            if isAtStart, byte == UInt8(ascii: ".") { stuffed.append(byte) }
            stuffed.append(byte)
            isAtStart = byte == UInt8(ascii: "\n")
        }
        return stuffed + Array(".\r\n".utf8)
    }
}
