import Market

/// What a market's writer has told after its last look at the database, for those who ask often and must not wait.
struct PublishedMarket: Sendable {
    /// The sequence at which it is true.
    let sequence: Int64
    /// The market in a few numbers; nil while nobody has asked what the last days came to.
    let ticker: Ticker?
    /// The newest candles.
    let candles: MarketCandles
    /// When it was true for sure, in nanoseconds since the machine's start.
    var confirmedAt: UInt64
}
