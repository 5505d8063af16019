/// What carries mails away: an SMTP server, a folder, or nothing.
package protocol MailSender: Sendable {
    /// Whether mails reach anybody at all; without it nothing may depend on a mail.
    var isAvailable: Bool { get }
    /// Hands over one mail; when it returns, somebody else is responsible for it.
    func send(_ message: MailMessage) async throws(MailError)
}

/// Why a mail was not handed over; nothing in it comes from the mail or names anybody.
package enum MailError: Error, Equatable, Sendable {
    /// This server sends no mail.
    case unavailable
    /// The server cannot be reached, or ended the conversation.
    case unreachable
    /// The server took too long.
    case timedOut
    /// The server offers no encryption, or its certificate is not to be trusted; nothing secret was sent.
    case notEncrypted
    /// The server takes neither of our ways to log in, or not this name and password.
    case notLoggedIn
    /// What came is no SMTP.
    case invalidReply
    /// The server refused with this status while it was asked to do `step`.
    case refused(status: Int, step: SMTPStep)
    /// The file cannot be written.
    case notWritten

    /// Whether trying again later is of no use: the recipient or the mail itself was refused for good.
    package var isLasting: Bool {
        guard case .refused(let status, let step) = self else { return false }
        return (500...599).contains(status) && (step == .recipient || step == .data || step == .message)
    }
}

/// The steps of a conversation with an SMTP server.
package enum SMTPStep: String, Equatable, Sendable {
    /// The server's first line.
    case greeting
    /// `EHLO`.
    case hello
    /// `STARTTLS`.
    case startTLS
    /// `AUTH`.
    case login
    /// `MAIL FROM`.
    case sender
    /// `RCPT TO`.
    case recipient
    /// `DATA`.
    case data
    /// The mail itself.
    case message
}

/// No mail at all: what a server has that was not told how to send any.
package struct NoMail: MailSender {
    /// Always false.
    package var isAvailable: Bool { false }

    /// No mail at all.
    package init() {}

    /// Always throws ``MailError/unavailable``.
    package func send(_ message: MailMessage) async throws(MailError) {
        throw .unavailable
    }
}
