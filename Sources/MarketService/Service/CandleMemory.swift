import Market
import ServiceKit
import Synchronization

/// The newest candles of each series that somebody has asked for.
///
/// A closed candle never changes, so that a series is as it was but for its newest one, which the market's writer knows,
/// and those that have begun since.
final class CandleMemory: Sendable {
    /// How many of a series are kept.
    static let kept = 600
    /// How many series are kept: some 20 MB.
    private static let mostSeries = 512

    /// What candles are of.
    struct Series: Hashable, Sendable {
        let market: Int
        let kind: CandleKind
        let frame: CandleFrame

        init(_ market: Int, _ kind: CandleKind, _ frame: CandleFrame) {
            self.market = market
            self.kind = kind
            self.frame = frame
        }
    }

    private let known = Mutex(RecentlyUsed<Series, [Candle]>(capacity: mostSeries))

    /// What is known of a series whose newest candle is `open` now, newest first, and whether that is all; nil when
    /// nothing is.
    func candles(of series: Series, whoseNewestIs open: Candle?) -> (candles: [Candle], isComplete: Bool)? {
        known.withLock { known in
            guard var candles = known.value(for: series), let newest = candles.first else { return nil }
            guard let open else { return (candles, false) }
            // Somebody who looked later may have kept it already.
            guard newest.start <= open.start else { return (candles, true) }
            guard newest.start == open.start else { return (candles, false) }
            if newest.count < open.count {
                candles[0] = open
                known.set(candles, for: series)
            }
            return (candles, true)
        }
    }

    /// Keeps candles that were read, newest first, before those that are known and older; gives all.
    func keep(_ read: [Candle], of series: Series) -> [Candle] {
        known.withLock { known in
            var candles = read
            if let oldest = read.last {
                candles += (known.value(for: series) ?? []).drop { $0.start >= oldest.start }
            }
            candles = Array(candles.prefix(Self.kept))
            known.set(candles, for: series)
            return candles
        }
    }
}
