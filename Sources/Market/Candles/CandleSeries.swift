import Basics

/// The last candles of one frame, oldest first; frames without a trade have none.
public struct CandleSeries: Equatable, Sendable {
    /// The length of time that each candle covers.
    public let frame: CandleFrame
    /// How many candles are kept.
    public let limit: Int
    /// The candles, oldest first, `limit` at most.
    public private(set) var candles: [Candle] = []
    /// When the last candle's frame ends.
    private var end = Timestamp(milliseconds: .min)

    /// An empty series that keeps `limit` candles, at least one.
    public init(frame: CandleFrame, limit: Int) {
        self.frame = frame
        self.limit = max(1, limit)
    }

    /// A series that goes on from stored candles, oldest first.
    public init(frame: CandleFrame, limit: Int, candles: [Candle]) {
        self.init(frame: frame, limit: limit)
        self.candles = Array(candles.suffix(self.limit))
        if let last = candles.last { end = frame.end(of: last.start) }
    }

    /// Counts a trade and says whether it began a new candle.
    ///
    /// A trade from before the last candle, which a clock that was set back can give, counts in the last one: closed
    /// candles never change.
    @discardableResult
    public mutating func add(ticks: Int64, lots: Int64, at instant: Timestamp) -> Bool {
        if instant < end {
            candles[candles.count - 1].add(ticks: ticks, lots: lots)
            return false
        }
        end = frame.end(of: instant)
        // Dropped many at a time: one at a time would move all the others for each.
        if candles.count >= limit * 2 { candles.removeFirst(candles.count - limit + 1) }
        candles.append(Candle(start: frame.start(of: instant), ticks: ticks, lots: lots))
        return true
    }
}
