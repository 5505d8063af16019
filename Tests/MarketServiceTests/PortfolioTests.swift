import Basics
import Ledger
import Market
import Storage
import TestServer
import Testing

@testable import HTTPKit
@testable import LedgerService
@testable import MarketService

@Suite("What all is worth, now and in the past")
struct PortfolioTests {
    private static let day: Int64 = 86_400

    private static func clp(_ world: MarketWorld) async throws -> Asset {
        try await world.market.asset(named: MarketWorld.asset("CLP"))
    }

    /// A trade at this price, which is the last one then.
    private static func trade(_ price: String, _ market: MarketName = MarketWorld.xlmclp, in world: MarketWorld)
        async throws
    {
        let (base, quote) = market == MarketWorld.xlmclp ? ("XLM", "CLP") : ("ETH", "EUR")
        let seller = try await world.person(8, [base: "1"])
        let buyer = try await world.person(9, [quote: "1000000"])
        try await world.limit(seller, .sell, "1", at: price, in: market)
        try await world.limit(buyer, .buy, "1", at: price, in: market)
    }

    /// What a page makes of the points: the product of what each day made of what there was.
    private static func performance(_ points: [PortfolioPoint]) -> Double {
        zip(points, points.dropFirst()).reduce(1) { product, pair in
            let (before, after) = pair
            return before.value == 0 ? product : product * Double(after.value - after.flow) / Double(before.value)
        } - 1
    }

