import Basics
import HTTPKit
import Ledger
import LedgerService
import Market
import ServiceKit
import Storage

/// What a person has of an asset, and what that is worth.
package struct ValuedBalance: Sendable, Equatable {
    /// The asset.
    package let asset: Asset
    /// What the person has of it.
    package let balance: Balance
    /// The way by which it was valued; nil when no price says what it is worth.
    package let route: Valuation.Route?
    /// What all of it is worth, in minor units of the base; nil when nothing says so.
    package let value: Int128?
}

/// All that a person has, in one asset.
package struct ValuedPortfolio: Sendable, Equatable {
    /// The asset that values are told in.
    package let base: Asset
    /// What the person has, each asset of which there is something.
    package let balances: [ValuedBalance]
    /// The sum of all values.
    package let total: Int128
    /// When this was true.
    package let at: Timestamp

    /// How many assets nothing says the worth of.
    package var unpriced: Int { balances.count { $0.value == nil } }
}

/// What everything was worth at an instant, and what had come and gone since the point before.
package struct PortfolioPoint: Sendable, Equatable {
    /// When: the end of a day in UTC, or now.
    package let at: Timestamp
    /// What everything was worth, in minor units of the base.
    package let value: Int128
    /// What came less what went otherwise than by trades since the point before, by the prices of this one.
    package let flow: Int128
    /// How many assets nothing said the worth of.
    package let unpriced: Int
}

/// What a person had at the ends of days.
package struct PortfolioHistory: Sendable, Equatable {
    /// The asset that values are told in.
    package let base: Asset
    /// The ends of days, oldest first, and now.
    package let points: [PortfolioPoint]
    /// Whether all that was asked for is there; else the past is still being looked through, and more is known the next
    /// time.
    package let isComplete: Bool
}

// What a person has, in one asset, now and in the past.
extension MarketService {
    /// Days that one history has at most.
    package static let mostPortfolioDays: Int64 = 1500

    /// What the trader has, valued in an asset; each value is rounded down once, and their sum is exact.
    package func valuation(of trader: Trader, in base: Asset) async throws(ServiceError) -> ValuedPortfolio {
        let balances = try await balances(of: trader).filter { $0.balance.total != 0 }
        return Self.valued(balances, in: base, try await lastPrices(), at: clock.now())
    }

    private func lastPrices() async throws(ServiceError) -> Valuation {
        Valuation(
            try await tickers().compactMap { ticker in
                ticker.last.map { Valuation.Price(market: ticker.market, ticks: $0) }
            })
    }

    private static func valued(
        _ balances: [(asset: Asset, balance: Balance)], in base: Asset, _ prices: Valuation, at now: Timestamp
    ) -> ValuedPortfolio {
        var total: Int128 = 0
        let rows = balances.map { asset, balance in
            let route = prices.route(from: asset.number, to: base.number)
            var value = route?.value(of: balance.total)
            if let known = value {
                let (sum, overflow) = total.addingReportingOverflow(known)
                if overflow { value = nil } else { total = sum }
            }
            return ValuedBalance(asset: asset, balance: balance, route: route, value: value)
        }
        return ValuedPortfolio(base: base, balances: rows, total: total, at: now)
    }

    /// What the trader had at the ends of the last `days` days and at the one before them, and now; it begins where the
    /// trader first had something.
    package func portfolio(
        of trader: Trader, in base: Asset, days: Int64
    ) async throws(ServiceError) -> PortfolioHistory {
        let (assets, markets, now) = (try await assets(), try await markets(), clock.now())
        let prices = try await lastPrices()
        try await lookThroughPast(of: trader, assets, markets, until: now)
        let today = TradedVolumeStore.day(of: now)
        let first = today - min(max(1, days), Self.mostPortfolioDays) - 1
        return try await database.readingHistory { connection in
            var past = PortfolioPast(connection, trader, assets: assets, markets: markets)
            try past.read(from: first, today: today)
            // The last point is made of the same read as the days before, so that nothing is counted twice.
            let balances = try BalanceStore(connection).balances(of: trader.number)
            let present = assets.compactMap { asset in
                balances[asset.number].flatMap { $0.total == 0 ? nil : (asset: asset, balance: $0) }
            }
            let value = Self.valued(present, in: base, prices, at: now)
            let flow = past.flow(of: past.openFlows, in: base, prices)
            var points = past.points(in: base, from: first, today: today)
            if !points.isEmpty || !present.isEmpty {
                points.append(
                    PortfolioPoint(at: now, value: value.total, flow: flow.value, unpriced: value.unpriced))
            }
            return PortfolioHistory(base: base, points: points, isComplete: past.isComplete)
        }
    }

