import Basics
import Ledger
import Market
import Storage
import TestServer
import Testing

@testable import LedgerService
@testable import MarketService

@Suite("Orders and their money")
struct OrderTests {
    @Test("one XLM sold at 55 brings 55 less a fee of 0.374", arguments: Engine.allCases)
    func knownFee(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "1000"])
            let ben = try await world.person(2, ["XLM": "10"])
            let bid = try await world.limit(ana, .buy, "1", at: "55")
            #expect(bid.status == .queued)
            #expect(try await world.balance(ana, "CLP") == "1000/945")
            let sale = try await world.take(ben, .sell, "1")
            #expect(sale.status == .filled)
            #expect(sale.feeText == "0.374")
            #expect(sale.averagePriceText == "55")
            #expect(try await world.balance(ben, "CLP") == "54.626/54.626")
            #expect(try await world.balance(ben, "XLM") == "9/9")
            #expect(try await world.balance(ana, "CLP") == "945/945")
            #expect(try await world.balance(ana, "XLM") == "0.9961/0.9961")
            let (order, fills) = try await world.market.order(bid.id, of: ana)
            #expect(order.status == .filled)
            #expect(fills.map(\.isMaker) == [true])
            #expect(fills.map(\.fee) == [order.fee])
            let (_, taken) = try await world.market.order(sale.id, of: ben)
            #expect(taken.map(\.id) == fills.map(\.id))
            try await world.expectClean()
        }
    }

    @Test("a better price gives back what was held for a worse one", arguments: Engine.allCases)
    func betterPrice(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "1000"])
            let ben = try await world.person(2, ["XLM": "10"])
            try await world.limit(ben, .sell, "4", at: "50")
            let order = try await world.limit(ana, .buy, "10", at: "60")
            #expect(order.executed == 40_000_000)
            #expect(order.averagePriceText == "50")
            // 4 at 50 are paid, 6 at 60 are held.
            #expect(try await world.balance(ana, "CLP") == "800/440")
            let cancelled = try await world.market.cancel(order.id, for: ana)
            #expect(cancelled.status == .cancelled)
            #expect(try await world.balance(ana, "CLP") == "800/800")
            try await world.expectClean()
        }
    }

    @Test("an average price has 18 exact decimals, rounded half to even")
    func averagePrice() async throws {
        try await MarketWorld.with(.sqlite) { world in
            let ana = try await world.person(1, ["CLP": "100000"])
            let ben = try await world.person(2, ["XLM": "10"])
            try await world.limit(ben, .sell, "1", at: "50")
            try await world.limit(ben, .sell, "2", at: "50.01")
            let order = try await world.take(ana, .buy, "3")
            #expect(order.averagePriceText == "50.006666666666666667")
        }
    }

    @Test("what cannot be is refused by name, and changes nothing", arguments: Engine.allCases)
    func refusals(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "1000", "XLM": "1"])
            let ben = try await world.person(2, ["XLM": "10"])
            let ask = try await world.limit(ben, .sell, "5", at: "50")
            let before = [String(try await world.hash()), try await world.balance(ana, "CLP")]
            func refused(_ body: @escaping () async throws -> Void) async throws -> MarketError? {
                try await refusal(body)
            }
            for (amount, price, expected) in [
                ("0", "50", OrderFault.belowMinimum), ("-1", "50", .malformedAmount), ("1e3", "50", .malformedAmount),
                ("1.00000001", "50", .offLot), ("0.01", "50", .belowMinimum), ("1", "50.001", .offTick),
                ("1", "0", .zeroPrice), ("1", "", .malformedPrice), (String(repeating: "9", count: 38), "1", .tooLarge),
                (String(repeating: "9", count: 200), "1", .tooLarge), ("1", " 50", .malformedPrice),
            ] {
                #expect(
                    try await refused { try await world.limit(ana, .buy, amount, at: price) } == .order(expected),
                    "\(amount) at \(price)")
            }
            #expect(try await refused { try await world.limit(ana, .buy, "100", at: "50") } == .notEnoughBalance)
            #expect(try await refused { try await world.limit(ana, .sell, "2", at: "60") } == .notEnoughBalance)
            // The book has five at 50; all five cost 250, which is there, and a thousand times as much is not.
            #expect(try await refused { try await world.take(ana, .sell, "2") } == .notEnoughBalance)
            #expect(
                try await refused { try await world.limit(ana, .buy, "1", at: "50", postOnly: true) }
                    == .postOnlyWouldTake)
            #expect(
                try await refused { try await world.limit(ana, .buy, "6", at: "50", .fillOrKill) } == .fillOrKillShort)
            #expect(try await refused { try await world.limit(ben, .buy, "1", at: "50") } == .notEnoughBalance)
            #expect(
                try await refused { try await world.limit(ana, .buy, "1", at: "50", in: MarketWorld.name("NONECLP")) }
                    == .unknownMarket)
            #expect(try await refused { _ = try await world.market.cancel(ask.id, for: ana) } == .unknownOrder)
            #expect(try await refused { _ = try await world.market.cancel(7 * 1024 + 3, for: ana) } == .unknownOrder)
            #expect(try await refused { _ = try await world.market.cancel(-1, for: ana) } == .unknownOrder)
            #expect(try await refused { _ = try await world.market.cancel(1023, for: ana) } == .unknownOrder)
            #expect(try await refused { _ = try await world.market.order(ask.id, of: ana) } == .unknownOrder)
            let after = [String(try await world.hash()), try await world.balance(ana, "CLP")]
            #expect(after == before)
            _ = try await world.market.cancel(ask.id, for: ben)
            #expect(try await refused { _ = try await world.market.cancel(ask.id, for: ben) } == .notOpen(.cancelled))
            try await world.expectClean()
        }
    }

    @Test("an order that meets one of its own account ends as its sender wishes", arguments: Engine.allCases)
    func selfTrade(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "1000", "XLM": "10"])
            let ask = try await world.limit(ana, .sell, "2", at: "50")
            let before = try await world.hash()
            #expect(try await refusal { try await world.limit(ana, .buy, "1", at: "50") } == .selfTrade)
            #expect(try await world.hash() == before)
            #expect(try await world.balance(ana, "CLP") == "1000/1000")
            let oldest = try await world.limit(ana, .buy, "1", at: "50", selfTrade: .cancelOldest)
            #expect(oldest.status == .queued)
            #expect(try await world.market.order(ask.id, of: ana).order.status == .cancelled)
            #expect(try await world.balance(ana, "XLM") == "10/10")
            let both = try await world.limit(ana, .sell, "1", at: "50", selfTrade: .cancelBoth)
            #expect(both.status == .cancelled)
            #expect(try await world.balance(ana, "CLP") == "1000/1000")
            #expect(try await world.balance(ana, "XLM") == "10/10")
            try await world.expectClean()
        }
    }

    @Test("a stop holds its money from the start and enters the book at its price", arguments: Engine.allCases)
    func stops(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "1000"])
            let ben = try await world.person(2, ["XLM": "10"])
            let eva = try await world.person(3, ["CLP": "1000"])
            let stop = try await world.limit(eva, .buy, "2", at: "60", stop: "55")
            #expect(stop.status == .waiting)
            #expect(try await world.balance(eva, "CLP") == "1000/880")
            let hash = try await world.hash()
            try await world.expectSecondServer(at: hash)
            try await world.limit(ben, .sell, "1", at: "55")
            try await world.limit(ben, .sell, "1", at: "58")
            try await world.take(ana, .buy, "1")
            let (order, fills) = try await world.market.order(stop.id, of: eva)
            #expect(order.status == .queued)
            #expect(fills.map { world.xlm.priceText($0.ticks) } == ["58"])
            #expect(fills.map(\.isMaker) == [false])
            let after = try await world.hash()
            try await world.expectSecondServer(at: after)
            _ = try await world.market.cancel(stop.id, for: eva)
            #expect(try await world.balance(eva, "CLP") == "942/942")
            try await world.expectClean()
        }
    }

    @Test("an instant exchange is never worse than its bound, and all or nothing", arguments: Engine.allCases)
    func instant(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "1000"])
            let ben = try await world.person(2, ["XLM": "10", "CLP": "1000"])
            try await world.limit(ben, .sell, "1", at: "50")
            try await world.limit(ben, .sell, "1", at: "60")
            let market = MarketWorld.xlmclp
            let quote = try await world.market.quote(market: market, side: .buy, amount: "2", for: ana)
            #expect(quote.isComplete)
            #expect(DecimalText.text(quote.required, exponent: 18) == "110")
            #expect(DecimalText.text(quote.obtained, exponent: 18) == "1.9864")
            func buy(_ amount: String, _ bound: String?) async throws -> OrderRecord {
                try await world.market.instant(market: market, side: .buy, amount: amount, bound: bound, for: ana)
            }
            #expect(try await refusal { _ = try await buy("2", "109.99") } == .boundNotMet)
            #expect(try await refusal { _ = try await buy("3", nil) } == .boundNotMet)
            #expect(try await world.balance(ana, "CLP") == "1000/1000")
            #expect(try await buy("2", "110").status == .filled)
            #expect(try await world.balance(ana, "XLM") == "1.9864/1.9864")
            try await world.limit(ben, .buy, "1", at: "55")
            func sell(_ bound: String) async throws {
                _ = try await world.market.instant(market: market, side: .sell, amount: "1", bound: bound, for: ana)
            }
            #expect(try await refusal { try await sell("54.627") } == .boundNotMet)
            try await sell("54.626")
            try await world.expectClean()
        }
    }

    @Test("in a bulk request each order succeeds or fails by itself", arguments: Engine.allCases)
    func bulk(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "100000"])
            func draft(_ market: String, _ amount: String) -> OrderDraft {
                OrderDraft(
                    market: MarketWorld.name(market), side: .buy, kind: .limit, amount: amount, price: "1000")
            }
            let placed = await world.market.place(
                [draft("ETHCLP", "1"), draft("AAAAAA", "1"), draft("XLMCLP", "0"), draft("BTCCLP", "1")], for: ana)
            #expect(placed.map(\.isSuccess) == [true, false, false, true])
            let ids = placed.compactMap { try? $0.get().id }
            let cancelled = await world.market.cancel([ids[0], 11_111_111, ids[1], ids[0]], for: ana)
            #expect(cancelled.map(\.isSuccess) == [true, false, true, false])
            #expect(try await world.balance(ana, "CLP") == "100000/100000")
            let many = await world.market.place(Array(repeating: draft("ETHCLP", "0.001"), count: 101), for: ana)
            #expect(many.filter(\.isSuccess).count == 100)
            #expect(try await world.market.cancelAll(market: nil, for: ana).count == 100)
            try await world.expectClean()
        }
    }

    @Test("an account has a bounded number of open orders")
    func openOrders() async throws {
        var limits = MarketLimits.standard
        limits.openOrders = 3
        try await MarketWorld.with(.sqlite, limits: limits) { world in
            let ana = try await world.person(1, ["CLP": "1000"])
            let first = try await world.limit(ana, .buy, "1", at: "10")
            for _ in 0..<2 { try await world.limit(ana, .buy, "1", at: "10") }
            #expect(try await refusal { try await world.limit(ana, .buy, "1", at: "10") } == .limitReached)
            _ = try await world.market.cancel(first.id, for: ana)
            try await world.limit(ana, .buy, "1", at: "10")
        }
    }

    @Test("lists have pages, newest first", arguments: Engine.allCases)
    func lists(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "1000"])
            let ben = try await world.person(2, ["XLM": "100"])
            for price in ["40", "41", "42", "43", "44"] {
                world.clock.advance(seconds: 60)
                try await world.limit(ana, .buy, "1", at: price)
            }
            try await world.take(ben, .sell, "2.5")
            let market = MarketWorld.xlmclp
            let first = try await world.market.openOrders(of: ana, market: market, page: Page(page: 0, limit: 2))
            #expect(first.items.map { world.xlm.priceText($0.terms.ticks ?? 0) } == ["42", "41"])
            #expect(first.hasMore)
            let second = try await world.market.openOrders(of: ana, market: nil, page: Page(page: 1, limit: 2))
            #expect(second.items.count == 1)
            #expect(!second.hasMore)
            let closed = try await world.market.closedOrders(of: ana, market: nil, page: Page())
            // The better price was executed first, so that the other was closed last.
            #expect(closed.items.map { world.xlm.priceText($0.terms.ticks ?? 0) } == ["43", "44"])
            let fills = try await world.market.fills(of: ana, market: market, page: Page())
            #expect(fills.items.map { world.xlm.priceText($0.fill.ticks) } == ["42", "43", "44"])
            let trades = try await world.market.trades(market, page: Page(limit: 2))
            #expect(trades.items.map { world.xlm.priceText($0.ticks) } == ["42", "43"])
            #expect(trades.hasMore)
            let book = try await world.market.book(market, side: .buy, page: Page(page: 0, limit: 1))
            #expect(book.items.map(\.lots) == [5_000_000])
            #expect(book.items.map(\.initialLots) == [10_000_000])
            #expect(book.hasMore)
            let statement = try await world.market.transactions(of: ana, asset: MarketWorld.asset("CLP"), page: Page())
            #expect(statement.items.map { DecimalText.text($0.amount, exponent: 18) } == ["-21", "-43", "-44", "1000"])
            #expect(
                statement.items.map { DecimalText.text($0.balanceAfter, exponent: 18) } == [
                    "892", "913", "956", "1000",
                ])
            let now = world.clock.now
            let none = try await world.market.trades(market, from: now.advanced(bySeconds: 1), page: Page())
            #expect(none.items.isEmpty)
            let all = try await world.market.trades(market, from: now, to: now.advanced(bySeconds: 1), page: Page())
            #expect(all.items.count == 3)
        }
    }
}

extension Result {
    /// Whether it is a value.
    var isSuccess: Bool {
        if case .success = self { true } else { false }
    }
}

extension MarketWorld {
    /// The rules of the market between XLM and CLP of a new database.
    var xlm: MarketRules {
        do {
            return try MarketRules(
                number: 3, name: Self.xlmclp,
                base: Asset(
                    number: 8, name: Self.asset("XLM"), kind: .crypto, exponent: 18, decimals: 7, title: "Stellar"),
                quote: Asset(
                    number: 1, name: Self.asset("CLP"), kind: .currency, exponent: 18, decimals: 0,
                    title: "Peso Chileno"),
                tickUnits: 10_000_000_000_000_000, lotUnits: 100_000_000_000, minimumLots: 1_000_000,
                fees: .standard)
        } catch {
            preconditionFailure("these rules are right")
        }
    }
}
