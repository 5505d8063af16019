import Basics

/// Which trades a candle counts; the raw value is the one of the market's streams.
public enum CandleKind: Int64, Sendable, CaseIterable {
    /// Trades whose taker sold, at bids: the wire's `bid`.
    case sell = 1
    /// Trades whose taker bought, at asks: the wire's `ask`.
    case buy = 2
    /// Every trade.
    case last = 3

    /// The kind of the trades whose taker is on `side`.
    public init(takerSide side: Side) {
        self = side == .buy ? .buy : .sell
    }
}

/// What the trades of one frame of time came to.
public struct Candle: Equatable, Sendable {
    /// When the frame begins.
    public let start: Timestamp
    /// The price of the first trade, in ticks.
    public private(set) var open: Int64
    /// The highest price.
    public private(set) var high: Int64
    /// The lowest price.
    public private(set) var low: Int64
    /// The price of the last trade.
    public private(set) var close: Int64
    /// What was traded, in lots.
    public private(set) var volume: Int128
    /// How many trades there were.
    public private(set) var count: Int64

    /// A candle of these figures, as one was stored.
    public init(
        start: Timestamp, open: Int64, high: Int64, low: Int64, close: Int64, volume: Int128, count: Int64
    ) {
        self.start = start
        self.open = open
        self.high = high
        self.low = low
        self.close = close
        self.volume = volume
        self.count = count
    }

    /// The candle of a first trade.
    public init(start: Timestamp, ticks: Int64, lots: Int64) {
        self.init(start: start, open: ticks, high: ticks, low: ticks, close: ticks, volume: Int128(lots), count: 1)
    }

    /// Counts the next trade.
    public mutating func add(ticks: Int64, lots: Int64) {
        high = max(high, ticks)
        low = min(low, ticks)
        close = ticks
        volume &+= Int128(lots)
        count &+= 1
    }

    /// Counts the trades of the candle that follows, which may be of a shorter frame.
    public mutating func add(_ next: Candle) {
        high = max(high, next.high)
        low = min(low, next.low)
        close = next.close
        volume &+= next.volume
        count &+= next.count
    }
}
