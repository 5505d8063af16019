import Basics

/// What a market's last 24 hours and seven days came to, kept as trades happen, in bounded memory.
///
/// It keeps one candle for each minute with a trade of the last seven days, 10,080 at most. A trade counts until the
/// clock reaches the minute 24 hours (or seven days) after its own, so a window is its length less up to a minute.
public struct DayStatistics: Sendable {
    /// The figures of one window.
    public struct Window: Equatable, Sendable {
        /// The price that the change counts from: the last one before the window, or else the first one in it.
        public let reference: Int64
        /// The highest price, in ticks; nil without a trade in the window.
        public let high: Int64?
        /// The lowest price, in ticks; nil without a trade in the window.
        public let low: Int64?
        /// What was traded, in lots.
        public let volume: Int128
    }

    fileprivate struct Rolling {
        let minutes: Int64
        /// The first candle of `minutes` that is in the window.
        var first = 0
        var high: Int64?
        var low: Int64?
        var volume: Int128 = 0
        /// The last price before the window.
        var before: Int64?
    }

    /// One candle for each minute that had a trade, oldest first; those before `week.first` are no longer needed.
    private var minutes: [Candle] = []
    private var day = Rolling(minutes: CandleFrame.day.minutes)
    private var week = Rolling(minutes: CandleFrame.week.minutes)
    /// The price of the last trade, in ticks; nil before the first.
    public private(set) var last: Int64?
    /// When the last trade happened.
    public private(set) var lastAt: Timestamp?

    /// How many minutes are in memory.
    var keptMinutes: Int { minutes.count }

    /// No trade yet.
    public init() {}

    /// Goes on from the stored candles of one minute, oldest first, and what is known from before them.
    public init(minutes: [Candle], priceBefore: Int64? = nil) {
        day.before = priceBefore
        week.before = priceBefore
        last = priceBefore
        for candle in minutes { append(candle) }
    }

    /// Counts a trade; one from before the last minute with a trade counts in that minute.
    public mutating func add(ticks: Int64, lots: Int64, at instant: Timestamp) {
        lastAt = instant
        let start = CandleFrame.minute.start(of: instant)
        guard let newest = minutes.last, newest.start >= start else {
            append(Candle(start: start, ticks: ticks, lots: lots))
            return
        }
        minutes[minutes.count - 1].add(ticks: ticks, lots: lots)
        last = ticks
        day.count(high: ticks, low: ticks, volume: Int128(lots))
        week.count(high: ticks, low: ticks, volume: Int128(lots))
    }

    /// The last 24 hours before `now`; nil when there never was a trade.
    public mutating func day(at now: Timestamp) -> Window? {
        advance(to: now)
        return window(day)
    }

    /// The last seven days before `now`; nil when there never was a trade.
    public mutating func week(at now: Timestamp) -> Window? {
        advance(to: now)
        return window(week)
    }

    private mutating func append(_ candle: Candle) {
        advance(to: candle.start)
        minutes.append(candle)
        last = candle.close
        if lastAt.map({ $0 < candle.start }) ?? true { lastAt = candle.start }
        day.count(high: candle.high, low: candle.low, volume: candle.volume)
        week.count(high: candle.high, low: candle.low, volume: candle.volume)
    }

    private mutating func advance(to now: Timestamp) {
        day.advance(to: now, minutes)
        week.advance(to: now, minutes)
        // Dropped many at a time: one at a time would move all the others for each.
        if week.first > 10_080 || (week.first > 64 && week.first == minutes.count) {
            minutes.removeFirst(week.first)
            day.first -= week.first
            week.first = 0
        }
    }

    private func window(_ rolling: Rolling) -> Window? {
        guard let last else { return nil }
        let reference = rolling.before ?? (rolling.first < minutes.count ? minutes[rolling.first].open : last)
        return Window(reference: reference, high: rolling.high, low: rolling.low, volume: rolling.volume)
    }
}

extension DayStatistics.Rolling {
    mutating func count(high other: Int64, low another: Int64, volume more: Int128) {
        high = max(high ?? other, other)
        low = min(low ?? another, another)
        volume &+= more
    }

    /// Lets go of the candles that are too old at `now`; at most once a minute there are any.
    mutating func advance(to now: Timestamp, _ candles: [Candle]) {
        let oldest = CandleFrame.minute.start(of: now).advanced(byMilliseconds: -minutes * 60_000)
        guard first < candles.count, candles[first].start <= oldest else { return }
        var lostExtreme = false
        while first < candles.count, candles[first].start <= oldest {
            let candle = candles[first]
            before = candle.close
            volume &-= candle.volume
            lostExtreme = lostExtreme || candle.high == high || candle.low == low
            first += 1
        }
        guard lostExtreme else { return }
        high = nil
        low = nil
        for candle in candles[first...] {
            high = max(high ?? candle.high, candle.high)
            low = min(low ?? candle.low, candle.low)
        }
    }
}

extension DayStatistics.Window {
    /// By how much `last` is above the reference in per cent; a number for showing, and for the wire of 2020.
    public func changePercent(last: Int64) -> Double {
        reference == 0 ? 0 : (Double(last) - Double(reference)) / Double(reference) * 100
    }
}
