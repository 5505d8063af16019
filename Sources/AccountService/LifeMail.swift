import Accounts
import DeliveryService
import HTTPKit
import Storage
import Strings
import Time

/// What is told by mail of an account's life, in the languages of the house.
struct LifeMail: Sendable {
    /// The subject.
    let subject: Phrase
    /// What stands before and after what is alone on a line.
    let opening: [Phrase]
    /// A code, a link or lines of names.
    var lines: [String] = []
    var closing: [Phrase] = []

    /// The code that proves a mailbox.
    static func proof(code: MailboxCode) -> LifeMail {
        LifeMail(
            subject: MailStrings.proofSubject, opening: [MailStrings.proofOpening], lines: [code.text],
            closing: [MailStrings.proofClosing])
    }

    /// The code for a new address of an account.
    static func newAddress(code: MailboxCode) -> LifeMail {
        LifeMail(
            subject: MailStrings.addressSubject, opening: [MailStrings.addressOpening], lines: [code.text],
            closing: [MailStrings.addressClosing])
    }

    /// That somebody wanted an account for an address that has one.
    static func known(address: PublicAddress?) -> LifeMail {
        LifeMail(
            subject: MailStrings.knownSubject, opening: [MailStrings.knownOpening],
            lines: address.map { [$0.text] } ?? [], closing: [MailStrings.knownClosing])
    }

    /// The link that resets a password.
    static func reset(token: String, at address: PublicAddress?) -> LifeMail {
        LifeMail(
            subject: MailStrings.resetSubject,
            opening: [address == nil ? MailStrings.resetOpeningToken : MailStrings.resetOpening],
            lines: [address?.place("reset", token: token) ?? token], closing: [MailStrings.resetClosing])
    }

    /// That the password is another one now, with the keys that go on working.
    static func passwordChanged(keys: [String]) -> LifeMail {
        LifeMail(
            subject: MailStrings.changedSubject,
            opening: [MailStrings.changedOpening, keys.isEmpty ? MailStrings.changedNoKeys : MailStrings.changedKeys],
            lines: keys, closing: [MailStrings.changedClosing])
    }

    /// To the former address: that an account is to have another one, and how to stop it.
    static func addressChange(token: String, at address: PublicAddress?) -> LifeMail {
        LifeMail(
            subject: MailStrings.moveSubject,
            opening: [address == nil ? MailStrings.moveOpeningToken : MailStrings.moveOpening],
            lines: [address?.place("undo", token: token) ?? token], closing: [MailStrings.moveClosing])
    }

    /// The whole text in a language.
    func text(in language: Language) -> String {
        let parts =
            opening.map { $0.said(in: language) }
            + (lines.isEmpty ? [] : [lines.map { "    \($0)" }.joined(separator: "\n")])
            + closing.map { $0.said(in: language) }
        return parts.joined(separator: "\n\n") + "\n"
    }

    /// Lets it wait, within a transaction.
    func send(
        to recipient: String, in tag: String, by mail: MailOutbox, usefulFor seconds: Int64, at now: Timestamp,
        _ connection: any Connection
    ) throws {
        let language = Language(tag: tag) ?? .english
        try mail.add(
            to: recipient, subject: subject.said(in: language), text: text(in: language), usefulFor: seconds, at: now,
            in: connection)
    }
}
