import Basics
import Testing

@testable import Market

@Suite("Day and week statistics")
struct DayStatisticsTests {
    @Test("they equal a plain recomputation from all trades at every moment", arguments: 0..<16 as Range<UInt64>)
    func recomputation(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var statistics = DayStatistics()
        var trades: [SampleTrade] = []
        var now = Timestamp(milliseconds: 1_600_000_000_000)
        for _ in 0..<120 {
            now = now.advanced(
                byMilliseconds: Int64.random(in: 0...1 << Int64.random(in: 10...27, using: &random), using: &random))
            if Int.random(in: 0..<3, using: &random) > 0 {
                let trade = SampleTrade(
                    ticks: Int64.random(in: 1...500, using: &random), lots: Int64.random(in: 1...50, using: &random),
                    side: .buy, at: now)
                trades.append(trade)
                statistics.add(ticks: trade.ticks, lots: trade.lots, at: now)
            }
            let window1 = statistics.day(at: now)
            #expect(window1 == Self.plain(trades, minutes: 1440, at: now))
            let window2 = statistics.week(at: now)
            #expect(window2 == Self.plain(trades, minutes: 10_080, at: now))
            #expect(statistics.last == trades.last?.ticks)
            #expect(statistics.lastAt == trades.last?.at)
        }
        var restarted = DayStatistics(minutes: SampleTrade.candles(of: trades, frame: .minute))
        let window3 = restarted.day(at: now)
        #expect(window3 == Self.plain(trades, minutes: 1440, at: now))
        let window4 = restarted.week(at: now)
        #expect(window4 == Self.plain(trades, minutes: 10_080, at: now))
    }

    @Test("a quiet market keeps its last price, with no high and no low")
    func quiet() {
        var statistics = DayStatistics()
        let window5 = statistics.day(at: Timestamp(seconds: 0))
        #expect(window5 == nil)
        statistics.add(ticks: 50, lots: 1, at: Timestamp(seconds: 0))
        let later = Timestamp(seconds: 30 * 86_400)
        let window6 = statistics.day(at: later)
        #expect(window6 == .init(reference: 50, high: nil, low: nil, volume: 0))
        statistics.add(ticks: 60, lots: 1, at: later)
        let window7 = statistics.day(at: later)
        #expect(window7?.changePercent(last: 60) == 20)
        var known = DayStatistics(minutes: [], priceBefore: 40)
        let window8 = known.week(at: later)
        #expect(window8?.reference == 40)
        #expect(known.last == 40)
    }

    @Test("a trade in each minute of three weeks leaves no more than a week's minutes, twice, in memory")
    func bounded() {
        var statistics = DayStatistics()
        for minute in 0..<30_240 as Range<Int64> {
            statistics.add(ticks: 1 + minute % 1000, lots: 1, at: Timestamp(seconds: minute * 60))
        }
        #expect(statistics.keptMinutes <= 20_161)
        let window9 = statistics.week(at: Timestamp(seconds: 30_239 * 60))
        #expect(window9?.volume == 10_080)
        let window10 = statistics.day(at: Timestamp(seconds: 30_239 * 60))
        #expect(window10?.volume == 1440)
    }

    private static func plain(_ trades: [SampleTrade], minutes: Int64, at now: Timestamp) -> DayStatistics.Window? {
        guard let last = trades.last else { return nil }
        let oldest = CandleFrame.minute.start(of: now).milliseconds - minutes * 60_000
        let (old, inside) = (
            trades.filter { CandleFrame.minute.start(of: $0.at).milliseconds <= oldest },
            trades.filter { CandleFrame.minute.start(of: $0.at).milliseconds > oldest }
        )
        return DayStatistics.Window(
            reference: old.last?.ticks ?? inside.first?.ticks ?? last.ticks, high: inside.map(\.ticks).max(),
            low: inside.map(\.ticks).min(), volume: Int128(inside.map(\.lots).reduce(0, +)))
    }
}
