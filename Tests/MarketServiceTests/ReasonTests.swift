import Basics
import Ledger
import Market
import Storage
import TestServer
import Testing

@testable import LedgerService
@testable import MarketService

@Suite("Why orders end")
struct ReasonTests {
    private func reason(_ order: OrderRecord, of trader: Trader, in world: MarketWorld) async throws -> OrderReason? {
        try await world.market.order(order.id, of: trader).order.reason
    }

    @Test("each way to end has its reason, in the answer and ever after", arguments: Engine.allCases)
    func reasons(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "10000", "XLM": "100"])
            let ben = try await world.person(2, ["CLP": "10000", "XLM": "100"])

            let own = try await world.limit(ana, .buy, "1", at: "10")
            #expect(own.reason == nil)
            #expect(try await world.market.cancel(own.id, for: ana).reason == .user)
            #expect(try await reason(own, of: ana, in: world) == .user)
            let several = try await world.limit(ana, .buy, "1", at: "10")
            #expect(try await world.market.cancelAll(market: nil, for: ana).map(\.reason) == [.user])
            #expect(try await reason(several, of: ana, in: world) == .user)

            // What does not wait and finds less than it wants.
            try await world.limit(ben, .sell, "1", at: "50")
            let some = try await world.limit(ana, .buy, "3", at: "50", .immediateOrCancel)
            #expect(some.executed == 10_000_000 && some.status == .cancelled && some.reason == .immediateRest)
            #expect(try await reason(some, of: ana, in: world) == .immediateRest)
            let none = try await world.limit(ana, .buy, "3", at: "50", .immediateOrCancel)
            let nothing = try await world.take(ana, .buy, "3")
            for order in [none, nothing] {
                #expect(order.executed == 0 && order.status == .cancelled && order.reason == .immediateRest)
                #expect(try await reason(order, of: ana, in: world) == .immediateRest)
            }
            // A filled order has none.
            try await world.limit(ben, .sell, "1", at: "50")
            let filled = try await world.take(ana, .buy, "1")
            #expect(filled.status == .filled && filled.reason == nil)

            // Orders of one account that meet: the one that comes, the one that waited, both.
            let asks = [
                try await world.limit(ben, .sell, "1", at: "50"), try await world.limit(ana, .sell, "1", at: "51"),
            ]
            let newest = try await world.limit(ana, .buy, "3", at: "51")
            #expect(newest.executed == 10_000_000 && newest.status == .cancelled && newest.reason == .selfTrade)
            #expect(try await reason(asks[1], of: ana, in: world) == nil)
            let oldest = try await world.limit(ana, .buy, "1", at: "51", selfTrade: .cancelOldest)
            #expect(oldest.status == .queued)
            #expect(try await reason(asks[1], of: ana, in: world) == .selfTrade)
            let both = try await world.limit(ana, .sell, "1", at: "51", selfTrade: .cancelBoth)
            #expect(both.status == .cancelled && both.reason == .selfTrade)
            #expect(try await reason(oldest, of: ana, in: world) == .selfTrade)

            // And as another server reads it, and the history.
            try await world.withSecondServer { second in
                #expect(try await second.market.order(newest.id, of: ana).order.reason == .selfTrade)
                let closed = try await second.market.closedOrders(of: ana, market: nil, page: Page(limit: 100)).items
                #expect(closed.first { $0.id == newest.id }?.reason == .selfTrade)
                #expect(closed.first { $0.id == some.id }?.reason == .immediateRest)
                #expect(closed.first { $0.id == filled.id }?.reason == nil)
            }
            try await world.expectClean()
        }
    }

    @Test("one cause is one refusal, whatever the kind of order", arguments: Engine.allCases)
    func alike(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "10000", "XLM": "100"])
            let ben = try await world.person(2, ["XLM": "100"])
            try await world.limit(ana, .sell, "2", at: "50")
            try await world.limit(ben, .sell, "2", at: "51")
            let hash = try await world.hash()
            for timeInForce in [TimeInForce.goodTillCancelled, .immediateOrCancel, .fillOrKill] {
                #expect(
                    try await refusal { try await world.limit(ana, .buy, "1", at: "51", timeInForce) } == .selfTrade)
            }
            #expect(try await refusal { try await world.take(ana, .buy, "1") } == .selfTrade)
            #expect(
                try await refusal {
                    _ = try await world.market.instant(
                        market: MarketWorld.xlmclp, side: .buy, amount: "1", bound: nil, for: ana)
                } == .selfTrade)
            #expect(try await world.hash() == hash)
            #expect(try await world.balance(ana, "CLP") == "10000/10000")
            try await world.expectClean()
        }
    }

    @Test("a stop that is reached and refused says why", arguments: Engine.allCases)
    func stops(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "10000", "XLM": "100"])
            let ben = try await world.person(2, ["XLM": "100", "CLP": "1000"])
            let eva = try await world.person(3, ["CLP": "10000", "XLM": "100"])
            let postOnly = try await world.limit(ana, .buy, "1", at: "60", postOnly: true, stop: "55")
            let whole = try await world.limit(ana, .buy, "50", at: "60", .fillOrKill, stop: "55")
            let immediate = try await world.limit(ana, .buy, "50", at: "60", .immediateOrCancel, stop: "55")
            try await world.limit(ben, .sell, "1", at: "55")
            try await world.limit(ben, .sell, "3", at: "58")
            try await world.take(eva, .buy, "1")
            #expect(try await reason(postOnly, of: ana, in: world) == .stopPostOnly)
            #expect(try await reason(whole, of: ana, in: world) == .stopFillOrKill)
            let rest = try await world.market.order(immediate.id, of: ana).order
            #expect(rest.executed == 30_000_000 && rest.reason == .immediateRest)
            try await world.expectClean()
        }
    }
}
