import Accounts
import Basics
import HTTPKit
import Storage
import Strings

/// What is told by mail of an account's life, in the languages of the house.
struct LifeMail: Sendable {
    /// The subject.
    let subject: Phrase
    /// What stands before and after what is alone on a line.
    let opening: [Phrase]
    /// A code, a link or lines of names.
    var lines: [String] = []
    /// Lists with a sentence over each.
    var lists: [(heading: Phrase, lines: [String])] = []
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

    /// That the password is another one now, with what still opens the account.
    static func passwordChanged(_ left: RemainingAccess, rests: Bool) -> LifeMail {
        LifeMail(
            subject: MailStrings.changedSubject,
            opening: [MailStrings.changedOpening] + (rests ? [MailStrings.changedRests] : []),
            lists: lists(left), closing: ends(left) + [MailStrings.changedClosing])
    }

    /// To the former address: that an account has it again, with what still opens the account.
    static func addressRestored(_ left: RemainingAccess) -> LifeMail {
        LifeMail(
            subject: MailStrings.restoredSubject, opening: [MailStrings.restoredOpening], lists: lists(left),
            closing: ends(left))
    }

    /// What still opens an account, each kind under a sentence of its own.
    private static func lists(_ left: RemainingAccess) -> [(heading: Phrase, lines: [String])] {
        [
            (MailStrings.leftKeys, left.keys), (MailStrings.leftPasskeys, left.passkeys),
            (MailStrings.leftIdentities, left.identities), (MailStrings.leftDevices, left.devices),
            (MailStrings.leftAddresses, left.formerAddresses),
        ].filter { !$0.1.isEmpty }
    }

    /// How what still opens an account is ended, or that nothing does.
    private static func ends(_ left: RemainingAccess) -> [Phrase] {
        [left == RemainingAccess() ? MailStrings.leftNothing : MailStrings.leftEnd]
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
            + (lines.isEmpty ? [] : [Self.block(lines)])
            + lists.flatMap { [$0.heading.said(in: language), Self.block($0.lines)] }
            + closing.map { $0.said(in: language) }
        return parts.joined(separator: "\n\n") + "\n"
    }

    private static func block(_ lines: [String]) -> String { lines.map { "    \($0)" }.joined(separator: "\n") }

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
