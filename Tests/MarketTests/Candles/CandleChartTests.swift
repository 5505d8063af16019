import Basics
import Testing

@testable import Market

@Suite("A chart")
struct CandleChartTests {
    private static func instant(_ text: String) throws -> Timestamp {
        try #require(Timestamp(rfc3339: text))
    }

    @Test("every frame of a span is there once, in order, on the calendar of UTC", arguments: CandleFrame.allCases)
    func starts(frame: CandleFrame) throws {
        let from = try Self.instant("2026-01-30T13:07:09.123Z")
        let to = try Self.instant("2026-04-05T03:30:00.000Z")
        let all = CandleChart.starts(frame, from: from, to: to, limit: .max)
        #expect(all.first == frame.start(of: from))
        #expect(all.last == frame.start(of: to.advanced(byMilliseconds: -1)))
        for (one, next) in zip(all, all.dropFirst()) { #expect(frame.end(of: one) == next) }
        let some = CandleChart.starts(frame, from: from, to: to, limit: 2)
        #expect(some == Array(all.suffix(2)))
        #expect(
            CandleChart.starts(frame, from: nil, to: to, limit: 3)
                == CandleChart.starts(frame, from: Timestamp(milliseconds: 0), to: to, limit: 3))
        #expect(CandleChart.starts(frame, from: to, to: frame.start(of: to), limit: 3).isEmpty)
    }

    @Test("the end is not in it, and nothing is before 1970")
    func ends() throws {
        let hour = try Self.instant("2026-01-30T13:00:00.000Z")
        #expect(CandleChart.starts(.hour, from: nil, to: hour, limit: 1) == [hour.advanced(byMilliseconds: -3_600_000)])
        #expect(CandleChart.starts(.hour, from: hour, to: hour, limit: 9).isEmpty)
        let first = Timestamp(milliseconds: 0)
        #expect(CandleChart.starts(.day, from: nil, to: Timestamp(milliseconds: 1), limit: 9) == [first])
    }

    @Test("frames without a trade are marked, and those before the first trade are left out")
    func gaps() {
        let starts = (0..<5).map { Timestamp(milliseconds: $0 * 60_000) }
        let candles = [
            Candle(start: starts[3], ticks: 7, lots: 1), Candle(start: starts[1], ticks: 5, lots: 1),
        ]
        let young = CandleChart(starts: starts, candles: candles, before: nil)
        #expect(young.points.map(\.start) == Array(starts[1...]) && young.closeBefore == nil)
        #expect(young.points.map { $0.candle?.close } == [5, nil, 7, nil])
        let old = CandleChart(
            starts: starts, candles: candles, before: Candle(start: Timestamp(milliseconds: -60_000), ticks: 3, lots: 1)
        )
        #expect(old.points.map { $0.candle?.close } == [nil, 5, nil, 7, nil] && old.closeBefore == 3)
        #expect(CandleChart(starts: starts, candles: [], before: nil).points.isEmpty)
    }
}