    /// Finds what the trader had at the ends of days that have passed since the last time, in bounded work.
    private func lookThroughPast(
        of trader: Trader, _ assets: [Asset], _ markets: [MarketRules], until now: Timestamp
    ) async throws(ServiceError) {
        let most = limits.portfolioLines
        let found = try await database.readingHistory { connection in
            let known = try PortfolioStore(connection).walks(of: trader.number)
            var left = most
            var found: [PortfolioPiece] = []
            for asset in assets where left > 0 {
                let before = known[asset.number] ?? PortfolioWalk()
                let piece = try PortfolioPiece(
                    connection, trader, asset, markets, after: before, until: now, lookingAt: left)
                left -= piece.looked
                if piece.after != piece.before { found.append(piece) }
            }
            return found
        }
        guard !found.isEmpty else { return }
        try await database.writing { connection in
            let store = PortfolioStore(connection)
            let known = try store.walks(of: trader.number)
            for piece in found {
                // Somebody who asked at the same time may have kept it already.
                guard (known[piece.asset] ?? PortfolioWalk()) == piece.before else { continue }
                for var day in piece.days {
                    if let begun = try store.day(day.day, of: trader.number, asset: piece.asset) {
                        day = PortfolioDay(day: day.day, total: begun.total, flow: begun.flow + day.flow)
                    }
                    try store.put(day, of: trader.number, asset: piece.asset)
                }
                try store.put(piece.after, of: trader.number, asset: piece.asset)
            }
        }
    }
}

/// A piece of the walk through a statement, from the newest line back.
struct PortfolioPiece: Sendable {
    let asset: Int
    let before: PortfolioWalk
    let after: PortfolioWalk
    /// The days that were found, newest first; the first one may have been begun by the piece before.
    let days: [PortfolioDay]
    /// How many lines were looked at.
    let looked: Int

    /// Walks on from where `before` says, or begins with the newest line when a day has ended since.
    init(
        _ connection: any Connection, _ trader: Trader, _ asset: Asset, _ markets: [MarketRules],
        after before: PortfolioWalk, until now: Timestamp, lookingAt most: Int
    ) throws {
        self.asset = asset.number
        self.before = before
        let today = TradedVolumeStore.day(of: now)
        let cursor = before.rest.flatMap { HistoryCursor($0.cursor) }
        guard before.rest != nil || before.throughDay < today - 1 else {
            (after, days, looked) = (before, [], 0)
            return
        }
        let endDay = before.rest?.endDay ?? today
        let own = markets.filter { $0.base.number == asset.number || $0.quote.number == asset.number }
        var history = try StatementLists(connection, trader, asset, cursor).history(own)
        let page = try history.page(of: most, lookingAt: most) { line in
            TradedVolumeStore.day(of: line.at) <= before.throughDay ? .end : .take
        }
        var running =
            try before.rest?.total ?? BalanceStore(connection).balances(of: trader.number)[asset.number]?.total ?? 0
        var found: [PortfolioDay] = []
        for line in page.items {
            let (day, change) = (TradedVolumeStore.day(of: line.at), line.amount - line.fee)
            if day < endDay {
                if found.last?.day != day { found.append(PortfolioDay(day: day, total: running, flow: 0)) }
                if line.kind != .trade { found[found.count - 1].flow += change }
            }
            running -= change
        }
        days = found
        looked = page.items.count
        if let next = page.next, let last = page.items.last {
            after = PortfolioWalk(
                throughDay: before.throughDay,
                rest: .init(
                    endDay: endDay, cursor: next.text, total: running, floorDay: TradedVolumeStore.day(of: last.at)))
        } else {
            after = PortfolioWalk(throughDay: endDay - 1)
        }
    }
}
