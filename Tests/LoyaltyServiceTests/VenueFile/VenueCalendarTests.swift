import Basics
import Loyalty
import LoyaltyService
import Testing

@Suite("The wall clock of a venue")
struct VenueCalendarTests {
    private func minute(_ zone: String, _ instant: String) throws -> Int {
        try #require(VenueCalendar(timeZone: zone)).minuteOfWeek(at: #require(Timestamp(rfc3339: instant)))
    }

    @Test(
        "the minute of the week is the venue's",
        arguments: [
            ("Europe/Madrid", "2026-11-21T09:30:00Z", 5 * 1440 + 630), ("Europe/Madrid", "2026-07-05T22:15:00Z", 15),
            ("America/Sao_Paulo", "2026-11-23T01:00:00Z", 6 * 1440 + 1320),
            ("Asia/Kathmandu", "2026-11-22T18:15:00Z", 0),
            ("UTC", "2026-11-23T00:00:00Z", 0),
        ])
    func minutes(zone: String, instant: String, expected: Int) throws {
        #expect(try minute(zone, instant) == expected)
    }

    @Test("in Madrid the hour from two to three does not come on 29 March 2026")
    func spring() throws {
        let sunday = 6 * 1440
        #expect(try minute("Europe/Madrid", "2026-03-29T00:59:59.999Z") == sunday + 119)
        #expect(try minute("Europe/Madrid", "2026-03-29T01:00:00Z") == sunday + 180)
        let hours = WeeklyHours(days: [.sunday: [DayInterval(from: 120, to: 180)].compactMap { $0 }])
        for minutes in -180..<180 {
            let instant = try #require(Timestamp(rfc3339: "2026-03-29T01:00:00Z"))
                .advanced(bySeconds: Int64(minutes) * 60)
            let local = try #require(VenueCalendar(timeZone: "Europe/Madrid")).minuteOfWeek(at: instant)
            #expect(!hours.contains(minuteOfWeek: local))
        }
    }

    @Test("in Madrid the hour from two to three comes twice on 25 October 2026")
    func autumn() throws {
        let calendar = try #require(VenueCalendar(timeZone: "Europe/Madrid"))
        let hours = WeeklyHours(days: [.sunday: [DayInterval(from: 120, to: 180)].compactMap { $0 }])
        let midnight = try #require(Timestamp(rfc3339: "2026-10-24T22:00:00Z"))
        let open = (0..<360).filter { minutes in
            let instant = midnight.advanced(bySeconds: Int64(minutes) * 60)
            return hours.contains(minuteOfWeek: calendar.minuteOfWeek(at: instant))
        }
        #expect(open == Array(120..<240))
    }

    @Test(
        "abbreviations, offsets and paths are no time zones",
        arguments: [
            "", "PST", "GMT+2", "+02:00", "Europe/Springfield", "../../etc/passwd", "europe/madrid", " UTC",
        ])
    func unknown(name: String) {
        #expect(VenueCalendar(timeZone: name) == nil)
    }
}
