import Basics
import Dispatch
import Ledger
import Market
import Storage
import Synchronization
import TestServer
import Testing

@testable import LedgerService
@testable import MarketService

@Suite("Histories, however long they are")
struct HistoryTests {
    /// What one page after another gives, from the newest on.
    private func all<Item: Sendable>(
        limit: Int, _ read: (Page) async throws -> Paged<Item>
    ) async throws -> [Item] {
        var items: [Item] = []
        var cursor: HistoryCursor?
        repeat {
            let page = try await read(Page(from: cursor, limit: limit))
            #expect(page.items.count == limit || !page.hasMore)
            #expect(page.hasMore == (page.next != nil))
            items += page.items
            // As a client has it: a text in a path.
            cursor = page.next.flatMap { HistoryCursor($0.text) }
        } while cursor != nil
        return items
    }

    /// A trader with a past in two markets, money that came otherwise, points, and orders that wait.
    private func makePast(in world: MarketWorld) async throws -> (ana: Trader, ben: Trader) {
        let ana = try await world.person(1, ["CLP": "1000000", "XLM": "1000", "ETH": "100"])
        let ben = try await world.person(2, ["CLP": "100000000", "XLM": "1000", "ETH": "100"])
        for turn in 0..<9 {
            // Some things happen in one millisecond.
            if turn % 3 != 2 { world.clock.advance(seconds: 1) }
            let market = turn % 4 == 3 ? MarketWorld.ethclp : MarketWorld.xlmclp
            try await world.limit(ben, .sell, "3", at: "50", in: market)
            try await world.limit(ana, .buy, "1", at: "50", in: market)
            try await world.take(ana, .buy, "2", in: market)
            try await world.limit(ana, .buy, "1", at: "2", in: market)
            if turn % 2 == 0 { _ = try await world.person(1, ["CLP": "7"]) }
        }
        return (ana, ben)
    }

