import Basics
import Foundation
import Ledger
import Market
import Storage
import TestServer
import Testing

@testable import HTTPKit
@testable import LedgerService
@testable import MarketService

@Suite("What an order would do, and what it then does")
struct PreviewTests {
    /// Markets in CLP with steps of many kinds.
    private static func makeMarkets(in world: MarketWorld) async throws -> [MarketRules] {
        let steps = [
            ("1000", "0.001"), ("10", "0.00000001"), ("1", "1"), ("0.01", "0.1"), ("0.0003", "0.0025"),
            ("0.000001", "1"),
        ]
        var markets: [MarketRules] = []
        for (number, (tick, lot)) in steps.enumerated() {
            let base = MarketWorld.asset("TOK\(number)")
            let name = MarketWorld.name(base.text + "CLP")
            let administration = world.market.administration
            try await administration.addAsset(AssetDraft(name: base, kind: .crypto, decimals: 8, title: base.text))
            markets.append(
                try await administration.addMarket(
                    MarketDraft(
                        name: name, base: base, quote: MarketWorld.asset("CLP"), tick: tick, lot: lot, minimum: lot)))
            // Prices are random, so no collar may refuse them.
            try await administration.setCollar(nil, market: name)
        }
        try await world.market.refresh()
        return markets
    }

    /// A decimal number with all the digits that an asset can have.
    private static func money(upTo whole: Int64, _ random: inout SplitMix64) -> String {
        let units = Int128(Int64.random(in: 1...whole, using: &random)) * 1_000_000_000_000_000_000
        return DecimalText.text(units + Int128(Int64.random(in: 0..<1 << 59, using: &random)), exponent: 18)
    }

    private static func available(_ trader: Trader, _ asset: Asset, in world: MarketWorld) async throws -> Int128 {
        try await world.market.balances(of: trader).first { $0.asset.number == asset.number }?.balance.available ?? 0
    }

    /// Places the order that was thought of.
    private static func place(
        _ estimate: OrderEstimate, for trader: Trader, in world: MarketWorld
    ) async throws -> OrderRecord {
        let rules = estimate.market
        return try await world.market.place(
            OrderDraft(
                market: rules.name, side: estimate.preview.side, kind: estimate.limitTicks == nil ? .market : .limit,
                amount: rules.amountText(estimate.preview.lots), price: estimate.limitTicks.map(rules.priceText)),
            for: trader)
    }

    /// Fills the side of the book that an order would meet.
    private static func offer(
        _ side: Side, _ rules: MarketRules, near ticks: Int64, by maker: Trader, _ random: inout SplitMix64,
        in world: MarketWorld
    ) async throws {
        let drafts = (0..<Int.random(in: 0...6, using: &random)).map { _ in
            OrderDraft(
                market: rules.name, side: side, kind: .limit,
                amount: rules.amountText(Int64.random(in: 1...5000, using: &random)),
                price: rules.priceText(max(1, ticks + Int64.random(in: -3...3, using: &random))))
        }
        for result in await world.market.place(drafts, for: maker) { _ = try result.get() }
    }

