import Accounts
import Basics
import Storage
import TestServer
import Testing

@testable import AccountService
@testable import HTTPKit

@Suite("Roles and the second factor")
struct RoleTests {
    @Test("address, password and code begin a session of twelve hours with the role", arguments: Engine.allCases)
    func signIn(engine: Engine) async throws {
        try await World.with(engine) { world in
            let staff = try await Staff.add(to: world)
            let signedIn = try await staff.signIn(world)
            #expect(signedIn.session.role == .health)
            #expect(signedIn.session.expiresAt == world.clock.now.advanced(bySeconds: 12 * 3600 - 30))
            #expect(try await world.accounts.session(token: signedIn.token).role == .health)
            #expect(try await world.accounts.details(of: signedIn.session).role == .health)
            // As another server reads it, without what is remembered here.
            let fresh = AccountService(database: world.database, clock: world.clock.serverClock, cost: .simulation)
            #expect(try await fresh.session(token: signedIn.token).role == .health)
            world.clock.advance(seconds: 12 * 3600)
            await #expect(
                code { _ = try await world.accounts.session(token: signedIn.token) } == "accounts.not_signed_in")
            #expect(try await world.trail() == ["role.given", "session.begun"])
        }
    }

    @Test("an ordinary sign-in gives no role, also to staff", arguments: Engine.allCases)
    func ordinary(engine: Engine) async throws {
        try await World.with(engine) { world in
            _ = try await Staff.add(to: world)
            let signedIn = try await world.accounts.signIn(email: Staff.email, password: Staff.password)
            #expect(signedIn.session.role == nil)
            #expect(try await world.accounts.session(token: signedIn.token).role == nil)
        }
    }

    @Test("whatever is wrong, the answer is the same", arguments: Engine.allCases)
    func wrong(engine: Engine) async throws {
        try await World.with(engine) { world in
            let staff = try await Staff.add(to: world)
            _ = try await world.visitor()
            let right = staff.code(world)
            let tries = [
                (Staff.email, "another one", right), (Staff.email, Staff.password, staff.code(world, steps: 2)),
                (Staff.email, Staff.password, ""), (Staff.email, Staff.password, "12345x"),
                ("nobody@example.org", Staff.password, right), ("ana@example.org", "long enough", right),
                ("no address", Staff.password, right), (Staff.email, "short", right),
            ]
            let before = try await Contents(of: world.database)
            for (email, password, text) in tries {
                await #expect(
                    code {
                        _ = try await world.accounts.signIn(email: email, password: password, code: text, as: .health)
                    } == "accounts.wrong_credentials")
            }
            #expect(try await Contents(of: world.database) == before)
        }
    }

    @Test("a code works once, and none before it any more", arguments: Engine.allCases)
    func once(engine: Engine) async throws {
        try await World.with(engine) { world in
            let staff = try await Staff.add(to: world)
            let used = staff.code(world)
            _ = try await staff.signIn(world, code: used)
            for replayed in [used, staff.code(world, steps: -1)] {
                await #expect(
                    code { _ = try await staff.signIn(world, code: replayed) } == "accounts.wrong_credentials")
            }
            world.clock.advance(seconds: 30)
            await #expect(code { _ = try await staff.signIn(world, code: used) } == "accounts.wrong_credentials")
            #expect(try await staff.signIn(world).session.role == .health)
        }
    }

    @Test("of sign-ins with one code at the same time one succeeds", arguments: Engine.allCases)
    func race(engine: Engine) async throws {
        try await World.with(engine) { world in
            let staff = try await Staff.add(to: world)
            let text = staff.code(world)
            // Servers of their own, so that no throttle tells them apart.
            let outcomes = await withTaskGroup(of: String?.self) { group in
                for _ in 0..<8 {
                    let accounts = AccountService(
                        database: world.database, clock: world.clock.serverClock, cost: .simulation)
                    group.addTask {
                        await code {
                            _ = try await accounts.signIn(
                                email: Staff.email, password: Staff.password, code: text, as: .health)
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.filter { $0 == nil }.count == 1)
            #expect(outcomes.filter { $0 == "accounts.wrong_credentials" }.count == 7)
        }
    }

    @Test("guessing codes with the right password is slowed down, whatever ordinary sign-ins succeed meanwhile")
    func throttle() async throws {
        try await World.with(.sqlite) { world in
            let staff = try await Staff.add(to: world)
            var refusals: [String?] = []
            for _ in 0..<200 {
                refusals.append(await code { _ = try await staff.signIn(world, code: "000000") })
                _ = try await world.accounts.signIn(email: Staff.email, password: Staff.password)
                world.clock.advance(seconds: 30)
            }
            // In 100 minutes five tries at once, then longer and longer waits up to a quarter of an hour.
            let looked = refusals.filter { $0 == "accounts.wrong_credentials" }.count
            #expect(looked > 5 && looked < 25, "\(looked)")
            #expect(refusals.filter { $0 == "request.too_many_attempts" }.count == 200 - looked)
        }
    }

    @Test("an account that exists gets the role with its own password alone", arguments: Engine.allCases)
    func existing(engine: Engine) async throws {
        try await World.with(engine) { world in
            _ = try await world.visitor("eva")
            let accounts = world.accounts
            await #expect(
                code {
                    _ = try await accounts.addAccount(email: "eva@example.org", password: "long enough", role: nil)
                } == "accounts.email_taken")
            await #expect(
                code {
                    _ = try await accounts.addAccount(email: "eva@example.org", password: "another one", role: .health)
                } == "accounts.wrong_credentials")
            let before = try await Contents(of: world.database)
            #expect(before.count("roles") == 0 && before.count("second_factors") == 0)
            let added = try await accounts.addAccount(
                email: "EVA@example.org", password: "long enough", role: .health)
            #expect(!added.isNew && added.authenticatorAddress != nil)
            #expect(try await Contents(of: world.database).count("accounts") == 1)
        }
    }

    @Test("an account without a role has no second factor", arguments: Engine.allCases)
    func plain(engine: Engine) async throws {
        try await World.with(engine) { world in
            let added = try await world.accounts.addAccount(
                email: "ana@example.org", password: "long enough", role: nil)
            #expect(added.isNew && added.authenticatorAddress == nil)
            #expect(
                try await world.accounts.signIn(email: "ana@example.org", password: "long enough").email == added.email)
            #expect(try await world.trail().isEmpty)
        }
    }

    @Test("a new second factor ends the old one and its sessions beside a running server", arguments: Engine.allCases)
    func replaced(engine: Engine) async throws {
        try await World.with(engine) { world in
            let staff = try await Staff.add(to: world)
            let old = try await staff.signIn(world)
            let visitor = try await world.accounts.signIn(email: Staff.email, password: Staff.password)
            let elsewhere = AccountService(database: world.database, clock: world.clock.serverClock, cost: .simulation)
            let added = try await elsewhere.addAccount(email: Staff.email, password: Staff.password, role: .health)
            let fresh = try await Staff(in: world, email: Staff.email, address: #require(added.authenticatorAddress))
            world.clock.advance(seconds: SessionCache.roleLifetimeSeconds)
            await #expect(code { _ = try await world.accounts.session(token: old.token) } == "accounts.not_signed_in")
            #expect(try await world.accounts.session(token: visitor.token).role == nil)
            await #expect(code { _ = try await staff.signIn(world) } == "accounts.wrong_credentials")
            #expect(try await fresh.signIn(world).session.role == .health)
        }
    }

    @Test("a session with a role is read again after seconds, whatever the cache believes of others")
    func cache() {
        let cache = SessionCache(capacity: 8, lifetimeSeconds: 3600)
        let now = TestClock.start
        func session(_ role: Role?) -> Session {
            var random = SystemRandomNumberGenerator()
            return Session(
                accountID: [1], tokenDigest: [role == nil ? 1 : 2], pseudonymKey: .init(using: &random),
                signedInAt: now, expiresAt: now.advanced(bySeconds: 1_000_000), role: role)
        }
        for role in [nil, Role.health] { cache.keep(session(role), readAt: now) }
        let later = now.advanced(bySeconds: 10)
        if case .session = cache.find([1], at: later) {} else { Issue.record("an ordinary session is forgotten") }
        if case .unknown = cache.find([2], at: later) {} else { Issue.record("a session with a role is believed") }
    }
}
