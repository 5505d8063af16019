import Accounts
import Storage
import Testing
import Time

@testable import Server

@Suite("Sockets: ids")
struct SocketTicketTests {
    @Test("ids are worth 24 hours, on another server of the database too", arguments: Engine.allCases)
    func lifetime(engine: Engine) async throws {
        try await engine.withDatabase { database in
            let clock = TestClock()
            let tickets = SocketTickets(database: database)
            let ana = try await tickets.issue(for: SocketSite.ana, now: clock.now)
            let bea = try await tickets.issue(for: SocketSite.bea, now: clock.now)
            let other = SocketTickets(database: database)
            func check(_ uid: String, _ socid: String, _ verify: String?) async throws -> Trader? {
                try await other.check(uid: uid, socid: socid, verify: verify, now: clock.now)
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
            let first = try await tickets.issue(for: SocketSite.ana, now: clock.now)
            for _ in 0..<SocketTickets.mostForOneTrader {
                clock.advance(seconds: 1)
                _ = try await tickets.issue(for: SocketSite.ana, now: clock.now)
            }
            #expect(try await tickets.check(uid: first.uid, socid: first.socid, verify: nil, now: clock.now) == nil)
            let rows = try await database.read { try $0.query("SELECT digest FROM socket_tickets").count }
            #expect(rows == SocketTickets.mostForOneTrader)
        }
    }

    @Test("nothing of an id is in the database")
    func digests() async throws {
        try await Engine.sqlite.withDatabase { database in
            let ticket = try await SocketTickets(database: database).issue(for: SocketSite.ana, now: TestClock().now)
            let rows = try await database.read { try $0.query("SELECT * FROM socket_tickets") }
            let text = "\(rows)"
            for secret in [ticket.uid, ticket.socid, ticket.verify] { #expect(!text.contains(secret)) }
        }
    }

    @Test(
        "ids end when one of the account's keys is revoked, nobody else's, and none for a wrong try",
        arguments: Engine.allCases)
    func revoked(engine: Engine) async throws {
        try await World.with(engine) { world in
            let services = world.services()
            let tickets = SocketTickets(database: world.database)
            func person(_ name: String) async throws -> (trader: Trader, key: APIKey, ticket: SocketTickets.Ticket) {
                let account = try await world.visitor(name).accountID
                let trader = try await services.market.trader(of: account)
                let key = try await services.apiKeys.make(for: account, scopes: [.read], label: "Robot")
                return (trader, key, try await tickets.issue(for: trader, now: world.clock.now))
            }
            func isGood(_ ticket: SocketTickets.Ticket) async throws -> Bool {
                try await tickets.check(
                    uid: ticket.uid, socid: ticket.socid, verify: nil, now: world.clock.now) != nil
            }
            let (ana, bea) = (try await person("ana"), try await person("bea"))
            // As `cerca admin api-key revoke` does it, beside the server.
            let desk = APIKeyService(database: world.database, clock: world.clock.serverClock)
            await #expect(
                code { try await desk.revoke(bea.key.public, of: ana.trader.account) } == "accounts.unknown_key")
            #expect(try await isGood(ana.ticket))
            try await desk.revoke(ana.key.public, of: ana.trader.account)
            #expect(try await !isGood(ana.ticket))
            #expect(try await isGood(bea.ticket))
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
                    for: Trader(number: SocketSite.ana.number, account: [byte]), now: world.clock.now)
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
