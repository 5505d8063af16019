import Basics
import Loyalty
import Testing

@Suite("Weekly hours")
struct WeeklyHoursTests {
    private func hours(_ day: Weekday, _ from: Int, _ to: Int) throws -> WeeklyHours {
        WeeklyHours(days: [day: [try #require(DayInterval(from: from, to: to))]])
    }

    @Test("a stretch holds its first minute and not its last")
    func halfOpen() throws {
        let wednesday = 2 * 1440
        let hours = try hours(.wednesday, 600, 840)
        #expect(!hours.contains(minuteOfWeek: wednesday + 599))
        #expect(hours.contains(minuteOfWeek: wednesday + 600))
        #expect(hours.contains(minuteOfWeek: wednesday + 839))
        #expect(!hours.contains(minuteOfWeek: wednesday + 840))
        #expect(!hours.contains(minuteOfWeek: 600))
    }

    @Test("a night goes over midnight and over the end of the week")
    func midnight() throws {
        let late = try #require(DayInterval(from: 1320, to: 1440))
        let early = try #require(DayInterval(from: 0, to: 120))
        let hours = WeeklyHours(days: [.sunday: [late], .monday: [early]])
        #expect(hours.contains(minuteOfWeek: WeeklyHours.minutesInWeek - 1))
        #expect(hours.contains(minuteOfWeek: 0))
        #expect(!hours.contains(minuteOfWeek: 120))
        #expect(!hours.contains(minuteOfWeek: 1439))
    }

    @Test("no stretch at all is always open")
    func always() {
        #expect(WeeklyHours.always.contains(minuteOfWeek: 0))
        #expect(WeeklyHours(days: [.monday: []]) == .always)
    }

    @Test("a minute outside the week is closed")
    func outside() throws {
        let hours = try hours(.monday, 0, 1440)
        #expect(!hours.contains(minuteOfWeek: -1))
        #expect(!hours.contains(minuteOfWeek: .min))
        #expect(!hours.contains(minuteOfWeek: WeeklyHours.minutesInWeek))
    }

    @Test(
        "stretches that no clock shows do not exist",
        arguments: [
            (-1, 5), (5, 5), (6, 5), (0, 1441), (Int.min, .max),
        ])
    func impossible(from: Int, to: Int) {
        #expect(DayInterval(from: from, to: to) == nil)
    }

    @Test(
        "minutes of the week begin on Monday by the wall clock",
        arguments: [
            // 1970-01-01T00:00Z was a Thursday.
            ("1970-01-01T00:00:00Z", 0, 3 * 1440), ("1969-12-29T00:00:00Z", 0, 0),
            ("1969-12-28T23:59:59.999Z", 0, 10_079),
            ("2026-11-21T09:30:59Z", 0, 5 * 1440 + 570), ("2026-11-21T23:30:00Z", 3600, 6 * 1440 + 30),
            ("2026-11-22T23:30:00Z", 3600, 30), ("2026-11-23T01:30:00Z", -10_800, 6 * 1440 + 1350),
            ("2026-11-21T00:00:00Z", 20_700, 5 * 1440 + 345),
        ])
    func minuteOfWeek(instant: String, offset: Int, expected: Int) throws {
        let instant = try #require(Timestamp(rfc3339: instant))
        #expect(WeeklyHours.minuteOfWeek(at: instant, secondsFromUTC: offset) == expected)
    }

    @Test("the ends of time have a minute of the week too", arguments: [Int64.min, .max])
    func extremes(milliseconds: Int64) {
        for offset in [0, 3600, -3600] {
            let minute = WeeklyHours.minuteOfWeek(
                at: Timestamp(milliseconds: milliseconds), secondsFromUTC: offset)
            #expect((0..<WeeklyHours.minutesInWeek).contains(minute))
        }
    }

    @Test("a stretch that the file says is open exactly in its minutes", arguments: 0..<32 as Range<UInt64>)
    func model(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var open = Array(repeating: false, count: WeeklyHours.minutesInWeek)
        var draft: [String: [String]] = [:]
        for day in Weekday.allCases where Bool.random(using: &random) {
            var from = Int.random(in: 0..<600, using: &random)
            while from < 1440, draft[day.key, default: []].count < VenueLimits.intervals {
                let to = Int.random(in: from + 1...1440, using: &random)
                draft[day.key, default: []].append(try #require(DayInterval(from: from, to: to)).description)
                for minute in from..<to { open[day.rawValue * 1440 + minute] = true }
                from = to + Int.random(in: 0...200, using: &random)
            }
            draft[day.key]?.shuffle(using: &random)
        }
        guard !draft.isEmpty else { return }
        var venue = VenueSamples.draft()
        venue.offers?[0].hours = draft.mapValues { $0 }
        let hours = try Venue(validating: venue).offers[0].hours
        #expect(open.indices.allSatisfy { hours.contains(minuteOfWeek: $0) == open[$0] })
    }
}
