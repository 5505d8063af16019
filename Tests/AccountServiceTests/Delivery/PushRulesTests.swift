import Basics
import Testing

@testable import AccountService

@Suite struct PushRulesTests {
    private func earliest(_ now: String, from: Int, until: Int, in zone: String) throws -> Timestamp {
        var rules = PushRules()
        rules.quiet = (from, until)
        rules.timeZone = zone
        return rules.earliest(try #require(Timestamp(rfc3339: now)))
    }

    @Test(arguments: [
        // 22:00 to 08:00 in Madrid, in winter an hour ahead of UTC.
        ("2026-11-21T20:59:59Z", "2026-11-21T20:59:59Z"), ("2026-11-21T21:00:00Z", "2026-11-22T07:00:00Z"),
        ("2026-11-21T23:30:30Z", "2026-11-22T07:00:00Z"), ("2026-11-22T06:59:59Z", "2026-11-22T07:00:00Z"),
        ("2026-11-22T07:00:00Z", "2026-11-22T07:00:00Z"), ("2026-11-22T12:00:00Z", "2026-11-22T12:00:00Z"),
    ])
    func aNoticeWaitsUntilQuietHoursEnd(now: String, expected: String) throws {
        #expect(
            try earliest(now, from: 22 * 60, until: 8 * 60, in: "Europe/Madrid") == Timestamp(rfc3339: expected))
    }

    @Test func quietHoursMayBeWithinADayOrNone() throws {
        let noon = "2026-11-21T12:00:00Z"
        #expect(
            try earliest(noon, from: 11 * 60, until: 13 * 60, in: "UTC") == Timestamp(rfc3339: "2026-11-21T13:00:00Z"))
        #expect(try earliest(noon, from: 13 * 60, until: 14 * 60, in: "UTC") == Timestamp(rfc3339: noon))
        #expect(try earliest(noon, from: 600, until: 600, in: "UTC") == Timestamp(rfc3339: noon))
        // West of UTC it is 09:00.
        #expect(
            try earliest(noon, from: 8 * 60, until: 9 * 60 + 30, in: "America/Santiago")
                == Timestamp(rfc3339: "2026-11-21T12:30:00Z"))
    }

    @Test func kindsAreStoredSoThatEachIsFoundBetweenBlanks() {
        let kinds: Set<PushKind> = [.reminders, .offers]
        #expect(PushKind.stored(kinds) == " offers reminders " && PushKind.kinds(PushKind.stored(kinds)) == kinds)
        #expect(PushKind.stored([]) == " " && PushKind.kinds(" nothing offers ") == [.offers])
    }
}
