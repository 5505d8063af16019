import Basics
import Testing

@Suite("Timestamps")
struct TimestampTests {
    @Test(
        "the examples of RFC 3339 section 5.8 are read",
        arguments: [
            ("1985-04-12T23:20:50.52Z", 482_196_050_520),
            ("1996-12-19T16:39:57-08:00", 851_042_397_000),
            ("1937-01-01T12:00:27.87+00:20", -1_041_337_172_130),
            ("1970-01-01t00:00:00z", 0),
            ("2026-11-21T09:30:00.2509Z", 1_795_253_400_250),
        ])
    func reads(text: String, milliseconds: Int64) {
        #expect(Timestamp(rfc3339: text)?.milliseconds == milliseconds)
    }

    @Test(
        "what is no date-time is refused",
        arguments: [
            "", "2026-11-21", "2026-11-21T09:30:00", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
            "2026-11-21T24:00:00Z", "2026-11-21T09:30:00.Z", "2026-11-21T09:30:00Zx", "2026-11-21 09:30:00Z",
            "1990-12-31T23:59:60Z", "+026-11-21T09:30:00Z", "2026-11-21T09:30:00+24:00", "²026-11-21T09:30:00Z",
        ])
    func refuses(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test("what is written is read again", arguments: 0..<32 as Range<UInt64>)
    func roundTrip(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<200 {
            let instant = Timestamp(
                milliseconds: Int64.random(in: -62_167_219_200_000...253_402_300_799_999, using: &random))
            #expect(Timestamp(rfc3339: instant.rfc3339) == instant)
        }
    }

    @Test("every day from 1600 to 2400 follows the one before")
    func calendar() throws {
        var previous = CivilDate(daysSinceEpoch: try #require(CivilDate(year: 1599, month: 12, day: 31)).daysSinceEpoch)
        for days in previous.daysSinceEpoch + 1..<previous.daysSinceEpoch + 292_194 {
            let date = CivilDate(daysSinceEpoch: days)
            #expect(date.daysSinceEpoch == days)
            let followsInMonth = date.day == previous.day + 1 && date.month == previous.month
            let opensMonth =
                date.day == 1 && (date.month == previous.month + 1 || date.month == 1 && previous.month == 12)
            #expect(followsInMonth || opensMonth)
            previous = date
        }
        #expect(previous.year == 2399 && previous.month == 12)
    }

    @Test("arithmetic saturates and rounds down")
    func arithmetic() {
        #expect(Timestamp(milliseconds: .max).advanced(byMilliseconds: 1).milliseconds == .max)
        #expect(Timestamp(milliseconds: .min).advanced(byMilliseconds: -1).milliseconds == .min)
        #expect(Timestamp(milliseconds: -1).seconds == -1)
        #expect(Timestamp(seconds: 3).seconds(since: Timestamp(milliseconds: 500)) == 2.5)
    }
}