    @Test(
        "everything is valued by one market or two, the sum of rows is the total, and what has no price is said",
        arguments: Engine.allCases)
    func valuation(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "100", "XLM": "7", "EUR": "3", "BTC": "1"])
            let base = try await Self.clp(world)
            let before = try await world.market.valuation(of: ana, in: base)
            #expect(before.unpriced == 3 && base.text(before.total) == "100")
            try await Self.trade("50", in: world)
            let etheur = MarketWorld.name("ETHEUR")
            try await Self.trade("300", etheur, in: world)
            let seller = try await world.person(8, ["ETH": "1"])
            try await world.limit(seller, .sell, "1", at: "700000", in: MarketWorld.ethclp)
            let buyer = try await world.person(9, ["CLP": "1000000"])
            try await world.take(buyer, .buy, "1", in: MarketWorld.ethclp)
            // What is held by an order is still there.
            try await world.limit(ana, .sell, "7", at: "90")
            let all = try await world.market.valuation(of: ana, in: base)
            let values = Dictionary(
                uniqueKeysWithValues: all.balances.map { ($0.asset.name.text, $0.value.map(base.text)) })
            #expect(values == ["CLP": "100", "XLM": "350", "EUR": "7000", "BTC": nil])
            #expect(all.unpriced == 1 && base.text(all.total) == "7450")
            #expect(
                all.balances.first { $0.asset.name.text == "EUR" }?.route?.markets
                    == [etheur, MarketWorld.ethclp])
            #expect(all.balances.reduce(0) { $0 + ($1.value ?? 0) } == all.total)
        }
    }

    @Test("a deposit is no gain, a price is, and the last point is now", arguments: Engine.allCases)
    func deposits(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let base = try await Self.clp(world)
            try await Self.trade("50", in: world)
            world.clock.advance(seconds: 3 * Self.day)
            let ana = try await world.person(1)
            let nothing = try await world.market.portfolio(of: ana, in: base, days: 30)
            #expect(nothing.points.isEmpty && nothing.isComplete)
            _ = try await world.person(1, ["CLP": "100000"])
            world.clock.advance(seconds: Self.day)
            _ = try await world.person(1, ["CLP": "50000", "XLM": "1000"])
            world.clock.advance(seconds: 2 * Self.day)
            let still = try await world.market.portfolio(of: ana, in: base, days: 30)
            #expect(still.points.map { base.text($0.value) } == ["100000", "200000", "200000", "200000"])
            #expect(still.points.map { base.text($0.flow) } == ["100000", "100000", "0", "0"])
            #expect(still.isComplete && Self.performance(still.points) == 0)
            #expect(still.points.last?.at == world.clock.now)
            #expect(still.points.dropLast().allSatisfy { $0.at.milliseconds % 86_400_000 == 0 })
            // XLM rises by a fifth: 1,000 of them were a quarter of it.
            try await Self.trade("60", in: world)
            world.clock.advance(seconds: Self.day)
            let address = try await world.market.address(of: try await world.person(2), asset: base.name)
            try await world.market.transfer(to: address, amount: "70000", asset: base.name, memo: nil, from: ana)
            let risen = try await world.market.portfolio(of: ana, in: base, days: 30)
            #expect(risen.points.suffix(2).map { base.text($0.value) } == ["210000", "140000"])
            #expect(risen.points.last.map { base.text($0.flow) } == "-70000")
            #expect(abs(Self.performance(risen.points) - 0.05) < 1e-12)
            let now = try await world.market.valuation(of: ana, in: base)
            #expect(risen.points.last?.value == now.total && risen.points.last?.at == now.at)
            let short = try await world.market.portfolio(of: ana, in: base, days: 1)
            #expect(short.points == Array(risen.points.suffix(3)))
        }
    }

    @Test(
        "the past is the same whether it is looked through at once, in pieces of any length or day by day",
        arguments: Engine.allCases, [1, 7, 20_000])
    func pieces(engine: Engine, lines: Int) async throws {
        var limits = MarketLimits.standard
        limits.portfolioLines = lines
        try await MarketWorld.with(engine, limits: limits) { world in
            var random = SplitMix64(seed: 9)
            let (ana, ben) = (
                try await world.person(1, ["CLP": "10000", "XLM": "100"]),
                try await world.person(2, ["CLP": "10000", "XLM": "100"])
            )
            let base = try await Self.clp(world)
            /// Totals at the ends of days as they were seen.
            var seen: [Int64: [String: Int128]] = [:]
            for _ in 0..<6 {
                for _ in 0..<Int.random(in: 0...4, using: &random) {
                    world.clock.advance(seconds: Int64.random(in: 0...3000, using: &random))
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: _ = try await world.person(1, ["CLP": "5"])
                    case 1:
                        try await world.limit(ana, .sell, "1", at: "50")
                        try await world.take(ben, .buy, "1")
                    default:
                        try await world.limit(ben, .sell, "1", at: "51")
                        try await world.take(ana, .buy, "1")
                    }
                }
                let midnight = CandleFrame.day.end(of: world.clock.now)
                var totals: [String: Int128] = [:]
                for (asset, balance) in try await world.market.balances(of: ana) where balance.total != 0 {
                    totals[asset.name.text] = balance.total
                }
                seen[midnight.milliseconds] = totals
                world.clock.advance(seconds: (midnight.milliseconds - world.clock.now.milliseconds) / 1000 + 7200)
                // Some ask every day, some only at the end.
                if lines == 7 { _ = try await world.market.portfolio(of: ana, in: base, days: 30) }
            }
            var history = try await world.market.portfolio(of: ana, in: base, days: 30)
            var questions = 0
            while !history.isComplete, questions < 500 {
                history = try await world.market.portfolio(of: ana, in: base, days: 30)
                questions += 1
            }
            #expect(history.isComplete && (lines > 1 || questions > 3))
            #expect(history.points.count == 7)
            for asset in try await world.market.assets() {
                let days = try await world.database.read {
                    try PortfolioStore($0).days(of: ana.number, asset: asset.number, from: 0)
                }
                var known = days[...]
                var total: Int128 = 0
                for (midnight, totals) in seen.sorted(by: { $0.key < $1.key }) {
                    while let next = known.first, next.day < midnight / 86_400_000 {
                        total = next.total
                        known.removeFirst()
                    }
                    #expect(total == totals[asset.name.text] ?? 0, "\(asset.name)")
                }
                let flow = days.reduce(0) { $0 + $1.flow }
                if asset.name.text == "XLM" { #expect(asset.text(flow) == "100") }
            }
            let present = try await world.market.valuation(of: ana, in: base)
            #expect(history.points.last?.value == present.total)
        }
    }
}
