import Accounts
import Basics
import Storage
import TestServer
import Testing

@testable import AccountService
@testable import HTTPKit

@Suite("Accounts and sessions")
struct AccountServiceTests {
    @Test("a sign-up signs in, and only the digest of the token is kept", arguments: Engine.allCases)
    func signUp(engine: Engine) async throws {
        try await World.with(engine) { world in
            let signedIn = try await world.accounts.signUp(
                email: "Ana@Example.org", password: "long enough", proof: AddressProof.none)
            #expect(signedIn.email == "ana@example.org")
            let session = try await world.accounts.session(token: signedIn.token)
            #expect(session.accountID == signedIn.session.accountID)
            #expect(
                try await world.accounts.details(of: session)
                    == AccountDetails(
                        profile: AccountProfile(
                            email: "ana@example.org", proof: .none, displayName: nil, hasPassword: true),
                        signedInAt: world.clock.now.quarter,
                        expiresAt: world.clock.now.quarter.advanced(bySeconds: 30 * 86_400)))
            let contents = try await Contents(of: world.database)
            for rows in contents.rows.values {
                for row in rows {
                    for column in 0..<row.count {
                        #expect(row[column] != .text(signedIn.token))
                        #expect(row[column] != .text("long enough"))
                    }
                }
            }
        }
    }

    @Test("an address has one account, however it is written", arguments: Engine.allCases)
    func taken(engine: Engine) async throws {
        try await World.with(engine) { world in
            _ = try await world.accounts.signUp(email: "ana@example.org", password: "long enough")
            let before = try await Contents(of: world.database)
            await #expect(
                code { _ = try await world.accounts.signUp(email: "ANA@example.org", password: "another one") }
                    == "accounts.email_taken")
            #expect(try await Contents(of: world.database) == before)
        }
    }

    @Test("of sign-ups at the same time one has the address", arguments: Engine.allCases)
    func race(engine: Engine) async throws {
        try await World.with(engine) { world in
            let outcomes = await withTaskGroup(of: String?.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        await code {
                            _ = try await world.accounts.signUp(email: "ana@example.org", password: "long enough")
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.filter { $0 == nil }.count == 1)
            #expect(outcomes.filter { $0 == "accounts.email_taken" }.count == 19)
            let contents = try await Contents(of: world.database)
            #expect(contents.count("accounts") == 1 && contents.count("sessions") == 1)
        }
    }

    @Test(
        "what is no address or no password makes no account",
        arguments: [
            ("nobody", "long enough", "accounts.invalid_email"),
            ("ana@example.org", "short", "accounts.password_too_short"),
            ("ana@example.org", String(repeating: "x", count: 257), "accounts.password_too_long"),
        ])
    func invalid(email: String, password: String, expected: String) async throws {
        try await World.with(.sqlite) { world in
            await #expect(
                code { _ = try await world.accounts.signUp(email: email, password: password) } == expected)
            let contents = try await Contents(of: world.database)
            #expect(contents.count("accounts") == 0)
        }
    }

    @Test("every wrong sign-in ends alike and leaves nothing", arguments: Engine.allCases)
    func wrongCredentials(engine: Engine) async throws {
        try await World.with(engine) { world in
            _ = try await world.visitor()
            let before = try await Contents(of: world.database)
            for (email, password) in [
                ("ana@example.org", "wrong password"), ("bea@example.org", "long enough"),
                ("no address", "long enough"),
                ("ana@example.org", ""), ("ana@example.org", "no account has this password"),
                ("bea@example.org", "no account has this password"),
            ] {
                await #expect(
                    code { _ = try await world.accounts.signIn(email: email, password: password) }
                        == "accounts.wrong_credentials")
            }
            #expect(try await Contents(of: world.database) == before)
        }
    }

    @Test("a hash that was cheaper than is wanted now is made anew at the next sign-in", arguments: Engine.allCases)
    func rehash(engine: Engine) async throws {
        try await World.with(engine) { world in
            _ = try await world.visitor()
            let stronger = AccountService(
                database: world.database, clock: world.clock.serverClock, cost: .standard)
            _ = try? await stronger.signIn(email: "ana@example.org", password: "wrong password")
            let cheap = try await Contents(of: world.database).rows["accounts"]
            _ = try await stronger.signIn(email: "ana@example.org", password: "long enough")
            let dear = try await Contents(of: world.database).rows["accounts"]
            #expect(cheap != dear)
            _ = try await stronger.signIn(email: "ana@example.org", password: "long enough")
            #expect(try await Contents(of: world.database).rows["accounts"] == dear)
        }
    }

    @Test("a token that nobody was given is nobody", arguments: Engine.allCases)
    func unknownToken(engine: Engine) async throws {
        try await World.with(engine) { world in
            let signedIn = try await world.accounts.signUp(email: "ana@example.org", password: "long enough")
            for token in ["", "x", String(signedIn.token.dropLast()), String(signedIn.token.reversed())] {
                await #expect(
                    code { _ = try await world.accounts.session(token: token) } == "accounts.not_signed_in")
            }
        }
    }

    @Test("sign-out ends the one session, at once and for good", arguments: Engine.allCases)
    func signOut(engine: Engine) async throws {
        try await World.with(engine) { world in
            let first = try await world.accounts.signUp(email: "ana@example.org", password: "long enough")
            let second = try await world.accounts.signIn(email: "ana@example.org", password: "long enough")
            let session = try await world.accounts.session(token: first.token)
            try await world.accounts.signOut(session)
            await #expect(
                code { _ = try await world.accounts.session(token: first.token) } == "accounts.not_signed_in")
            #expect(try await world.accounts.session(token: second.token).tokenDigest == second.session.tokenDigest)
            #expect(try await Contents(of: world.database).count("sessions") == 1)
        }
    }

    @Test("a sign-out on another server is known when the cached session is old", arguments: Engine.allCases)
    func signOutElsewhere(engine: Engine) async throws {
        try await World.with(engine) { world in
            let other = AccountService(
                database: world.database, clock: world.clock.serverClock, cost: .simulation)
            let signedIn = try await world.accounts.signUp(email: "ana@example.org", password: "long enough")
            let session = try await other.session(token: signedIn.token)
            try await world.accounts.signOut(session)
            world.clock.advance(seconds: 5)
            await #expect(
                code { _ = try await other.session(token: signedIn.token) } == "accounts.not_signed_in")
        }
    }

    @Test("a session ends by itself, and its row goes", arguments: Engine.allCases)
    func expiry(engine: Engine) async throws {
        try await World.with(engine) { world in
            let signedIn = try await world.accounts.signUp(email: "ana@example.org", password: "long enough")
            // Used now and then, so that it is not idle.
            for _ in 0..<2 {
                world.clock.advance(seconds: 10 * 86_400)
                _ = try await world.accounts.session(token: signedIn.token)
                try await world.accounts.prune(at: world.clock.now)
            }
            // Its end is counted from the quarter of an hour in which it began.
            let end = signedIn.session.expiresAt.milliseconds(since: world.clock.now) / 1000
            #expect(end > AccountService.sessionSeconds - 20 * 86_400 - Timestamp.quarterSeconds)
            world.clock.advance(seconds: end - 1)
            _ = try await world.accounts.session(token: signedIn.token)
            try await world.accounts.prune(at: world.clock.now)
            #expect(try await Contents(of: world.database).count("sessions") == 1)
            world.clock.advance(seconds: 1)
            await #expect(
                code { _ = try await world.accounts.session(token: signedIn.token) } == "accounts.not_signed_in")
            try await world.accounts.prune(at: world.clock.now)
            #expect(try await Contents(of: world.database).count("sessions") == 0)
        }
    }

    @Test("guessing is slowed down, for addresses without an account as well")
    func throttle() async throws {
        try await World.with(.sqlite) { world in
            _ = try await world.visitor()
            for email in ["ana@example.org", "bea@example.org"] {
                for _ in 0..<5 {
                    await #expect(attempt(email, "wrong password", world) == "accounts.wrong_credentials")
                }
                await #expect(attempt(email, "long enough", world) == "request.too_many_attempts")
            }
            world.clock.advance(seconds: 2)
            await #expect(attempt("ana@example.org", "long enough", world) == nil)
            await #expect(attempt("ana@example.org", "wrong password", world) == "accounts.wrong_credentials")
        }
    }

    private func attempt(_ email: String, _ password: String, _ world: World) async -> String? {
        await code { _ = try await world.accounts.signIn(email: email, password: password) }
    }

    @Test("a wrong password and an unknown address take the same time")
    func timing() async throws {
        try await Engine.sqlite.withDatabase { database in
            let clock = TestClock()
            let accounts = AccountService(database: database, clock: clock.serverClock, cost: .standard)
            _ = try await accounts.signUp(email: "ana@example.org", password: "long enough")
            // The least of many is what the work costs when nothing else disturbs it; on a busy machine it shows late.
            var least: [String: Duration] = [:]
            var rounds = 0
            func isAlike() throws -> Bool {
                let known = try #require(least["ana@example.org"])
                let unknown = try #require(least["bea@example.org"])
                return unknown > known / 2 && unknown < known * 2
            }
            while try rounds < 15 || (rounds < 300 && !isAlike()) {
                rounds += 1
                clock.advance(seconds: SignInThrottle.longestWaitSeconds)
                for email in ["ana@example.org", "bea@example.org"] {
                    // One that is sent away before its password is looked at says nothing of what that takes.
                    var outcome: String?
                    let taken = await ContinuousClock().measure {
                        outcome = await code(of: {
                            _ = try await accounts.signIn(email: email, password: "wrong password")
                        })
                    }
                    if outcome == "accounts.wrong_credentials" { least[email] = min(taken, least[email] ?? taken) }
                }
            }
            #expect(try #require(least["ana@example.org"]) > .milliseconds(5))
            #expect(try isAlike(), "\(least)")
        }
    }
}
