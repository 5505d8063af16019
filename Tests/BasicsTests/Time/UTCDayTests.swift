import Basics
import Testing

extension UTCDay {
    /// 2026-11-21.
    fileprivate static let example = UTCDay(number: 20_778)
}

@Suite("Days")
struct UTCDayTests {
    @Test("a day begins at midnight and ends before the next")
    func bounds() {
        let day = UTCDay.example
        #expect(day.begin.rfc3339 == "2026-11-21T00:00:00.000Z")
        #expect(UTCDay(containing: day.begin) == day)
        #expect(UTCDay(containing: day.begin.advanced(byMilliseconds: -1)) == day.advanced(by: -1))
        #expect(UTCDay(containing: day.begin.advanced(byMilliseconds: 86_399_999)) == day)
        #expect(UTCDay(containing: Timestamp(milliseconds: -1)).number == -1)
    }

    @Test("only midnight is midnight", arguments: [-3_600_000, -1, 1, 1000, 900_000, 7_200_000, 43_200_000] as [Int64])
    func midnight(offset: Int64) {
        #expect(UTCDay(midnight: UTCDay.example.begin) == .example)
        #expect(UTCDay(midnight: UTCDay.example.begin.advanced(byMilliseconds: offset)) == nil)
    }

    @Test("a day reads as calendars write it")
    func text() throws {
        #expect(UTCDay.example.description == "2026-11-21")
        #expect(UTCDay(number: 0).description == "1970-01-01")
        #expect(UTCDay(try #require(CivilDate(year: 2020, month: 2, day: 29))).description == "2020-02-29")
        #expect(UTCDay(try #require(CivilDate(year: 987, month: 6, day: 5))).description == "0987-06-05")
    }

    @Test("days are counted forth and back", arguments: 0..<32 as Range<UInt64>)
    func counting(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let day = UTCDay(number: Int.random(in: -1_000_000...1_000_000, using: &random))
        let days = Int.random(in: -1_000_000...1_000_000, using: &random)
        #expect(day.advanced(by: days).days(since: day) == days)
        #expect(day.advanced(by: days).advanced(by: -days) == day)
        #expect((day < day.advanced(by: days)) == (days > 0))
        #expect(UTCDay(midnight: day.begin) == day)
        #expect(UTCDay(day.civilDate) == day)
    }

    @Test("no number of days overflows", arguments: [Int.min, Int.min + 1, -1 << 40, 1 << 40, Int.max - 1, Int.max])
    func extremes(number: Int) {
        let day = UTCDay(number: number)
        #expect(UTCDay(containing: day.begin) == day)
        #expect(day.advanced(by: number) == day)
        #expect(!day.description.isEmpty)
        for time in [Timestamp(milliseconds: .min), Timestamp(milliseconds: .max)] {
            #expect(UTCDay(number: UTCDay(containing: time).number) == UTCDay(containing: time))
        }
    }
}
