import API
import Basics
import HummingbirdTesting
import Ledger
import Market
import Storage
import Synchronization
import TestServer
import Testing

@testable import HTTPKit
@testable import LedgerService
@testable import MarketService
@testable import ServerApp

@Suite("News of one's own orders")
struct OwnNewsTests {
    /// What a follower is told, in short.
    private func told(_ follower: OwnFollower) -> [String] {
        follower.take().map { news in
            switch news {
            case .stale: return "stale"
            case .changed(let changes):
                let orders = changes.orders.map { "\($0.id >> 10) \($0.status) \($0.executed)" }
                let fills = changes.fills.map { "\($0.side) \($0.lots)" }
                let balances = changes.balances.map {
                    "\($0.asset.name.text) \($0.asset.text($0.balance.available))"
                }
                return (orders + fills + balances).joined(separator: ", ")
            }
        }
    }

    /// Waits until the market has looked at all that was done to its database otherwise, which is told as well.
    private func settle(_ world: MarketWorld) async throws {
        let last = try await world.database.read { try TransferStore($0).lastNumber() }
        while world.market.seen.withLock({ $0.transfer }) != last { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test("the first word is to ask, and then all changes are told as they are, to their owner alone")
    func changes() async throws {
        try await MarketWorld.with(.sqlite) { world in
            let ana = try await world.person(1, ["CLP": "100"])
            let ben = try await world.person(2, ["XLM": "10"])
            try await settle(world)
            let (hers, his) = (
                try await world.market.follow(account: ana.account), try await world.market.follow(account: ben.account)
            )
            #expect(told(hers) == ["stale"] && told(his) == ["stale"])
            let order = try await world.limit(ana, .buy, "5", at: "10")
            #expect(told(hers) == ["1 queued 0, XLM 0, CLP 50"] && told(his) == [])
            try await world.limit(ben, .sell, "2", at: "10")
            #expect(told(hers) == ["1 queued 20000000, buy 20000000, XLM 1.9922, CLP 50"])
            #expect(told(his) == ["2 filled 20000000, sell 20000000, XLM 8, CLP 19.864"])
            _ = try await world.market.cancel(order.id, for: ana)
            #expect(told(hers) == ["1 cancelled 20000000, XLM 1.9922, CLP 80"])
            // Money that comes otherwise is asked for.
            _ = try await world.market.administration.deposit(
                to: "person1@example.org", asset: MarketWorld.asset("CLP"), amount: "1")
            #expect(told(hers) == ["stale"])
            world.market.unfollow(hers)
            _ = told(hers)
            try await world.limit(ana, .buy, "1", at: "10")
            #expect(told(hers) == [])
        }
    }

    @Test("whoever takes nothing is told to ask, and an older balance is not told after a newer one")
    func bounds() async throws {
        try await MarketWorld.with(.sqlite) { world in
            let follower = OwnFollower(account: [1])
            #expect(told(follower) == ["stale"])
            let asset = try #require(try await world.market.assets().first)
            func changes(_ turn: UInt64) -> OwnChanges {
                OwnChanges(market: world.xlm, orders: [], fills: [], balances: [(asset, Balance())], turn: turn)
            }
            follower.tell(changes(2))
            follower.tell(changes(1))
            #expect(follower.take().count == 2)
            follower.tell(changes(3))
            guard case .changed(let newest)? = follower.take().first else { return #expect(Bool(false)) }
            #expect(newest.balances.count == 1)
            for turn in 4..<UInt64(OwnFollower.mostWaiting + 5) { follower.tell(changes(turn)) }
            let left = follower.take()
            guard case .stale? = left.first else { return #expect(Bool(false), "\(left.count)") }
            #expect(left.count < 10)
        }
    }

    @Test("an account that gets its number later is told from then on")
    func newcomer() async throws {
        try await MarketWorld.with(.sqlite) { world in
            let account = [UInt8](repeating: 9, count: 16)
            let follower = try await world.market.follow(account: account)
            #expect(told(follower) == ["stale"])
            let eva = try await world.person(9)
            #expect(eva.account == account && told(follower) == ["stale"])
            _ = try await world.market.administration.deposit(
                to: "person9@example.org", asset: MarketWorld.asset("CLP"), amount: "50")
            try await settle(world)
            #expect(told(follower) == ["stale"])
            try await world.limit(eva, .buy, "1", at: "10")
            #expect(told(follower) == ["1 queued 0, XLM 0, CLP 40"])
        }
    }

    @Test("the stream of a person has them, beside what else happens to them")
    func stream() async throws {
        try await OwnSite.with(.sqlite, .live) { site in
            let token = try await site.person("ana", ["CLP": "100"])
            let stream = try await RawConnection(port: try #require(site.site.client.port))
            try await stream.send(
                "GET /api/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n\r\n")
            #expect(try await stream.wait(for: "event: market.stale\ndata: {\"isStale\":true}"))
            // Whatever else may tell that it is old meanwhile: of one of these orders it is told.
            var told = false
            for _ in 0..<20 where !told {
                let order = try await site.place(token, .buy, "1", at: "1")
                told = try await stream.wait(seconds: 2) {
                    $0.received.contains("event: market.changed\ndata: {\"balances\":[{")
                        && $0.received.contains("\"id\":\"\(order.id)\"")
                }
            }
            #expect(told)
            await stream.close()
        }
    }
}
