import Accounts
import Basics
import HTTPKit
import Storage
import TestServer
import Testing

@testable import AccountService
@testable import ServerApp

/// Whoever copies the database without its key looks for whose the next new pseudonym is.
@Suite("What a session leaves of its instants")
struct SessionInstantTests {
    private static let (ana, password) = ("ana@example.org", "long enough")
    private static let quarter = Timestamp.quarterSeconds * 1000

    /// The instants of every session, by column.
    private func instants(_ world: World) async throws -> [String: [Int64]] {
        try await world.database.read { connection in
            var found: [String: [Int64]] = [:]
            for column in ["signed_in_at", "expires_at", "confirmed_at", "passkey_at", "seen_at"] {
                found[column] = try connection.query("SELECT \(column) FROM sessions").compactMap {
                    try $0.optionalInteger(column)
                }
            }
            return found
        }
    }

    @Test(
        "a sign-in stays as a quarter of an hour, and a confirmation once it counts no more",
        arguments: Engine.allCases)
    func coarse(engine: Engine) async throws {
        try await World.with(engine) { world in
            let accounts = world.services(forPeople: Post()).accounts
            world.clock.advance(seconds: 437)
            let session = try await accounts.signUp(email: Self.ana, password: Self.password, proof: .mailbox).session
            world.clock.advance(seconds: 1)
            _ = try await accounts.signIn(email: Self.ana, password: Self.password)
            try await accounts.requireConfirmed(session)
            var stored = try await instants(world)
            for column in ["signed_in_at", "expires_at"] {
                #expect(stored[column]?.count == 2 && stored[column]?.allSatisfy { $0 % Self.quarter == 0 } == true)
            }
            #expect(stored["confirmed_at"]?.contains { $0 % Self.quarter != 0 } == true)
            // A confirmation counts for five minutes, and money moves as long as the session is used.
            world.clock.advance(seconds: AccountService.confirmationSeconds - 2)
            try await accounts.prune(at: world.clock.now)
            try await accounts.requireConfirmed(session)
            world.clock.advance(seconds: 2)
            try await accounts.prune(at: world.clock.now)
            stored = try await instants(world)
            for (column, instants) in stored {
                #expect(instants.allSatisfy { $0 % Self.quarter == 0 }, "\(column): \(instants)")
            }
            await #expect(code { try await accounts.requireConfirmed(session) } == "accounts.confirmation_needed")
            try await accounts.requireTrader(session)
        }
    }
}
