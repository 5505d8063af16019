import AccountService
import Accounts
import Basics
import Network
import Storage
import Synchronization
import Testing

@testable import LoyaltyService
@testable import ServerApp

/// A sender that keeps what it is given, or refuses it.
package final class Post: MailSender {
    package let mails = Mutex<[MailMessage]>([])
    package let refusal = Mutex<MailError?>(nil)

    package init() {}

    package var isAvailable: Bool { true }

    package func send(_ message: MailMessage) async throws(MailError) {
        if let refusal = refusal.withLock({ $0 }) { throw refusal }
        mails.withLock { $0.append(message) }
    }

    package var count: Int { mails.withLock { $0.count } }

    /// The code in the last mail: the line that is indented.
    package func code() throws -> String {
        try Self.indented(in: mails.withLock { $0.last }?.text)
    }

    /// The mails that wait for an address, handed over: their texts, the oldest first.
    package func texts(for recipient: String, by services: ServerServices) async throws -> [String] {
        while try await services.mail.deliverDue() > 0 {}
        return mails.withLock { mails in
            mails.filter { $0.recipient.text == recipient }.sorted { $0.date < $1.date }.map(\.text)
        }
    }

    /// What stands alone on a line of the last mail to an address: a code or a link.
    package func line(for recipient: String, by services: ServerServices) async throws -> String {
        try Self.indented(in: try await texts(for: recipient, by: services).last)
    }

    /// The first line of a mail that is indented, without its spaces.
    private static func indented(in mail: String?) throws -> String {
        let text = try #require(mail)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("    ") })
        return String(line.drop { $0 == " " })
    }

    /// The token in the link of the last mail to an address.
    package func token(for recipient: String, by services: ServerServices) async throws -> String {
        try #require(try await line(for: recipient, by: services).split(separator: "=").last.map(String.init))
    }
}

extension World {
    /// The services of this world, whose mails go to `post`.
    package func services(_ post: any MailSender = NoMail()) -> ServerServices {
        ServerServices(
            database: database, clock: clock.serverClock, random: loyalty.random, accounts: accounts, loyalty: loyalty,
            exposure: exposure, events: events, mail: post)
    }

    /// What an authenticator app with this address shows so many steps from now.
    package func code(_ address: String, steps: Int64 = 0) throws -> String {
        let secret = try #require(address.split(separator: "secret=").last?.prefix { $0 != "&" })
        let factor = try #require(SecondFactor(bytes: Staff.base32(secret)))
        return factor.code(atStep: clock.now.milliseconds / 30_000 + steps)
    }
}
