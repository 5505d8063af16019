import ArgumentParser
import Basics
import Exposure
import Foundation
import Phone
import Testing

@testable import Commands

@Suite("What tracing has to tell")
struct TracingLinesTests {
    private let today = UTCDay(number: 20_000)
    private let calendar = PersonCalendar(
        now: UTCDay(number: 20_000).begin.advanced(bySeconds: 3600), zone: .gmt)
    private let exposure = ExposureDay(
        day: UTCDay(number: 19_997), foundOn: UTCDay(number: 20_000), minutes: 25, probability: 80, grade: .high)

    @Test("a day of exposure says how long ago it was, and no time of the day")
    func day() {
        let json = TracingLines.json(exposure, calendar)
        #expect(json["daysAgo"] == 3 && json["minutes"] == 25 && json["probability"] == 80)
        #expect(json["grade"] == .string(RiskGrade.high.rawValue))
        #expect(json["day"] == .string(exposure.day.description) && !json.compactText.contains("T"))
        let words = exposure.phrase(in: calendar).text
        #expect(words.contains(exposure.day.description) && words.contains("25") && words.contains("80"))
    }

    /// Saturday 28 November 2026, 19:00 in Mexico, where the UTC day is the 29th already.
    @Test("days are said in the person's calendar")
    func mexico() throws {
        let zone = try #require(TimeZone(identifier: "America/Mexico_City"))
        let now = Timestamp(seconds: 1_795_914_000)
        let calendar = PersonCalendar(now: now, zone: zone)
        let (saturday, sunday) = (UTCDay(containing: now).advanced(by: -1), UTCDay(containing: now))
        func exposure(_ day: UTCDay) -> ExposureDay {
            ExposureDay(day: day, foundOn: sunday, minutes: 25, probability: 80, grade: .high)
        }
        let morning = TracingLines.json(exposure(saturday), calendar)
        #expect(morning["daysAgo"] == 0 && morning["date"] == "2026-11-28" && morning["day"] == "2026-11-28")
        let words = exposure(saturday).phrase(in: calendar).text
        #expect(words.contains("2026-11-27 18:00") && words.contains("2026-11-28 18:00"))
        // A contact after 18:00 does not get tomorrow's date.
        let evening = TracingLines.json(exposure(sunday), calendar)
        #expect(evening["daysAgo"] == 0 && evening["date"] == "2026-11-28" && evening["day"] == "2026-11-29")
        #expect(exposure(sunday).phrase(in: calendar).text.hasPrefix("2026-11-28 ("))
        #expect(calendar.date(of: now) == "2026-11-28")
    }

    @Test(
        "an onset is a day of the person's calendar, of the last 21",
        arguments: ["America/Mexico_City", "Europe/Madrid", "UTC"])
    func onset(name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        for hour in 0..<24 as Range<Int64> {
            let now = Timestamp(seconds: 1_795_914_000 + hour * 3600)
            let calendar = PersonCalendar(now: now, zone: zone)
            let today = UTCDay(number: try #require(DayText.day(calendar.date(of: now))))
            for days in [0, 1, 20, 21] {
                let given = today.advanced(by: -days).civilDate
                let day = try #require(calendar.onset(on: given))
                // The server takes these, and no moment of the day is left out as far as keys reach.
                #expect((0...21).contains(UTCDay(containing: now).days(since: day)))
                let begin = UTCDay(given).begin.advanced(bySeconds: -Int64(zone.secondsFromGMT()))
                #expect(day <= UTCDay(containing: begin) || days == 21)
            }
            #expect(calendar.onset(on: today.advanced(by: 1).civilDate) == nil)
            #expect(calendar.onset(on: today.advanced(by: -22).civilDate) == nil)
        }
    }

    @Test("each notice is one object with its kind, and a sentence of its own")
    func notices() {
        let kinds: [(TracingNotice.Kind, String)] = [
            (.heartbeat(days: 7), "heartbeat"), (.exposure([exposure]), "exposure"), (.reported, "reported"),
            (.missedBatches(4), "missedBatches"),
        ]
        var sentences: Set<String> = []
        for (kind, name) in kinds {
            let notice = TracingNotice(kind: kind, day: today)
            let json = TracingLines.json(notice, calendar)
            #expect(json["kind"] == .string(name) && json["day"] == .string(today.description))
            sentences.insert(TracingLines.words(notice, calendar))
        }
        #expect(sentences.count == kinds.count && !sentences.contains(""))
        guard
            case .array(let days)? = TracingLines.json(
                TracingNotice(kind: .exposure([exposure]), day: today), calendar)[
                    "exposureDays"]
        else {
            Issue.record("no days")
            return
        }
        #expect(days == [TracingLines.json(exposure, calendar)])
    }

    @Test("a synchronisation tells what was found, and nothing found as well")
    func reports() {
        var report = SyncReport()
        report.batches = 3
        report.keys = 120
        report.next = Timestamp(seconds: 7200)
        let quiet = JSONValue.object(TracingLines.members(report, calendar))
        #expect(quiet["warned"] == false && quiet["batches"] == 3 && quiet["keys"] == 120 && quiet["error"] == nil)
        #expect(TracingLines.words(report, calendar).contains("120"))
        report.exposureDays = [exposure]
        report.notices = [TracingNotice(kind: .exposure([exposure]), day: today)]
        let warned = JSONValue.object(TracingLines.members(report, calendar))
        #expect(warned["warned"] == true)
        #expect(TracingLines.words(report, calendar).split(separator: "\n").count >= 2)
    }

    @Test("a gap is told with its reason, in words and as an object")
    func gaps() {
        var report = SyncReport()
        report.gaps = [
            BatchGap(release: Timestamp(seconds: 7200), reason: .signature, next: Timestamp(seconds: 9000)),
            BatchGap(release: Timestamp(seconds: 14_400), reason: .withheld, next: Timestamp(seconds: 15_000)),
        ]
        report.skipped = 2
        let json = JSONValue.object(TracingLines.members(report, calendar))
        #expect(json["skipped"] == 2)
        guard case .array(let gaps)? = json["gaps"] else {
            Issue.record("no gaps")
            return
        }
        #expect(gaps.map { $0["reason"] } == ["sync.signature", "sync.withheld"])
        #expect(gaps[0]["release"] == "1970-01-01T02:00:00.000Z")
        let words = TracingLines.words(report, calendar)
        #expect(words.contains("1970-01-01T02:00:00.000Z") && words.contains("2"))
        #expect(Set(BatchGap.Reason.allCases.map(\.phrase.text)).count == BatchGap.Reason.allCases.count)
    }

    @Test("of what a device that has reported throws away nothing is told but that it was")
    func thrownAway() {
        var report = SyncReport()
        report.batches = 3
        report.isThrownAway = true
        let same = TracingLines.words(report, calendar)
        report.isThrownAway = false
        #expect(same != TracingLines.words(report, calendar))
        #expect(same.split(separator: "\n").count == 1)
    }
}

@Suite("Day keys and their identifiers")
struct DeriveCommandTests {
    @Test(
        "a key is 64 hexadecimal digits, and the days are bounded",
        arguments: [
            ["--key", String(repeating: "0", count: 63)], ["--key", String(repeating: "g", count: 64)], ["--key", ""],
            ["--key", String(repeating: "0", count: 64), "--days", "0"],
            ["--key", String(repeating: "0", count: 64), "--days", "3661"], [],
        ])
    func refused(arguments: [String]) {
        #expect(throws: (any Error).self) { _ = try DeriveCommand.parse(arguments) }
    }
}
