import Basics
import Testing

@testable import Market

/// A trade as candles see it.
struct SampleTrade {
    let ticks: Int64
    let lots: Int64
    let side: Side
    let at: Timestamp

    /// Trades in order of time, with gaps from none to weeks.
    static func random(_ count: Int, _ random: inout SplitMix64) -> [SampleTrade] {
        var now = Timestamp(milliseconds: Int64.random(in: 0...1_700_000_000_000, using: &random))
        return (0..<count).map { _ in
            now = now.advanced(
                byMilliseconds: Int64.random(in: 0...1 << Int64.random(in: 0...28, using: &random), using: &random))
            return SampleTrade(
                ticks: Int64.random(in: 1...200, using: &random), lots: Int64.random(in: 1...50, using: &random),
                side: Side.allCases.randomElement(using: &random) ?? .buy, at: now)
        }
    }

    /// The candles of `trades`, by grouping them.
    static func candles(of trades: [SampleTrade], frame: CandleFrame) -> [Candle] {
        let groups = Dictionary(grouping: trades) { frame.start(of: $0.at) }
        let candles = groups.map { (start: Timestamp, group: [SampleTrade]) -> Candle in
            let prices = group.map(\.ticks)
            let volume = group.map(\.lots).reduce(0, +)
            return Candle(
                start: start, open: prices[0], high: prices.max() ?? 0, low: prices.min() ?? 0,
                close: prices[prices.count - 1], volume: Int128(volume), count: Int64(group.count))
        }
        return candles.sorted { $0.start < $1.start }
    }
}

@Suite("Candles")
struct CandleTests {
    @Test("a series equals a plain recomputation from the trades", arguments: 0..<16 as Range<UInt64>)
    func series(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let trades = SampleTrade.random(150, &random)
        for frame in CandleFrame.allCases {
            let limit = Int.random(in: 1...30, using: &random)
            var series = CandleSeries(frame: frame, limit: limit)
            var restarted = series
            for trade in trades {
                series.add(ticks: trade.ticks, lots: trade.lots, at: trade.at)
                restarted.add(ticks: trade.ticks, lots: trade.lots, at: trade.at)
                if Int.random(in: 0..<20, using: &random) == 0 {
                    restarted = CandleSeries(frame: frame, limit: limit, candles: restarted.candles)
                }
                #expect(series.candles.count < limit * 2 + 1)
            }
            let expected = SampleTrade.candles(of: trades, frame: frame)
            #expect(Array(series.candles.suffix(limit)) == Array(expected.suffix(limit)))
            #expect(Array(restarted.candles.suffix(limit)) == Array(expected.suffix(limit)))
        }
    }

    @Test(
        "a market's changed candles, stored as they come, equal a recomputation; restarts change nothing",
        arguments: 0..<16 as Range<UInt64>)
    func market(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let trades = SampleTrade.random(120, &random)
        var candles = MarketCandles()
        var stored: [CandleKind: [CandleFrame: [Timestamp: Candle]]] = [:]
        for trade in trades {
            candles.add(ticks: trade.ticks, lots: trade.lots, takerSide: trade.side, at: trade.at)
            guard Int.random(in: 0..<10, using: &random) == 0 || trade.at == trades[trades.count - 1].at else {
                continue
            }
            for entry in candles.takeChanges() {
                stored[entry.kind, default: [:]][entry.frame, default: [:]][entry.candle.start] = entry.candle
            }
            #expect(candles.takeChanges().isEmpty)
            if Int.random(in: 0..<3, using: &random) == 0 {
                candles = MarketCandles()
                for (kind, frames) in stored {
                    for (frame, all) in frames {
                        for candle in all.values { candles.restore(.init(kind: kind, frame: frame, candle: candle)) }
                    }
                }
            }
        }
        for entry in candles.takeChanges() {
            stored[entry.kind, default: [:]][entry.frame, default: [:]][entry.candle.start] = entry.candle
        }
        for kind in CandleKind.allCases {
            let own = trades.filter { kind == .last || CandleKind(takerSide: $0.side) == kind }
            for frame in CandleFrame.allCases {
                let all = (stored[kind]?[frame] ?? [:]).values.sorted { $0.start < $1.start }
                #expect(all == SampleTrade.candles(of: own, frame: frame))
                #expect(candles.latest(kind, frame) == all.last)
            }
        }
    }

    @Test("longer candles are the sum of shorter ones", arguments: 0..<8 as Range<UInt64>)
    func merging(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let trades = SampleTrade.random(200, &random)
        var days: [Candle] = []
        for minute in SampleTrade.candles(of: trades, frame: .minute) {
            let start = CandleFrame.day.start(of: minute.start)
            if days.last?.start == start {
                days[days.count - 1].add(minute)
            } else {
                days.append(
                    Candle(
                        start: start, open: minute.open, high: minute.high, low: minute.low, close: minute.close,
                        volume: minute.volume, count: minute.count))
            }
        }
        #expect(days == SampleTrade.candles(of: trades, frame: .day))
    }

    @Test("a trade from before the open candle counts in it")
    func clockSetBack() {
        var series = CandleSeries(frame: .minute, limit: 5)
        let began = [
            series.add(ticks: 5, lots: 1, at: Timestamp(seconds: 120)),
            series.add(ticks: 7, lots: 2, at: Timestamp(seconds: 30)),
        ]
        #expect(began == [true, false])
        #expect(
            series.candles == [
                Candle(start: Timestamp(seconds: 120), open: 5, high: 7, low: 5, close: 7, volume: 3, count: 2)
            ])
    }
}
