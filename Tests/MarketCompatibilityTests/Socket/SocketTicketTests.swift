import Accounts
import Basics
import Storage
import TestServer
import Testing

@testable import AccountService
@testable import HTTPKit
@testable import MarketCompatibility
@testable import MarketService
@testable import ServerApp

@Suite("Sockets: ids")
struct SocketTicketTests {
    private func issue(
        _ tickets: SocketTickets, to trader: Trader, _ clock: TestClock
    ) async throws -> SocketTickets.Ticket {
        try await tickets.issue(for: trader, by: .key(SocketSite.key(of: trader)), now: clock.now)
    }

    @Test("ids are worth 24 hours, on another server of the database too", arguments: Engine.allCases)
    func lifetime(engine: Engine) async throws {
        try await engine.withDatabase { database in
            let clock = TestClock()
            let tickets = SocketTickets(database: database)
            for trader in [SocketSite.ana, SocketSite.bea] { try await SocketSite.enter(trader, in: database) }
            let ana = try await issue(tickets, to: SocketSite.ana, clock)
            let bea = try await issue(tickets, to: SocketSite.bea, clock)
            let other = SocketTickets(database: database)
            func check(_ uid: String, _ socid: String, _ verify: String?) async throws -> Trader? {
                try await other.check(uid: uid, socid: socid, verify: verify, now: clock.now)?.trader
            }
            #expect(try await check(ana.uid, ana.socid, nil) == SocketSite.ana)
            #expect(try await check(ana.uid, ana.socid, ana.verify) == SocketSite.ana)
            #expect(try await check(bea.uid, bea.socid, bea.verify) == SocketSite.bea)
            #expect(try await check(ana.uid, bea.socid, nil) == nil)
            #expect(try await check(ana.uid, ana.socid, bea.verify) == nil)
            #expect(try await check(ana.uid, ana.socid, "") == nil)
            #expect(try await check(ana.uid + ana.socid, "", nil) == nil)
            #expect(try await check(String(repeating: "a", count: 1_000_000), ana.socid, nil) == nil)
            clock.advance(seconds: 86_399)
            #expect(try await check(ana.uid, ana.socid, nil) == SocketSite.ana)
            clock.advance(seconds: 1)
            #expect(try await check(ana.uid, ana.socid, nil) == nil)
        }
    }

    @Test("somebody who asks for ids again and again keeps the newest, and the table stays small")
    func bound() async throws {
        try await Engine.sqlite.withDatabase { database in
            let clock = TestClock()
            let tickets = SocketTickets(database: database)
            try await SocketSite.enter(SocketSite.ana, in: database)
            let first = try await issue(tickets, to: SocketSite.ana, clock)
            #expect(try await tickets.check(uid: first.uid, socid: first.socid, verify: nil, now: clock.now) != nil)
            for _ in 0..<SocketTickets.mostForOneTrader {
                clock.advance(seconds: 1)
                _ = try await issue(tickets, to: SocketSite.ana, clock)
            }
            #expect(try await tickets.check(uid: first.uid, socid: first.socid, verify: nil, now: clock.now) == nil)
            let rows = try await database.read { try $0.query("SELECT digest FROM socket_tickets").count }
            #expect(rows == SocketTickets.mostForOneTrader)
        }
    }

