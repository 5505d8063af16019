import Storage
import Testing

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
}
