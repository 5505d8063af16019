import ArgumentParser
import CommandOutput
import Encodings
import Exposure
import Foundation
import Phone
import Testing
import Time

@testable import ExposureCommands

@Suite("What tracing has to tell")
struct TracingLinesTests {
    private let today = UTCDay(number: 20_000)
    private let exposure = ExposureDay(
        day: UTCDay(number: 19_997), foundOn: UTCDay(number: 20_000), minutes: 25, probability: 80, grade: .high)

    @Test("a day of exposure says how long ago it was, and no time of the day")
    func day() {
        let json = TracingLines.json(exposure, today: today)
        #expect(json["daysAgo"] == 3 && json["minutes"] == 25 && json["probability"] == 80)
        #expect(json["grade"] == .string(RiskGrade.high.rawValue))
        #expect(json["day"] == .string(exposure.day.description) && !json.compactText.contains("T"))
        let words = exposure.phrase.text
        #expect(words.contains(exposure.day.description) && words.contains("25") && words.contains("80"))
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
            let json = TracingLines.json(notice)
            #expect(json["kind"] == .string(name) && json["day"] == .string(today.description))
            sentences.insert(TracingLines.words(notice))
        }
        #expect(sentences.count == kinds.count && !sentences.contains(""))
        guard
            case .array(let days)? = TracingLines.json(TracingNotice(kind: .exposure([exposure]), day: today))[
                "exposureDays"]
        else {
            Issue.record("no days")
            return
        }
        #expect(days == [TracingLines.json(exposure, today: today)])
    }

    @Test("a synchronisation tells what was found, and nothing found as well")
    func reports() {
        var report = SyncReport()
        report.batches = 3
        report.keys = 120
        report.next = Timestamp(seconds: 7200)
        let quiet = JSONValue.object(TracingLines.members(report, today: today))
        #expect(quiet["warned"] == false && quiet["batches"] == 3 && quiet["keys"] == 120 && quiet["error"] == nil)
        #expect(TracingLines.words(report).contains("120"))
        report.exposureDays = [exposure]
        report.notices = [TracingNotice(kind: .exposure([exposure]), day: today)]
        let warned = JSONValue.object(TracingLines.members(report, today: today))
        #expect(warned["warned"] == true)
        #expect(TracingLines.words(report).split(separator: "\n").count >= 2)
    }

    @Test("a gap is told with its reason, in words and as an object")
    func gaps() {
        var report = SyncReport()
        report.gaps = [
            BatchGap(release: Timestamp(seconds: 7200), reason: .signature, next: Timestamp(seconds: 9000)),
            BatchGap(release: Timestamp(seconds: 14_400), reason: .withheld, next: Timestamp(seconds: 15_000)),
        ]
        report.skipped = 2
        let json = JSONValue.object(TracingLines.members(report, today: today))
        #expect(json["skipped"] == 2)
        guard case .array(let gaps)? = json["gaps"] else {
            Issue.record("no gaps")
            return
        }
        #expect(gaps.map { $0["reason"] } == ["sync.signature", "sync.withheld"])
        #expect(gaps[0]["release"] == "1970-01-01T02:00:00Z")
        let words = TracingLines.words(report)
        #expect(words.contains("1970-01-01T02:00:00Z") && words.contains("2"))
        #expect(Set(BatchGap.Reason.allCases.map(\.phrase.text)).count == BatchGap.Reason.allCases.count)
    }

    @Test("of what a device that has reported throws away nothing is told but that it was")
    func thrownAway() {
        var report = SyncReport()
        report.batches = 3
        report.isThrownAway = true
        let same = TracingLines.words(report)
        report.isThrownAway = false
        #expect(same != TracingLines.words(report))
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
