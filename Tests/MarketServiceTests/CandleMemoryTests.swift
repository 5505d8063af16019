import Basics
import Market
import Testing

@testable import MarketService

@Suite("Candles in memory")
struct CandleMemoryTests {
    private static let series = CandleMemory.Series(1, .last, .minute)

    /// A series as plainly as it can be said: every candle, oldest first, the last of which is open.
    private struct Plain {
        var candles: [Candle] = []
        var minute: Int64 = 0

        mutating func trade(_ random: inout SplitMix64) {
            let ticks = 90 + Int64(random.next() % 20)
            let start = Timestamp(milliseconds: minute * 60_000)
            if candles.last?.start == start {
                candles[candles.count - 1].add(ticks: ticks, lots: 1)
            } else {
                candles.append(Candle(start: start, ticks: ticks, lots: 1))
            }
        }

        /// What the database gives: the newest from an instant on, newest first.
        func read(from: Timestamp, limit: Int) -> [Candle] {
            Array(candles.filter { $0.start >= from }.reversed().prefix(limit))
        }
    }

    @Test(
        "what is known is always what the database has, however many candles have begun since somebody asked",
        arguments: 0..<6 as Range<UInt64>)
    func neverStale(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let memory = CandleMemory()
        var plain = Plain()
        var reads = 0
        for _ in 0..<800 {
            for _ in 0..<Int(random.next() % 4) {
                if random.next() % 3 != 0 { plain.minute += 1 + Int64(random.next() % 3) }
                plain.trade(&random)
            }
            guard let open = plain.candles.last else { continue }
            // As the service asks: what is known is taken when it is complete, else what has begun since is read.
            let known = memory.candles(of: Self.series, whoseNewestIs: open)
            let found: [Candle]
            if let known, known.isComplete {
                found = known.candles
            } else {
                reads += 1
                let from = known?.candles.first?.start ?? Timestamp(milliseconds: .min)
                found = memory.keep(plain.read(from: from, limit: CandleMemory.kept), of: Self.series)
            }
            #expect(found == plain.read(from: Timestamp(milliseconds: .min), limit: CandleMemory.kept))
        }
        #expect(reads > 50 && plain.candles.count > CandleMemory.kept)
    }

    @Test("nothing is known of a series that nobody asked for, and nothing of it is mixed with another")
    func apart() {
        let memory = CandleMemory()
        let candle = Candle(start: Timestamp(milliseconds: 60_000), ticks: 5, lots: 1)
        #expect(memory.candles(of: Self.series, whoseNewestIs: candle) == nil)
        _ = memory.keep([candle], of: Self.series)
        #expect(memory.candles(of: CandleMemory.Series(1, .buy, .minute), whoseNewestIs: candle) == nil)
        #expect(memory.candles(of: CandleMemory.Series(2, .last, .minute), whoseNewestIs: candle) == nil)
        let known = memory.candles(of: Self.series, whoseNewestIs: candle)
        #expect(known?.candles == [candle] && known?.isComplete == true)
    }

    @Test("whoever looks later is not answered with an older state of the open candle")
    func newestWins() {
        let memory = CandleMemory()
        var open = Candle(start: Timestamp(milliseconds: 60_000), ticks: 5, lots: 1)
        let older = open
        open.add(ticks: 9, lots: 2)
        _ = memory.keep([open], of: Self.series)
        #expect(memory.candles(of: Self.series, whoseNewestIs: older)?.candles == [open])
        var later = open
        later.add(ticks: 2, lots: 1)
        #expect(memory.candles(of: Self.series, whoseNewestIs: later)?.candles == [later])
        #expect(memory.candles(of: Self.series, whoseNewestIs: open)?.candles == [later])
    }
}
