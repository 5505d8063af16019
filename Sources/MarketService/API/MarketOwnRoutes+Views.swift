import API
import Basics
import HTTPKit
import Ledger
import LedgerService
import Market

extension RouteHandlers {
    /// What pages draw of a market, for everybody.
    mutating func addMarketViewRoutes(_ market: MarketService) {
        on(Routes.marketDepth) { call in
            let rules = try await market.market(named: try call.marketName)
            return MarketDepthBody(try await market.joinableDepth(rules.name), rules)
        }
        on(Routes.marketChart) { call in
            let rules = try await market.market(named: try call.marketName)
            return MarketChartBody(
                try await market.chart(
                    rules.name, kind: CandleKind(try call.value(RouteParameters.kind)), frame: try call.frame,
                    from: try call.instant(RouteParameters.from), to: try call.instant(RouteParameters.to)))
        }
    }
}

extension RouteCall {
    /// The latest instant that is read: the end of the year 9999, which every reader of dates knows.
    private static let latest: Int64 = 253_402_300_799_999

    /// Numbers that are an instant of 1973 to 5138 in seconds, and none of any market in milliseconds.
    private static let seconds: Range<Int> = 100_000_000..<100_000_000_000

    /// An instant that the query may have.
    func instant(_ parameter: Parameter<Int>) throws -> Timestamp? {
        guard let milliseconds = try optional(parameter) else { return nil }
        guard !Self.seconds.contains(milliseconds) else {
            throw BodyError.invalid([
                Fault(path: "?\(parameter.name)", message: "is in seconds, and must be in milliseconds since 1970")
            ])
        }
        return Timestamp(milliseconds: min(Int64(milliseconds), Self.latest))
    }
}

extension MarketDepthBody {
    init(_ depth: MarketDepth, _ rules: MarketRules) {
        func levels(_ side: BookDepth) -> [MarketDepthLevelBody] {
            side.levels.map { level in
                MarketDepthLevelBody(
                    price: rules.priceText(level.ticks), amount: rules.volumeText(level.lots), orders: level.orders,
                    total: rules.volumeText(level.total), value: rules.quote.text(level.notional))
            }
        }
        self.init(
            sequence: depth.sequence, bids: levels(depth.bids), asks: levels(depth.asks),
            isWhole: depth.bids.isWhole && depth.asks.isWhole)
    }
}

extension MarketChartBody {
    init(_ chart: MarketChart) {
        let rules = chart.market
        let running = chart.frame.start(of: chart.at)
        self.init(
            points: chart.chart.points.map { point in
                let candle = point.candle
                return MarketChartPointBody(
                    start: point.start, open: candle.map { rules.priceText($0.open) },
                    high: candle.map { rules.priceText($0.high) }, low: candle.map { rules.priceText($0.low) },
                    close: candle.map { rules.priceText($0.close) }, volume: rules.volumeText(candle?.volume ?? 0),
                    count: Int(candle?.count ?? 0), isRunning: point.start >= running)
            },
            closeBefore: chart.chart.closeBefore.map(rules.priceText),
            olderTo: chart.olderTo.map { Int($0.milliseconds) }, at: chart.at)
    }
}
