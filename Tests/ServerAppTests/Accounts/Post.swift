import Accounts
import Basics
import Network
import Storage
import Synchronization
import Testing

@testable import LoyaltyService
@testable import ServerApp

/// A sender that keeps what it is given, or refuses it.
final class Post: MailSender {
    let mails = Mutex<[MailMessage]>([])
    let refusal = Mutex<MailError?>(nil)

    var isAvailable: Bool { true }

    func send(_ message: MailMessage) async throws(MailError) {
        if let refusal = refusal.withLock({ $0 }) { throw refusal }
        mails.withLock { $0.append(message) }
    }

    var count: Int { mails.withLock { $0.count } }

    /// The code in the last mail: the line that is indented.
    func code() throws -> String {
        let text = try #require(mails.withLock { $0.last }?.text)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("    ") })
        return String(line.drop { $0 == " " })
    }
}

extension World {
    /// The services of this world, whose mails go to `post`.
    func services(_ post: any MailSender = NoMail()) -> ServerServices {
        ServerServices(
            database: database, clock: clock.serverClock, random: loyalty.random, accounts: accounts, loyalty: loyalty,
            exposure: exposure, events: events, mail: post)
    }

    /// What an authenticator app with this address shows so many steps from now.
    func code(_ address: String, steps: Int64 = 0) throws -> String {
        let secret = try #require(address.split(separator: "secret=").last?.prefix { $0 != "&" })
        let factor = try #require(SecondFactor(bytes: Staff.base32(secret)))
        return factor.code(atStep: clock.now.milliseconds / 30_000 + steps)
    }
}