    @Test("nothing of an id is in the database")
    func digests() async throws {
        try await Engine.sqlite.withDatabase { database in
            let ticket = try await issue(SocketTickets(database: database), to: SocketSite.ana, TestClock())
            let rows = try await database.read { try $0.query("SELECT * FROM socket_tickets") }
            let text = "\(rows)"
            for secret in [ticket.uid, ticket.socid, ticket.verify] { #expect(!text.contains(secret)) }
        }
    }

    @Test(
        "ids end with the key that obtained them, revoked or expired, and no others do", arguments: Engine.allCases)
    func revoked(engine: Engine) async throws {
        try await World.with(engine) { world in
            let services = world.services()
            let tickets = SocketTickets(database: world.database)
            let account = try await world.visitor("ana").accountID
            let trader = try await services.market.trader(of: account)
            func ticket(until end: Timestamp? = nil) async throws -> (key: String, ticket: SocketTickets.Ticket) {
                let key = try await services.apiKeys.make(
                    for: account, scopes: [.read], label: "Robot", expiresAt: end)
                return (key.public, try await tickets.issue(for: trader, by: .key(key.public), now: world.clock.now))
            }
            func isGood(_ ticket: SocketTickets.Ticket) async throws -> Bool {
                try await tickets.check(
                    uid: ticket.uid, socid: ticket.socid, verify: nil, now: world.clock.now) != nil
            }
            let end = world.clock.now.advanced(bySeconds: 60)
            let (one, other, brief) = (try await ticket(), try await ticket(), try await ticket(until: end))
            // As `cerca admin api-key revoke` does it, beside the server.
            let administration = APIKeyService(database: world.database, clock: world.clock.serverClock)
            await #expect(code { try await administration.revoke(one.key, of: [1]) } == "accounts.unknown_key")
            for good in [one, other, brief] { #expect(try await isGood(good.ticket)) }
            try await administration.revoke(one.key, of: account)
            #expect(try await !isGood(one.ticket))
            for good in [other, brief] { #expect(try await isGood(good.ticket)) }
            world.clock.advance(seconds: 59)
            #expect(try await isGood(brief.ticket))
            world.clock.advance(seconds: 1)
            #expect(try await !isGood(brief.ticket))
            #expect(try await isGood(other.ticket))
            let holders = Set([one, other, brief].map { SocketTickets.Holder.key($0.key) })
            let ended = try await tickets.ended(among: holders, now: world.clock.now)
            #expect(ended == [.key(one.key), .key(brief.key)])
        }
    }

    @Test("ids that a page obtained end when the session is signed out or over", arguments: Engine.allCases)
    func signedOut(engine: Engine) async throws {
        try await World.with(engine) { world in
            let tickets = SocketTickets(database: world.database)
            let (here, there) = (try await world.visitor("ana"), try await world.visitor("bea"))
            let trader = try await world.services().market.trader(of: here.accountID)
            func ticket(_ session: Session) async throws -> SocketTickets.Ticket {
                try await tickets.issue(for: trader, by: .session(session.tokenDigest), now: world.clock.now)
            }
            func isGood(_ ticket: SocketTickets.Ticket) async throws -> Bool {
                try await tickets.check(
                    uid: ticket.uid, socid: ticket.socid, verify: nil, now: world.clock.now) != nil
            }
            let (mine, other) = (try await ticket(here), try await ticket(there))
            try await world.accounts.signOut(here)
            #expect(try await !isGood(mine))
            #expect(try await isGood(other))
            world.clock.advance(seconds: there.expiresAt.milliseconds(since: world.clock.now) / 1000 - 1)
            let last = try await ticket(there)
            #expect(try await isGood(last))
            world.clock.advance(seconds: 1)
            #expect(try await !isGood(last))
        }
    }

    @Test("housekeeping removes ids and signatures that are worth nothing, and no others", arguments: Engine.allCases)
    func housekeeping(engine: Engine) async throws {
        try await World.with(engine) { world in
            let housekeeping = Housekeeping(services: world.services(), logger: Site.quiet)
            func counts() async throws -> [Int] {
                let contents = try await Contents(of: world.database)
                return [contents.count("socket_tickets"), contents.count("market_requests")]
            }
            func leave(_ byte: UInt8) async throws {
                _ = try await SocketTickets(database: world.database).issue(
                    for: Trader(number: SocketSite.ana.number, account: [byte]), by: .session([byte]),
                    now: world.clock.now)
                let signedAt = world.clock.now.milliseconds
                try await world.database.write {
                    try $0.execute(
                        "INSERT INTO market_requests (signed_at, signature) VALUES (?1, ?2)",
                        [.integer(signedAt), .blob([byte])])
                }
            }
            try await leave(1)
            world.clock.advance(seconds: RequestLog.milliseconds / 1000)
            try await housekeeping.prune()
            #expect(try await counts() == [1, 1])
            world.clock.advance(seconds: 1)
            try await housekeeping.prune()
            #expect(try await counts() == [1, 0])
            world.clock.advance(seconds: SocketTickets.seconds / 2)
            try await leave(2)
            world.clock.advance(seconds: SocketTickets.seconds / 2)
            try await housekeeping.prune()
            #expect(try await counts() == [1, 0])
        }
    }
}