    @Test("page after page gives each entry once, in the order of one long page", arguments: Engine.allCases)
    func pages(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let (ana, _) = try await makePast(in: world)
            let (market, clp) = (world.market, MarketWorld.asset("CLP"))
            let whole = Page(limit: 1000)

            let closed = try await market.closedOrders(of: ana, market: nil, page: whole).items
            #expect(closed.count == 18)
            #expect(try await all(limit: 5) { try await market.closedOrders(of: ana, market: nil, page: $0) } == closed)
            let open = try await market.openOrders(of: ana, market: nil, page: whole).items
            #expect(open.count == 9)
            #expect(try await all(limit: 2) { try await market.openOrders(of: ana, market: nil, page: $0) } == open)
            let lines = try await market.transactions(of: ana, asset: clp, page: whole).items
            #expect(lines.count == 18 + 6)
            #expect(try await all(limit: 5) { try await market.transactions(of: ana, asset: clp, page: $0) } == lines)
            let fills = try await market.fills(of: ana, market: MarketWorld.xlmclp, page: whole).items.map(\.fill)
            #expect(fills.count == 14)
            let some = try await all(limit: 3) { try await market.fills(of: ana, market: MarketWorld.xlmclp, page: $0) }
            #expect(some.map(\.fill) == fills)
            let trades = try await market.trades(MarketWorld.xlmclp, page: whole).items
            #expect(try await all(limit: 4) { try await market.trades(MarketWorld.xlmclp, page: $0) } == trades)
            // By numbers of pages the same entries stand in the same places.
            for number in 0..<4 {
                let page = Page(page: number, limit: 5)
                #expect(
                    try await market.closedOrders(of: ana, market: nil, page: page).items
                        == Array(closed.dropFirst(5 * number).prefix(5)))
                #expect(
                    try await market.closedOrders(of: ana, market: MarketWorld.xlmclp, page: page).items
                        == Array(closed.filter { $0.market.name == MarketWorld.xlmclp }.dropFirst(5 * number).prefix(5))
                )
                #expect(
                    try await market.transactions(of: ana, asset: clp, page: page).items
                        == Array(lines.dropFirst(5 * number).prefix(5)))
                #expect(
                    try await market.trades(MarketWorld.xlmclp, page: page).items
                        == Array(trades.dropFirst(5 * number).prefix(5)))
            }
        }
    }

    @Test("what happens meanwhile moves no page that is read from a place on", arguments: Engine.allCases)
    func moving(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let (ana, ben) = try await makePast(in: world)
            let whole = try await world.market.closedOrders(of: ana, market: nil, page: Page(limit: 100)).items
            let first = try await world.market.closedOrders(of: ana, market: nil, page: Page(from: nil, limit: 5))
            world.clock.advance(seconds: 1)
            try await world.limit(ben, .sell, "3", at: "50")
            try await world.take(ana, .buy, "3")
            let second = try await world.market.closedOrders(
                of: ana, market: nil, page: Page(from: first.next, limit: 5))
            #expect(first.items + second.items == Array(whole.prefix(10)))
        }
    }

    @Test("points of one day are told page after page as they came", arguments: Engine.allCases)
    func points(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1)
            for day in 0..<3 {
                for visit in 0..<7 {
                    let at = CandleFrame.day.start(of: world.clock.now)
                    try await world.database.write {
                        try LedgerAdministration.grantPoints(
                            Int64(visit + 1 + day), toAccount: ana.account, memo: nil, at: at, in: $0)
                    }
                }
                world.clock.advance(seconds: 86_400)
            }
            try await world.market.refresh()
            let points = try await world.market.asset(named: MarketWorld.asset("PTS"))
            let whole = try await world.market.transactions(of: ana, asset: points.name, page: Page(limit: 100)).items
            #expect(whole.map(\.balanceAfter) == whole.map(\.balanceAfter).sorted(by: >) && whole.count == 21)
            let parts = try await all(limit: 4) {
                try await world.market.transactions(of: ana, asset: points.name, page: $0)
            }
            #expect(parts == whole)
        }
    }

    @Test("candles are those of the database, from memory and beyond it", arguments: Engine.allCases)
    func candles(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["XLM": "1000"])
            let ben = try await world.person(2, ["CLP": "1000000"])
            let market = MarketWorld.xlmclp
            func expectSame() async throws {
                let stored = try await world.database.read {
                    try CandleStore($0).candles(market: 3, kind: .last, frame: .minute, limit: 1000)
                }
                let told = try await world.market.candles(market, kind: .last, frame: .minute, page: Page(limit: 500))
                #expect(told.items == stored && !told.hasMore)
                let pages = try await all(limit: 3) {
                    try await world.market.candles(market, kind: .last, frame: .minute, page: $0)
                }
                #expect(pages == stored)
            }
            try await expectSame()
            for turn in 0..<12 {
                try await world.limit(ana, .sell, "1", at: "\(50 + turn)")
                try await world.take(ben, .buy, "1")
                if turn % 3 == 0 { try await expectSame() }
                // Sometimes several begin before anybody asks again.
                world.clock.advance(seconds: turn % 2 == 0 ? 20 : 70)
            }
            try await expectSame()
        }
    }

    @Test("a place of somebody else's shows nothing of theirs", arguments: Engine.allCases)
    func foreign(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let (ana, ben) = try await makePast(in: world)
            let eva = try await world.person(3, ["CLP": "5"])
            let clp = MarketWorld.asset("CLP")
            for thief in [eva, ben] {
                let closed = try await world.market.closedOrders(of: ana, market: nil, page: Page(limit: 3))
                let fills = try await world.market.fills(of: ana, market: MarketWorld.xlmclp, page: Page(limit: 3))
                let lines = try await world.market.transactions(of: ana, asset: clp, page: Page(limit: 2))
                let own = try await world.market.closedOrders(of: thief, market: nil, page: Page(limit: 100)).items
                let stolen = try await world.market.closedOrders(
                    of: thief, market: nil, page: Page(from: closed.next, limit: 100)
                ).items
                #expect(stolen.allSatisfy { own.contains($0) })
                let trades = try await world.market.fills(
                    of: eva, market: MarketWorld.xlmclp, page: Page(from: fills.next, limit: 100))
                #expect(trades.items.isEmpty)
                let statement = try await world.market.transactions(
                    of: eva, asset: clp, page: Page(from: lines.next, limit: 100)
                ).items
                #expect(statement.count <= 1 && statement.allSatisfy { $0.balanceAfter == 5 * clpUnit })
            }
        }
    }

    private var clpUnit: Int128 { 1_000_000_000_000_000_000 }

    @Test("while everybody who reads the past waits, nobody else does", arguments: Engine.allCases)
    func lanes(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let (ana, ben) = try await makePast(in: world)
            // Whoever leafs deepest: more of them than there are readers, and none comes to an end.
            let gate = DispatchSemaphore(value: 0)
            let stuck = (0..<16).map { _ in
                Task { try? await world.database.readHistory { _ in gate.wait() } }
            }
            defer { for _ in stuck { gate.signal() } }
            let answered = Mutex(false)
            let others = Task {
                let market = world.market
                for _ in 0..<3 {
                    #expect(try await market.ticker(MarketWorld.xlmclp).last == 5000)
                    #expect(try await market.tickers().count > 1)
                    _ = try await market.book(MarketWorld.xlmclp, side: .buy, page: Page(limit: 100))
                    _ = try await market.candles(
                        MarketWorld.xlmclp, kind: .last, frame: .minute, page: Page(limit: 100))
                    _ = try await market.balances(of: ana)
                    try await world.limit(ben, .sell, "1", at: "50")
                    let order = try await world.take(ana, .buy, "1")
                    #expect(try await market.order(order.id, of: ana).fills.count == 1)
                    // And whoever is told over a socket.
                    let markets = try await market.markets()
                    _ = try await market.closedOrders(of: ana, in: markets, count: 100)
                    _ = try await market.openOrders(of: ana, in: markets, count: 100)
                    _ = try await market.lastTrades(MarketWorld.xlmclp, count: 100)
                }
                answered.withLock { $0 = true }
            }
            try await eventually { answered.withLock { $0 } }
            for _ in stuck { gate.signal() }
            try await others.value
            for task in stuck { await task.value }
        }
    }
}
