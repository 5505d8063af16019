import Basics
import Ledger
import LedgerService
import Market
import Storage

/// What is known of a person's past days, and what things cost on them, within one read.
struct PortfolioPast {
    private static let dayMilliseconds: Int64 = 86_400_000

    private let connection: any Connection
    private let trader: Trader
    private let assets: [Asset]
    private let markets: [MarketRules]
    /// By the assets' numbers, oldest first.
    private var days: [Int: [PortfolioDay]] = [:]
    /// The closing prices of days by the markets' numbers, oldest first.
    private var closes: [Int: [Candle]] = [:]
    /// From which day on everything is known.
    private var knownFrom: Int64 = .min
    /// What came less what went since the last midnight, by the assets' numbers.
    private(set) var openFlows: [Int: Int128] = [:]
    /// Whether everything is known that was asked for.
    private(set) var isComplete = true

    init(_ connection: any Connection, _ trader: Trader, assets: [Asset], markets: [MarketRules]) {
        self.connection = connection
        self.trader = trader
        self.assets = assets
        self.markets = markets
    }

    /// Reads what there is from the day `first` on.
    mutating func read(from first: Int64, today: Int64) throws {
        let store = PortfolioStore(connection)
        let walks = try store.walks(of: trader.number)
        for asset in assets {
            let walk = walks[asset.number] ?? PortfolioWalk()
            if let rest = walk.rest {
                knownFrom = max(knownFrom, rest.floorDay + 1)
            } else if walk.throughDay < today - 1 {
                knownFrom = max(knownFrom, today)
            }
            days[asset.number] = try store.days(of: trader.number, asset: asset.number, from: first)
            openFlows[asset.number] = try openFlow(of: asset, today: today)
        }
        isComplete = knownFrom <= first
        let (start, end) = (Self.instant(first), Self.instant(today))
        let candles = CandleStore(connection)
        for rules in markets {
            let before = try candles.candles(market: rules.number, kind: .last, frame: .day, before: start, limit: 1)
            let after = try candles.candles(
                market: rules.number, kind: .last, frame: .day, from: start, before: end, limit: Int(today - first))
            closes[rules.number] = before + after.reversed()
        }
    }

    /// What came less what went today otherwise than by trades; of a great many lines the newest.
    private func openFlow(of asset: Asset, today: Int64) throws -> Int128 {
        let midnight = Self.instant(today)
        var history = try StatementLists(connection, trader, asset, nil).history([])
        let page = try history.page(of: HistoryFilter.mostLookedAt, lookingAt: HistoryFilter.mostLookedAt) {
            $0.at < midnight ? .end : .take
        }
        return page.items.reduce(0) { $0 + ($1.kind == .trade ? 0 : $1.amount - $1.fee) }
    }

    /// The beginning of a day.
    private static func instant(_ day: Int64) -> Timestamp {
        Timestamp(milliseconds: day * dayMilliseconds)
    }

    /// What flows come to in an asset.
    func flow(of flows: [Int: Int128], in base: Asset, _ prices: Valuation) -> (value: Int128, unpriced: Int) {
        var (value, unpriced): (Int128, Int) = (0, 0)
        for asset in assets {
            guard let units = flows[asset.number], units != 0 else { continue }
            guard let worth = prices.route(from: asset.number, to: base.number)?.value(of: units) else {
                unpriced += 1
                continue
            }
            let (sum, overflow) = value.addingReportingOverflow(worth)
            if overflow { unpriced += 1 } else { value = sum }
        }
        return (value, unpriced)
    }

    /// The ends of the days from `first` to the one before `today`, from where the person first had something.
    func points(in base: Asset, from first: Int64, today: Int64) -> [PortfolioPoint] {
        var points: [PortfolioPoint] = []
        var next: [Int: Int] = [:]
        var nextClose: [Int: Int] = [:]
        var totals: [Int: Int128] = [:]
        var ticks: [Int: Int64] = [:]
        var hasBegun = false
        for day in first..<today {
            for rules in markets {
                let series = closes[rules.number] ?? []
                while let place = Optional(nextClose[rules.number, default: 0]), place < series.count,
                    series[place].start <= Self.instant(day)
                {
                    ticks[rules.number] = series[place].close
                    nextClose[rules.number] = place + 1
                }
            }
            var flows: [Int: Int128] = [:]
            for asset in assets {
                let known = days[asset.number] ?? []
                while let place = Optional(next[asset.number, default: 0]), place < known.count,
                    known[place].day <= day
                {
                    hasBegun = true
                    totals[asset.number] = known[place].total
                    if known[place].day == day { flows[asset.number] = known[place].flow }
                    next[asset.number] = place + 1
                }
            }
            guard hasBegun, day >= knownFrom else { continue }
            let prices = Valuation(
                markets.compactMap { rules in
                    ticks[rules.number].map { Valuation.Price(market: rules, ticks: $0) }
                })
            let worth = flow(of: totals, in: base, prices)
            points.append(
                PortfolioPoint(
                    at: Self.instant(day + 1), value: worth.value, flow: flow(of: flows, in: base, prices).value,
                    unpriced: worth.unpriced))
        }
        return points
    }
}
