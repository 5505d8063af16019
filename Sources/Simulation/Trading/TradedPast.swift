import Basics
import HTTPKit
import Ledger
import Market
import MarketService
import Storage

/// What happened in the markets on the days before the demo's day, so that every chart and history shows something.
///
/// It is traded as it would have been then, by the makers and through the engine, so that books, candles and balances
/// agree; only the clock is another one. Prices wander and end where the day begins.
struct TradedPast: Sendable {
    /// How long before the day: an instant of trading for each of these steps, in seconds.
    private static let periods: [(from: Int64, step: Int64)] = [
        (7 * 86_400, 7200), (3 * 86_400, 1800), (4 * 3600, 300),
    ]
    /// Trades of a market at an instant.
    private static let tradesAtOnce = 2
    /// How far a price wanders in an hour, and between the trades of an instant.
    private static let hourly = 0.006
    private static let momentary = 0.0008

    /// How many orders there were.
    private(set) var orders = 0
    /// How many trades there were.
    private(set) var trades = 0

    /// The instants of trading before `start`, oldest first.
    static func instants(before start: Timestamp) -> [Timestamp] {
        var instants: [Timestamp] = []
        for (index, period) in periods.enumerated() {
            let end = index + 1 < periods.count ? periods[index + 1].from : 0
            instants += stride(from: period.from, to: end, by: -Int(period.step)).map {
                start.advanced(bySeconds: -$0)
            }
        }
        return instants
    }

    /// Trades in `markets` at all instants before `start`, on a service of its own.
    mutating func live(
        _ markets: [(traded: TradedMarket, rules: MarketRules)], maker: Trader, taker: Trader, until start: Timestamp,
        in database: any Database, random: SplitMix64
    ) async throws {
        let instants = Self.instants(before: start)
        let now = PastInstant(instants.first ?? start)
        let service = MarketService(database: database, clock: now.clock)
        service.start()
        do {
            var random = random
            let paths = try markets.map { traded, rules in
                try Self.path(of: Double(try rules.ticks(traded.price)), at: instants, until: start, &random)
            }
            for (moment, instant) in instants.enumerated() {
                now.value = instant
                for (market, path) in zip(markets, paths) {
                    let drafts = try Self.drafts(market.traded, market.rules, around: path[moment], &random)
                    let placed = try await service.place(
                        drafts.map { ($0.draft, $0.isTaker ? taker : maker) }, in: market.rules.name)
                    orders += placed.count
                    // Of each pair the second order took the first one, which had waited untouched.
                    trades += placed.count { $0.executed > 0 }
                }
            }
            await service.stop()
        } catch {
            await service.stop()
            throw error
        }
    }

    /// A price at each instant, in ticks: it wanders, and comes to `home` at the end.
    private static func path(
        of home: Double, at instants: [Timestamp], until start: Timestamp, _ random: inout SplitMix64
    ) throws -> [Double] {
        guard let first = instants.first else { return [] }
        let whole = Double(start.milliseconds(since: first))
        var walk = 0.0
        var walks: [Double] = []
        var before = first
        for instant in instants {
            let hours = Double(instant.milliseconds(since: before)) / 3_600_000
            walk += (random.uniform() * 2 - 1) * hourly * hours.squareRoot()
            walks.append(walk)
            before = instant
        }
        let offset = (random.uniform() * 2 - 1) * 0.05
        return zip(instants, walks).map { instant, walked in
            let share = Double(instant.milliseconds(since: first)) / whole
            return home * (1 + walked - walk * share + offset * (1 - share))
        }
    }

    /// Orders that wait, each with the one that takes it.
    private static func drafts(
        _ traded: TradedMarket, _ rules: MarketRules, around price: Double, _ random: inout SplitMix64
    ) throws -> [(draft: OrderDraft, isTaker: Bool)] {
        let lots = try rules.lots(traded.amount)
        return (0..<tradesAtOnce).flatMap { _ in
            let side: Side = random.uniform() < 0.5 ? .buy : .sell
            let ticks = max(1, Int64(price * (1 + (random.uniform() * 2 - 1) * momentary)))
            let amount = rules.amountText(max(rules.minimumLots, lots * Int64.random(in: 1...12, using: &random) / 4))
            return [
                (
                    OrderDraft(
                        market: rules.name, side: side.opposite, kind: .limit, amount: amount,
                        price: rules.priceText(ticks)), false
                ), (OrderDraft(market: rules.name, side: side, kind: .market, amount: amount), true),
            ]
        }
    }
}
