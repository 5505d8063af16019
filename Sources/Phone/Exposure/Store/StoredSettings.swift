import Basics
import Exposure
import ExposureWire
import Foundation

/// How settings stand in their row, as JSON; the server has a row of its own.
struct StoredSettings: Codable {
    var state: String
    var since: Int?
    var startedOn: Int?
    var keys: [Key]?
    var daySeed: Data?
    var lastBatch: Int64?
    var gaps: [Gap]?
    var lastSync: Int64?
    var nextSync: Int64?
    var nextDecoy: Int64?
    var lastHeartbeat: Int
    var application: Data
    var pendingReport: Report?
    var venueDays: StoredVenueDays?
    var notices: [Notice]
    var riskRule: String?

    struct Key: Codable {
        var day: Int
        var key: Data
    }

    struct Gap: Codable {
        var release: Int64
        var reason: String
        var attempts: Int
        var next: Int64
    }

    struct Report: Codable {
        var key: Key
        var attempt: Data
        var codeDigest: Data
    }

    struct Notice: Codable {
        var kind: String
        var day: Int
        var number: Int?
        var days: [Day]?
    }

    struct Day: Codable {
        var day: Int
        var foundOn: Int
        /// Before there were grades: a sum of windows in thousandths.
        var score: Int?
        var minutes: Int?
        var probability: Int?
        var grade: String?
    }

    init(_ settings: TracingSettings) {
        state = Self.names[settings.state] ?? "never"
        since = settings.since?.number
        startedOn = settings.startedOn?.number
        keys = settings.keys?.entries.map { Key(day: $0.day.number, key: Data($0.key.bytes)) }
        daySeed = settings.daySeed.map { Data($0.bytes) }
        lastBatch = settings.lastBatch?.milliseconds
        if !settings.gaps.isEmpty {
            gaps = settings.gaps.map { gap in
                Gap(
                    release: gap.release.milliseconds, reason: gap.reason.rawValue, attempts: gap.attempts,
                    next: gap.next.milliseconds)
            }
        }
        lastSync = settings.lastSync?.milliseconds
        nextSync = settings.nextSync?.milliseconds
        nextDecoy = settings.nextDecoy?.milliseconds
        lastHeartbeat = settings.lastHeartbeat
        application = Data(settings.application.bytes)
        pendingReport = settings.pendingReport.map { report in
            Report(
                key: Key(day: report.key.day.number, key: Data(report.key.key.bytes)),
                attempt: Data(report.attempt.bytes), codeDigest: Data(report.codeDigest))
        }
        venueDays = StoredVenueDays(settings.venueDays)
        notices = settings.notices.map(Self.stored)
        riskRule = settings.riskParameters?.json
    }

    /// The settings, without the server; nil when they make no sense.
    var settings: TracingSettings? {
        guard let state = Self.names.first(where: { $0.value == self.state })?.key,
            let application = Identifier128(bytes: application)
        else { return nil }
        var settings = TracingSettings(application: application)
        settings.state = state
        settings.since = since.map(UTCDay.init(number:))
        settings.startedOn = startedOn.map(UTCDay.init(number:))
        if let keys {
            let entries = keys.compactMap { stored in
                DayKey(bytes: stored.key).map { KeyChain.Entry(day: UTCDay(number: stored.day), key: $0) }
            }
            guard entries.count == keys.count, let chain = KeyChain(restoring: entries),
                let seed = daySeed.flatMap({ DaySeed(bytes: Array($0)) })
            else { return nil }
            settings.keys = chain
            settings.daySeed = seed
        }
        settings.lastBatch = lastBatch.map(Timestamp.init(milliseconds:))
        settings.gaps = (gaps ?? []).map { gap in
            // A reason that a later version knows says the same to a person: it could not be used.
            BatchGap(
                release: Timestamp(milliseconds: gap.release), reason: BatchGap.Reason(rawValue: gap.reason) ?? .batch,
                attempts: gap.attempts, next: Timestamp(milliseconds: gap.next))
        }
        settings.lastSync = lastSync.map(Timestamp.init(milliseconds:))
        settings.nextSync = nextSync.map(Timestamp.init(milliseconds:))
        settings.nextDecoy = nextDecoy.map(Timestamp.init(milliseconds:))
        settings.lastHeartbeat = lastHeartbeat
        if let report = pendingReport {
            guard let key = DayKey(bytes: report.key.key), let attempt = Identifier128(bytes: report.attempt) else {
                return nil
            }
            settings.pendingReport = PendingReport(
                key: PublishedKey(key: key, day: UTCDay(number: report.key.day)), attempt: attempt,
                codeDigest: Array(report.codeDigest))
        }
        settings.venueDays = venueDays?.memory ?? VenueDayMemory()
        settings.notices = notices.compactMap(Self.notice)
        // Numbers that this version does not go by give way to its own.
        settings.riskParameters = riskRule.flatMap { try? RiskParameters(json: Array($0.utf8)) }
        return settings
    }

    private static let names: [TracingState: String] = [
        .never: "never", .on: "on", .off: "off", .reported: "reported",
    ]

    private static func stored(_ notice: TracingNotice) -> Notice {
        let day = notice.day.number
        switch notice.kind {
        case .heartbeat(let days): return Notice(kind: "heartbeat", day: day, number: days)
        case .missedBatches(let count): return Notice(kind: "missed", day: day, number: count)
        case .reported: return Notice(kind: "reported", day: day)
        case .exposure(let days):
            return Notice(
                kind: "exposure", day: day,
                days: days.map { day in
                    Day(
                        day: day.day.number, foundOn: day.foundOn.number, minutes: day.minutes,
                        probability: day.probability, grade: day.grade.rawValue)
                })
        }
    }

    private static func notice(_ stored: Notice) -> TracingNotice? {
        let day = UTCDay(number: stored.day)
        switch stored.kind {
        case "heartbeat": return stored.number.map { TracingNotice(kind: .heartbeat(days: $0), day: day) }
        case "missed": return stored.number.map { TracingNotice(kind: .missedBatches($0), day: day) }
        case "reported": return TracingNotice(kind: .reported, day: day)
        case "exposure":
            let days = (stored.days ?? []).map { day in
                let (first, later) = (UTCDay(number: day.day), UTCDay(number: day.foundOn))
                guard let minutes = day.minutes, let probability = day.probability,
                    let grade = day.grade.flatMap(RiskGrade.init(rawValue:))
                else { return ExposureDay(day: first, foundOn: later, windowsInThousandths: day.score ?? 0) }
                return ExposureDay(
                    day: first, foundOn: later, minutes: minutes, probability: probability, grade: grade)
            }
            return TracingNotice(kind: .exposure(days), day: day)
        default: return nil
        }
    }
}

/// How a server stands in its row of `applications`.
struct StoredServer: Codable {
    var base: String
    var publicKey: String
    var retentionDays: Int
    var codesHaveCheckDigit: Bool?

    init(_ server: KnownServer) {
        base = server.base
        publicKey = server.publicKey
        retentionDays = server.retentionDays
        codesHaveCheckDigit = server.codesHaveCheckDigit
    }

    var server: KnownServer {
        KnownServer(
            base: base, publicKey: publicKey, retentionDays: retentionDays, codesHaveCheckDigit: codesHaveCheckDigit)
    }
}
