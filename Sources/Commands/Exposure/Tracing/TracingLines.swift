import API
import Basics
import Exposure
import Phone
import Strings

/// What tracing has to tell, as lines: JSON for programs, words for people; days, never a time of a day.
package enum TracingLines {
    /// A day of exposure as a JSON object.
    ///
    /// `day` and `foundOn` are UTC days; `date` and `daysAgo` are of the person's calendar. In what was told on another
    /// day, the days are counted from there.
    static func json(_ day: ExposureDay, _ calendar: PersonCalendar, toldOn told: UTCDay? = nil) -> JSONValue {
        let shown = calendar.day(day.day)
        let daysAgo = told.map { max(0, $0.days(since: day.day)) } ?? shown.daysAgo
        return .object([
            .init("day", .string(day.day.description)), .init("date", .string(calendar.date(day.day))),
            .init("daysAgo", .integer(Int64(daysAgo))), .init("foundOn", .string(day.foundOn.description)),
            .init("minutes", .integer(Int64(day.minutes))), .init("probability", .integer(Int64(day.probability))),
            .init("grade", .string(day.grade.rawValue)),
        ])
    }

    /// A notice as a JSON object.
    package static func json(_ notice: TracingNotice, _ calendar: PersonCalendar = .current) -> JSONValue {
        var members: [JSONValue.Member] = []
        switch notice.kind {
        case .heartbeat(let days):
            members = [.init("kind", .string("heartbeat")), .init("days", .integer(Int64(days)))]
        case .exposure(let days):
            members = [
                .init("kind", .string("exposure")),
                .init("exposureDays", .array(days.map { json($0, calendar, toldOn: notice.day) })),
            ]
        case .reported: members = [.init("kind", .string("reported"))]
        case .missedBatches(let count):
            members = [.init("kind", .string("missedBatches")), .init("batches", .integer(Int64(count)))]
        }
        return .object(members + [.init("day", .string(notice.day.description))])
    }

    /// A notice in words.
    package static func words(_ notice: TracingNotice, _ calendar: PersonCalendar = .current) -> String {
        switch notice.kind {
        case .heartbeat(let days): ExposureStrings.noticeHeartbeat(days: days).text
        case .exposure(let days):
            ExposureStrings.noticeExposure(days: days.map { $0.phrase(in: calendar).text }.joined(separator: ", ")).text
        case .reported: ExposureStrings.noticeReported.text
        case .missedBatches(let count): ExposureStrings.noticeMissed(count: count).text
        }
    }

    /// What a synchronisation came to as the members of a JSON object.
    static func members(_ report: SyncReport, _ calendar: PersonCalendar) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = [
            .init("batches", .integer(Int64(report.batches))), .init("keys", .integer(Int64(report.keys))),
            .init("matched", .integer(Int64(report.matched))), .init("missed", .integer(Int64(report.missed))),
            .init("skipped", .integer(Int64(report.skipped))), .init("gaps", json(report.gaps)),
            .init("warned", .boolean(report.hasNewExposure)),
            .init("exposureDays", .array(report.exposureDays.map { json($0, calendar) })),
            .init("notices", .array(report.notices.map { json($0, calendar) })),
            .init("trustedAnew", .boolean(report.hasTrustedAnew)),
            .init("thrownAway", .boolean(report.isThrownAway)),
            .init("next", report.next.map { .string($0.rfc3339) } ?? .null),
        ]
        if let fault = report.ruleFault { members.append(.init("ruleRefused", .string(fault.field.rawValue))) }
        if let failure = report.failure { members.append(.init("error", .string(failure.code))) }
        return members
    }

    /// How many batches were fetched, and what was done with them.
    static func batches(_ report: SyncReport) -> String {
        let phrase =
            report.isThrownAway
            ? ExposureStrings.syncThrownAway(count: report.batches, keys: report.keys)
            : ExposureStrings.syncCompared(count: report.batches, keys: report.keys)
        return ([phrase] + skipped(report) + gaps(report.gaps)).map(\.text).joined(separator: "\n")
    }

    /// How many entries were no keys, if any.
    private static func skipped(_ report: SyncReport) -> [Phrase] {
        report.skipped == 0 ? [] : [ExposureStrings.syncSkipped(count: report.skipped)]
    }

    /// What could not be compared so far, and why; nothing when there is no gap.
    static func gaps(_ gaps: [BatchGap]) -> [Phrase] {
        guard let oldest = gaps.first else { return [] }
        let reasons = BatchGap.Reason.allCases.filter { reason in gaps.contains { $0.reason == reason } }
        return [
            ExposureStrings.gaps(
                count: gaps.count, reasons: reasons.map(\.phrase.text).joined(separator: ", "),
                release: oldest.release.rfc3339)
        ]
    }

    /// The gaps as JSON objects.
    static func json(_ gaps: [BatchGap]) -> JSONValue {
        .array(
            gaps.map { gap in
                .object([
                    .init("release", .string(gap.release.rfc3339)), .init("reason", .string(gap.reason.rawValue)),
                    .init("attempts", .integer(Int64(gap.attempts))), .init("next", .string(gap.next.rfc3339)),
                ])
            })
    }

    /// What a synchronisation came to in words.
    static func words(_ report: SyncReport, _ calendar: PersonCalendar) -> String {
        var lines = [batches(report)]
        if report.hasTrustedAnew { lines.append(ExposureStrings.syncTrustedAnew.text) }
        lines += report.notices.map { words($0, calendar) }
        if report.isThrownAway { return lines.joined(separator: "\n") }
        if let fault = report.ruleFault {
            lines.append(
                ExposureStrings.syncRuleRefused(field: fault.field.rawValue, requirement: fault.requirement).text)
        }
        if report.exposureDays.isEmpty { lines.append(ExposureStrings.syncNone.text) }
        return lines.joined(separator: "\n")
    }
}

extension SyncReport {
    /// Whether a day of exposure was found that was not known before.
    var hasNewExposure: Bool {
        notices.contains { notice in
            if case .exposure = notice.kind { true } else { false }
        }
    }
}
