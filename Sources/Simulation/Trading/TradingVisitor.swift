import Basics
import HTTPKit
import Ledger
import Market
import MarketService

/// A visitor who trades a little while walking about: with money that was given, and with points from the shops.
struct TradingVisitor: Sendable {
    /// What each of them begins with.
    static let money = [("CLP", "200000"), ("ETH", "0.2"), ("XLM", "500")]
    /// How often a turn sells points rather than trading with money.
    private static let pointsShare = 0.4
    /// How often a trade takes what the book has; else an order is left in it.
    private static let takerShare = 0.7

    /// What came of a turn.
    struct Deed {
        /// Orders that the market accepted.
        var orders = 0
        /// Points that found a buyer.
        var pointsSold: Int64 = 0
    }

    private let trader: Trader
    private var random: SplitMix64
    /// An order that was left in a book.
    private var left: Int64?

    init(_ trader: Trader, random: SplitMix64) {
        self.trader = trader
        self.random = random
    }

    /// Does one thing in one of these markets, if money and book allow it.
    mutating func act(_ market: MarketService, in markets: [MarketRules], points: MarketRules?) async -> Deed {
        if let left {
            _ = try? await market.cancel(left, for: trader)
            self.left = nil
        }
        do throws(ServiceError) {
            if random.uniform() < Self.pointsShare, let points {
                return try await sellPoints(market, in: points)
            }
            guard let rules = markets.randomElement(using: &random) else { return Deed() }
            return try await trade(market, in: rules)
        } catch {
            // Too little money for it, or nobody to trade with: another time.
            return Deed()
        }
    }

    private func sellPoints(_ market: MarketService, in rules: MarketRules) async throws(ServiceError) -> Deed {
        let balances = try await market.balances(of: trader)
        let points = balances.first { $0.asset.number == rules.base.number }?.balance.available ?? 0
        guard points >= 1 else { return Deed() }
        let order = try await market.place(
            OrderDraft(
                market: rules.name, side: .sell, kind: .market,
                amount: DecimalText.text(points, exponent: rules.base.exponent)),
            for: trader)
        return Deed(orders: 1, pointsSold: order.executed)
    }

    private mutating func trade(_ market: MarketService, in rules: MarketRules) async throws(ServiceError) -> Deed {
        let side: Side = random.uniform() < 0.5 ? .buy : .sell
        let amount = rules.amountText(rules.minimumLots * Int64.random(in: 1...20, using: &random))
        if random.uniform() < Self.takerShare {
            _ = try await market.place(
                OrderDraft(market: rules.name, side: side, kind: .market, amount: amount), for: trader)
            return Deed(orders: 1)
        }
        let book = try await market.bookSnapshot(rules.name, perSide: 1, isHashed: false)
        guard let best = side == .buy ? book.bids.first : book.asks.first else { return Deed() }
        let order = try await market.place(
            OrderDraft(
                market: rules.name, side: side, kind: .limit, amount: amount, price: rules.priceText(best.ticks)),
            for: trader)
        left = order.status.isOpen ? order.id : nil
        return Deed(orders: 1)
    }
}
