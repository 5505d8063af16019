import Basics

/// The frames of a span of time, each with its candle or without one: a frame in which nothing was traded is there too,
/// so that what is drawn of a quiet market has its true width.
public struct CandleChart: Equatable, Sendable {
    /// One frame.
    public struct Point: Equatable, Sendable {
        /// When it begins.
        public let start: Timestamp
        /// What was traded in it; nil when nothing was.
        public let candle: Candle?
    }

    /// The frames, oldest first.
    public let points: [Point]
    /// The price of the last trade before the first frame, in ticks; nil when there was none.
    public let closeBefore: Int64?

    /// When the frames of a span begin: those from the one that `from` is in to the one before `to`, and of more than
    /// `limit` the last ones.
    ///
    /// - Parameter from: Nil for as many as there may be.
    /// - Returns: Oldest first; none when the span is empty.
    public static func starts(
        _ frame: CandleFrame, from: Timestamp?, to: Timestamp, limit: Int
    ) -> [Timestamp] {
        var starts: [Timestamp] = []
        let first = from.map(frame.start)
        var instant = to
        while starts.count < limit {
            let start = frame.start(of: instant.advanced(byMilliseconds: -1))
            guard start >= first ?? start, start < to, start.milliseconds >= 0 else { break }
            starts.append(start)
            instant = start
        }
        return starts.reversed()
    }

    /// The frames that begin at `starts`, oldest first, with these candles of theirs in any order.
    ///
    /// - Parameter before: The last candle before the first frame. Without one, frames before the first trade are left
    ///   out: the market has no past there.
    public init(starts: [Timestamp], candles: [Candle], before: Candle?) {
        var known: [Timestamp: Candle] = [:]
        for candle in candles { known[candle.start] = candle }
        let all = starts.map { Point(start: $0, candle: known[$0]) }
        points = before == nil ? Array(all.drop { $0.candle == nil }) : all
        closeBefore = before?.close
    }
}
