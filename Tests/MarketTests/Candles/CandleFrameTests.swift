import Basics
import Foundation
import Testing

@testable import Market

@Suite("Frames of candles")
struct CandleFrameTests {
    @Test(
        "frames begin and end on the calendar",
        arguments: [
            (.minute, "2020-02-21T04:56:59.999Z", "2020-02-21T04:56:00.000Z", "2020-02-21T04:57:00.000Z"),
            (.fiveMinutes, "2020-02-21T04:59:59.999Z", "2020-02-21T04:55:00.000Z", "2020-02-21T05:00:00.000Z"),
            (.fifteenMinutes, "2020-02-21T04:15:00.000Z", "2020-02-21T04:15:00.000Z", "2020-02-21T04:30:00.000Z"),
            (.hour, "2020-02-21T04:56:00.000Z", "2020-02-21T04:00:00.000Z", "2020-02-21T05:00:00.000Z"),
            (.fourHours, "2020-02-21T23:56:00.000Z", "2020-02-21T20:00:00.000Z", "2020-02-22T00:00:00.000Z"),
            (.day, "2020-02-29T23:59:59.999Z", "2020-02-29T00:00:00.000Z", "2020-03-01T00:00:00.000Z"),
            // 2020-03-09 was a Monday.
            (.week, "2020-03-09T00:00:00.000Z", "2020-03-09T00:00:00.000Z", "2020-03-16T00:00:00.000Z"),
            (.week, "2020-03-08T23:59:59.999Z", "2020-03-02T00:00:00.000Z", "2020-03-09T00:00:00.000Z"),
            (.week, "1970-01-01T00:00:00.000Z", "1969-12-29T00:00:00.000Z", "1970-01-05T00:00:00.000Z"),
            (.month, "2020-02-29T12:00:00.000Z", "2020-02-01T00:00:00.000Z", "2020-03-01T00:00:00.000Z"),
            (.month, "2021-02-28T12:00:00.000Z", "2021-02-01T00:00:00.000Z", "2021-03-01T00:00:00.000Z"),
            (.month, "2000-02-29T12:00:00.000Z", "2000-02-01T00:00:00.000Z", "2000-03-01T00:00:00.000Z"),
            (.month, "2020-12-31T23:59:59.999Z", "2020-12-01T00:00:00.000Z", "2021-01-01T00:00:00.000Z"),
            (.month, "1969-12-31T23:59:59.999Z", "1969-12-01T00:00:00.000Z", "1970-01-01T00:00:00.000Z"),
        ] as [(CandleFrame, String, String, String)])
    func calendar(frame: CandleFrame, instant: String, start: String, end: String) throws {
        let instant = try #require(Timestamp(rfc3339: instant))
        #expect(frame.start(of: instant).rfc3339 == start)
        #expect(frame.end(of: instant).rfc3339 == end)
    }

    @Test(
        "frames follow each other without a gap, and Foundation's calendar agrees", arguments: 0..<16 as Range<UInt64>)
    func properties(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        for _ in 0..<10 {
            let instant = Timestamp(
                milliseconds: Int64.random(in: -2_000_000_000_000...4_000_000_000_000, using: &random))
            let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
            for frame in CandleFrame.allCases {
                let start = frame.start(of: instant)
                let end = frame.end(of: instant)
                #expect(start <= instant && instant < end)
                #expect(frame.start(of: start) == start)
                #expect(frame.start(of: end) == end)
                #expect(frame.end(of: end.advanced(byMilliseconds: -1)) == end)
                #expect(frame.start(of: end.advanced(byMilliseconds: -1)) == start)
            }
            for (frame, unit) in [(CandleFrame.day, Calendar.Component.day), (.week, .weekOfYear), (.month, .month)] {
                let interval = try #require(calendar.dateInterval(of: unit, for: date))
                #expect(frame.start(of: instant).seconds == Int64(interval.start.timeIntervalSince1970))
                #expect(frame.end(of: instant).seconds == Int64(interval.end.timeIntervalSince1970))
            }
        }
    }
}
