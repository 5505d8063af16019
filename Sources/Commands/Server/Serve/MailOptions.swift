import ArgumentParser
import Foundation
import Network
import Strings

/// How the server's mails reach people.
struct MailOptions: ParsableArguments {
    @Option(
        help:
            "smtp://USER@HOST:587 (STARTTLS), smtps://USER@HOST:465, or file:DIR for one .eml each. Without it no mail."
    )
    var mail: String?

    @Option(help: "A file whose first line is the password of the mail server.")
    var mailPasswordFile: String?

    @Option(help: "The address that mails come from.")
    var mailFrom: String?

    @Option(help: "A file of certificates in PEM form that are trusted for the mail server, in place of the machine's.")
    var mailCertificates: String?

    func validate() throws {
        guard let mail else {
            guard mailPasswordFile == nil, mailFrom == nil, mailCertificates == nil else {
                throw ValidationError("--mail-from, --mail-password-file and --mail-certificates need --mail")
            }
            return
        }
        guard let mailFrom else { throw ValidationError("--mail needs --mail-from") }
        guard MailAddress(mailFrom) != nil else { throw ValidationError("--mail-from: this is not an e-mail address") }
        if mail.hasPrefix("file:") {
            guard mail.utf8.count > 5 else { throw ValidationError("--mail: file: needs a directory") }
            return
        }
        guard SMTPServer(mail, password: mailPasswordFile.map { _ in "password" }) != nil else {
            throw ValidationError(
                "--mail must be smtp://USER@HOST:PORT with --mail-password-file, smtp://HOST:PORT without one, or file:DIR"
            )
        }
    }

    /// What carries mails away.
    func sender() throws -> any MailSender {
        guard let mail, let address = mailFrom.flatMap(MailAddress.init) else { return NoMail() }
        do throws(MailError) {
            if mail.hasPrefix("file:") { return try FileOutbox(path: String(mail.dropFirst(5)), sender: address) }
            guard let server = SMTPServer(mail, password: try password(), certificates: mailCertificates) else {
                throw .unavailable
            }
            return try SMTPSender(server, sender: address)
        } catch {
            switch error {
            case .notWritten: throw CommandFailure(ServerStrings.serveMailDirectory.text)
            case .notEncrypted: throw CommandFailure(ServerStrings.serveMailCertificates.text)
            default: throw CommandFailure(ServerStrings.serveMailPassword.text)
            }
        }
    }

    private func password() throws(MailError) -> String? {
        guard let mailPasswordFile else { return nil }
        guard let text = try? String(contentsOfFile: mailPasswordFile, encoding: .utf8),
            let line = text.split(separator: "\n").first
        else { throw .unavailable }
        return String(line)
    }
}
