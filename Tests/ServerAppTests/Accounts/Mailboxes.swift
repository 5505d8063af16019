import Accounts
import Foundation
import HTTPKit
import LoyaltyService
import Network
import Synchronization
import Testing

@testable import AccountService
@testable import ServerApp

extension World {
    /// The services of this world as people meet them: they prove their mailboxes, to which `post` goes.
    func services(forPeople post: any MailSender, signIn: SignInLimits = SignInLimits()) -> ServerServices {
        ServerServices(
            database: database, clock: clock.serverClock, random: loyalty.random,
            accounts: AccountService(
                database: database, clock: clock.serverClock, cost: .simulation, signIn: signIn, random: loyalty.random),
            loyalty: loyalty, exposure: exposure, events: events, mail: post,
            publicAddress: PublicAddress("https://cerca.example/"))
    }
}

extension Post {
    /// The mails that wait for an address, handed over: their texts, the oldest first.
    func texts(for recipient: String, by services: ServerServices) async throws -> [String] {
        while try await services.mail.deliverDue() > 0 {}
        return mails.withLock { mails in
            mails.filter { $0.recipient.text == recipient }.sorted { $0.date < $1.date }.map(\.text)
        }
    }

    /// What stands alone on a line of the last mail to an address: a code or a link.
    func line(for recipient: String, by services: ServerServices) async throws -> String {
        let text = try #require(try await texts(for: recipient, by: services).last)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("    ") })
        return String(line.drop { $0 == " " })
    }

    /// The token in the link of the last mail to an address.
    func token(for recipient: String, by services: ServerServices) async throws -> String {
        try #require(try await line(for: recipient, by: services).split(separator: "=").last.map(String.init))
    }
}

/// Asks whether two kinds of calls take the same time, by their medians.
enum Timing {
    /// How many of each kind are measured; more in the long run.
    static let samples = ProcessInfo.processInfo.environment["CERCA_LONG"] == nil ? 30 : 200

    /// The medians of both kinds in milliseconds, measured by turns, so that a busy machine is as busy for either.
    static func medians(
        _ one: () async throws -> Void, _ other: () async throws -> Void
    ) async throws -> (Double, Double) {
        var (ones, others): ([Double], [Double]) = ([], [])
        for _ in 0..<samples {
            ones.append(try await milliseconds(one))
            others.append(try await milliseconds(other))
        }
        return (ones.sorted()[samples / 2], others.sorted()[samples / 2])
    }

    private static func milliseconds(_ work: () async throws -> Void) async throws -> Double {
        let took = try await ContinuousClock().measure(work)
        return Double(took.components.attoseconds) / 1e15 + Double(took.components.seconds) * 1000
    }
}
