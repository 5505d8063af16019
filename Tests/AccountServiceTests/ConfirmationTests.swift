import Accounts
import Basics
import HTTPKit
import TestServer
import Testing

@testable import AccountService
@testable import ServerApp

struct ConfirmationTests {
    @Test("who showed a password counts for five minutes, and not a moment longer", arguments: Engine.allCases)
    func confirmation(engine: Engine) async throws {
        try await World.with(engine) { world in
            let session = try await world.accounts.signUp(email: "ana@example.org", password: "long enough").session
            try await world.accounts.requireConfirmed(session)
            world.clock.advance(seconds: AccountService.confirmationSeconds)
            let expired = await #expect(throws: ServiceError.self) {
                try await world.accounts.requireConfirmed(session)
            }
            #expect(expired?.code == "accounts.confirmation_needed")
            let wrong = await #expect(throws: ServiceError.self) {
                try await world.accounts.confirm(password: "something else", code: nil, of: session)
            }
            #expect(wrong?.code == "accounts.wrong_credentials")
            let still = await #expect(throws: ServiceError.self) {
                try await world.accounts.requireConfirmed(session)
            }
            #expect(still?.code == "accounts.confirmation_needed")
            try await world.accounts.confirm(password: "long enough", code: nil, of: session)
            world.clock.advance(seconds: AccountService.confirmationSeconds - 1)
            try await world.accounts.requireConfirmed(session)
        }
    }
    @Test("a session that lay idle moves no money until its owner shows who they are", arguments: Engine.allCases)
    func idleMoney(engine: Engine) async throws {
        try await World.with(engine) { world in
            let accounts = world.accounts
            let signedIn = try await accounts.signUp(email: "ana@example.org", password: "long enough")
            let session = signedIn.session
            // Used every half an hour it goes on for as long as anybody likes.
            for _ in 0..<6 {
                world.clock.advance(seconds: AccountService.idleMoneySeconds)
                _ = try await accounts.session(token: signedIn.token)
                try await accounts.requireTrader(session)
            }
            world.clock.advance(seconds: Self.pause)
            // Two requests at once after the pause: neither is taken for a session that goes on.
            await withTaskGroup(of: String?.self) { group in
                for _ in 0..<2 {
                    group.addTask {
                        do throws(ServiceError) {
                            try await accounts.requireTrader(try await accounts.session(token: signedIn.token))
                            return nil
                        } catch {
                            return error.code
                        }
                    }
                }
                for await code in group { #expect(code == "accounts.confirmation_needed") }
            }
            try await accounts.confirm(password: "long enough", code: nil, of: session)
            try await accounts.requireTrader(session)
        }
    }

    @Test(
        "a server that was started anew knows from the database how long a session lay idle", arguments: Engine.allCases
    )
    func idleBeforeStart(engine: Engine) async throws {
        try await World.with(engine) { world in
            let signedIn = try await world.accounts.signUp(email: "ana@example.org", password: "long enough")
            world.clock.advance(seconds: Self.pause)
            _ = try await world.accounts.session(token: signedIn.token)
            try await world.accounts.confirm(password: "long enough", code: nil, of: signedIn.session)
            try await world.accounts.prune(at: world.clock.now)
            world.clock.advance(seconds: AccountService.idleMoneySeconds)
            let soon = AccountService(database: world.database, clock: world.clock.serverClock, cost: .simulation)
            try await soon.requireTrader(try await soon.session(token: signedIn.token))
            world.clock.advance(seconds: Self.pause)
            let late = AccountService(database: world.database, clock: world.clock.serverClock, cost: .simulation)
            let refusal = await #expect(throws: ServiceError.self) {
                try await late.requireTrader(try await late.session(token: signedIn.token))
            }
            #expect(refusal?.code == "accounts.confirmation_needed")
        }
    }

    /// Long enough for a session to lie idle wherever in a quarter of an hour it was used last.
    private static let pause = AccountService.idleMoneySeconds + 2 * Timestamp.quarterSeconds
}
