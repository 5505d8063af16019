import API
import HTTPTypes
import HummingbirdTesting
import TestServer
import Testing

@testable import AccountService
@testable import HTTPKit
@testable import MarketService
@testable import ServerApp

@Suite("Sockets of an account that its operator has stopped")
struct StoppedAccountTests {
    @Test("what a ticket was obtained with is closed when its account is stopped", arguments: [true, false])
    func stoppedAccount(isStopped: Bool) async throws {
        try await OwnSite.with { site in
            let token = try await site.person("ana", ["CLP": "12.5"])
            let ticket = try await site.site.ask(.post, "/api/market/socket-tickets", token: token)
                .body(MarketSocketTicketBody.self)
            let world = site.site.world
            let session = try await world.accounts.session(token: token)
            try await world.accounts.setDisabled(isStopped, email: "ana@example.org")
            let tickets = SocketTickets(database: world.database)
            let now = world.clock.now
            let bearer = try await tickets.check(
                uid: ticket.uid, socid: ticket.socid, verify: ticket.verify, now: now)
            #expect((bearer == nil) == isStopped)
            let holder = SocketTickets.Holder.session(session.tokenDigest)
            #expect(try await tickets.ended(among: [holder], now: now) == (isStopped ? [holder] : []))
        }
    }
}
