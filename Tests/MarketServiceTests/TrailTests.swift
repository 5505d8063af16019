import Basics
import Ledger
import Market
import Storage
import TestServer
import Testing

@testable import LedgerService
@testable import MarketService

@Suite("Trails of fills and closed orders")
struct TrailTests {
    @Test("an order and its owner find every execution, across restarts", arguments: Engine.allCases)
    func long(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "100000", "XLM": "100"])
            let ben = try await world.person(2, ["XLM": "1000", "CLP": "100000"])
            let order = try await world.limit(ana, .buy, "100", at: "50")
            for _ in 0..<40 {
                world.clock.advance(seconds: 1)
                try await world.take(ben, .sell, "1")
            }
            // As taker, and from another book that was built from what is stored.
            try await world.limit(ben, .buy, "1", at: "51")
            try await world.withSecondServer { second in
                try await second.limit(ana, .sell, "1", at: "51")
                try await second.take(ben, .sell, "1")
            }
            try await world.take(ben, .sell, "1")
            let fills = try await world.market.order(order.id, of: ana).fills
            #expect(fills.count == 42)
            #expect(fills.map(\.id) == fills.map(\.id).sorted())
            let page = Page(page: 0, limit: 100)
            let own = try await world.market.fills(of: ana, market: MarketWorld.xlmclp, page: page).items
            #expect(own.count == 43)
            #expect(own.map(\.fill.id) == own.map(\.fill.id).sorted(by: >))
            #expect(own.filter { $0.fill.side == .sell }.count == 1)
            let part = try await world.market.fills(
                of: ana, market: MarketWorld.xlmclp, page: Page(page: 2, limit: 20))
            #expect(part.items.map(\.fill) == own.suffix(3).map(\.fill) && !part.hasMore)
            let closed = try await world.market.closedOrders(of: ben, market: nil, page: page).items
            #expect(closed.count == 43)
            #expect(closed.map(\.updatedAt) == closed.map(\.updatedAt).sorted(by: >))
            #expect(try await world.market.closedOrders(of: ana, market: nil, page: page).items.count == 1)
            _ = try await world.market.cancel(order.id, for: ana)
            let last = try await world.market.closedOrders(of: ana, market: nil, page: page).items
            #expect(last.first?.id == order.id && last.count == 2)
            try await world.expectClean()
        }
    }
}
