import Basics
import HTTPKit
import Ledger
import LedgerService
import Market
import ServiceKit
import Storage

/// The frames of a market's chart.
package struct MarketChart: Sendable, Equatable {
    /// The market.
    package let market: MarketRules
    /// How long a frame is.
    package let frame: CandleFrame
    /// The frames, oldest first.
    package let chart: CandleChart
    /// Until when an older piece goes that ends where this one begins; nil when the market has no older past.
    package let olderTo: Timestamp?
    /// The instant at which this was true: the frame that it is in has not ended.
    package let at: Timestamp
}

// Candles by time.
extension MarketService {
    /// How many frames one chart has at most.
    package static let mostFrames = 1500
    /// How many frames a chart has that nobody asked a beginning of.
    private static let usualFrames = 500

    /// The candles of a span of time with the frames in which nothing was traded.
    ///
    /// - Parameters:
    ///   - from: An instant of the first frame; nil for five hundred frames.
    ///   - to: Where it ends, which is not in it; nil for the end of the frame that runs now. Of more than
    ///     ``mostFrames`` frames it has the last ones.
    package func chart(
        _ market: MarketName, kind: CandleKind, frame: CandleFrame, from: Timestamp?, to: Timestamp?
    ) async throws(ServiceError) -> MarketChart {
        let rules = try await self.market(named: market)
        let now = clock.now()
        let end = min(to ?? .init(milliseconds: .max), frame.end(of: now))
        let starts = CandleChart.starts(
            frame, from: from, to: end, limit: from == nil ? Self.usualFrames : Self.mostFrames)
        guard let first = starts.first else {
            let nothing = CandleChart(starts: [], candles: [], before: nil)
            return MarketChart(market: rules, frame: frame, chart: nothing, olderTo: nil, at: now)
        }
        let newest = try await newestCandles(rules, CandleMemory.Series(rules.number, kind, frame))
        let (candles, before): ([Candle], Candle?)
        if newest.count < CandleMemory.kept || newest.last.map({ $0.start < first }) == true {
            (candles, before) = (
                newest.filter { $0.start >= first && $0.start < end }, newest.first { $0.start < first }
            )
        } else {
            (candles, before) = try await database.readingHistory { connection in
                let store = CandleStore(connection)
                return (
                    try store.candles(
                        market: rules.number, kind: kind, frame: frame, from: first, before: end, limit: starts.count),
                    try store.candles(market: rules.number, kind: kind, frame: frame, before: first, limit: 1).first
                )
            }
        }
        return MarketChart(
            market: rules, frame: frame, chart: CandleChart(starts: starts, candles: candles, before: before),
            olderTo: before == nil ? nil : first, at: now)
    }
}