    @Test(
        "the whole of any balance is taken at any price and any steps, and less than a lot is left",
        arguments: Engine.allCases)
    func wholeBalance(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            var random = SplitMix64(seed: 6)
            let markets = try await Self.makeMarkets(in: world)
            let maker = try await world.person(1)
            // Each round waits for the market's writer several times.
            let rounds = ProcessInfo.processInfo.environment["CERCA_LONG"] == "1" ? 240 : 30
            var accepted = 0
            for round in 0..<rounds {
                let rules = markets[round % markets.count]
                let side: Side = round / markets.count % 2 == 0 ? .buy : .sell
                let given = side == .buy ? rules.quote : rules.base
                // Each market has its own person, so that balances are of every kind.
                let amount = Self.money(upTo: side == .buy ? 90_000_000 : 5000, &random)
                let trader = try await world.person(2 + round % markets.count, [given.name.text: amount])
                let ticks = Int64.random(in: 4...30_000, using: &random)
                let takesAnyPrice = round % 5 == 0
                if takesAnyPrice {
                    let received = side == .buy ? rules.base : rules.quote
                    _ = try await world.person(1, [received.name.text: "900000000"])
                    try await Self.offer(side.opposite, rules, near: ticks, by: maker, &random, in: world)
                }
                let wish = OrderWish(
                    market: rules.name, side: side, price: takesAnyPrice ? nil : rules.priceText(ticks),
                    size: .share(OrderWish.whole))
                let estimate = try await world.market.preview(wish, for: trader)
                let before = try await Self.available(trader, given, in: world)
                #expect(estimate.available == before && estimate.preview.needed <= before)
                if estimate.preview.lots >= rules.minimumLots {
                    _ = try await Self.place(estimate, for: trader, in: world)
                    accepted += 1
                    if !takesAnyPrice {
                        let left = try await Self.available(trader, given, in: world)
                        let lot = side == .buy ? try rules.notional(ticks: ticks, lots: 1) : rules.lotUnits
                        #expect(left >= 0 && left < lot, "\(rules.name) \(side) \(ticks)")
                    }
                }
                for person in [trader, maker] { _ = try await world.market.cancelAll(market: rules.name, for: person) }
            }
            #expect(accepted > rounds * 5 / 6)
            try await world.expectClean()
        }
    }

    @Test(
        "what it says is what happens, to the last unit, at once and when the rest is met", arguments: Engine.allCases)
    func sameAsResult(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            var random = SplitMix64(seed: 7)
            let markets = try await Self.makeMarkets(in: world)
            let rich = ["CLP": "900000000000"].merging(markets.map { ($0.base.name.text, "900000000") }) { $1 }
            let maker = try await world.person(1, rich)
            let trader = try await world.person(2, rich)
            let other = try await world.person(3, rich)
            var (traded, waited) = (0, 0)
            for round in 0..<200 {
                let rules = markets[round % markets.count]
                let side: Side = Bool.random(using: &random) ? .buy : .sell
                let ticks = Int64.random(in: 4...30_000, using: &random)
                try await Self.offer(side.opposite, rules, near: ticks, by: maker, &random, in: world)
                let size: OrderWish.Size =
                    switch round % 3 {
                    case 0: .amount(rules.amountText(Int64.random(in: 1...20_000, using: &random)))
                    case 1:
                        .spend(
                            try rules.notional(ticks: ticks, lots: Int64.random(in: 1...20_000, using: &random))
                                + Int128.random(in: 0...99, using: &random))
                    default: .share(Int128.random(in: 1...50, using: &random))
                    }
                let price = round % 4 == 0 ? nil : rules.priceText(ticks)
                let estimate = try await world.market.preview(
                    OrderWish(market: rules.name, side: side, price: price, size: size), for: trader)
                let preview = estimate.preview
                let given = side == .buy ? rules.quote : rules.base
                let before = try await Self.available(trader, given, in: world)
                if preview.lots >= rules.minimumLots {
                    let order = try await Self.place(estimate, for: trader, in: world)
                    #expect(order.executed == preview.atOnce.lots && order.fee == preview.atOnce.fee)
                    #expect(order.executedNotional == preview.atOnce.notional)
                    let after = try await Self.available(trader, given, in: world)
                    let held = side == .buy ? preview.waiting.notional : rules.amountUnits(preview.waiting.lots)
                    #expect(before - after == preview.given(preview.atOnce, rules) + held)
                    if preview.atOnce.lots > 0 { traded += 1 }
                    if preview.waiting.lots > 0 {
                        waited += 1
                        let due =
                            side == .buy
                            ? (rules.base, rules.amountUnits(preview.waiting.lots))
                            : (rules.quote, preview.waiting.notional)
                        _ = try await world.person(3, [due.0.name.text: due.0.text(due.1)])
                        try await world.limit(
                            other, side.opposite, rules.amountText(preview.waiting.lots), at: rules.priceText(ticks),
                            in: rules.name)
                        let filled = try await world.market.order(order.id, of: trader).order
                        #expect(filled.status == .filled)
                        #expect(filled.fee == preview.atOnce.fee + preview.waiting.fee)
                        #expect(filled.executedNotional == preview.atOnce.notional + preview.waiting.notional)
                    }
                }
                _ = try await world.market.cancelAll(market: rules.name, for: maker)
                _ = try await world.market.cancelAll(market: rules.name, for: trader)
            }
            #expect(traded > 60 && waited > 30)
            try await world.expectClean()
        }
    }

    @Test("an order of one's own stands in the way, and the middle is between the best prices")
    func ownAndDistance() async throws {
        try await MarketWorld.with(.sqlite) { world in
            let maker = try await world.person(1, ["CLP": "1000", "XLM": "100"])
            let trader = try await world.person(2, ["CLP": "1000", "XLM": "100"])
            try await world.limit(maker, .sell, "2", at: "51")
            try await world.limit(trader, .sell, "2", at: "52")
            try await world.limit(maker, .buy, "2", at: "49")
            func preview(_ size: OrderWish.Size, at price: String? = nil) async throws -> OrderEstimate {
                try await world.market.preview(
                    OrderWish(market: MarketWorld.xlmclp, side: .buy, price: price, size: size), for: trader)
            }
            let blocked = try await preview(.amount("3"))
            #expect(blocked.preview.meetsOwn && blocked.preview.atOnce.lots == 20_000_000)
            #expect(try #require(blocked.distance) > 0.0199 && (try #require(blocked.distance)) < 0.0201)
            let order = try await world.take(trader, .buy, "3")
            #expect(order.reason == .selfTrade && order.executed == blocked.preview.atOnce.lots)
            #expect(try await refusal { _ = try await preview(.amount("0.0000001")) } == .order(.belowMinimum))
            #expect(try await refusal { _ = try await preview(.amount("1"), at: "0") } == .order(.zeroPrice))
        }
    }
}
