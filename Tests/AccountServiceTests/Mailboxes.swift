import Accounts
import Foundation
import HTTPKit
import LoyaltyService
import Network
import Synchronization
import TestServer
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
