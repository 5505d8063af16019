import Basics
import Storage

/// How often something was done on a day, on one behalf.
package struct AuditTally: Equatable, Sendable {
    /// The day.
    package let day: UTCDay
    /// What was done.
    package let action: AuditAction
    /// On whose behalf, as `AuditActor.text` writes it.
    package let actorText: String
    /// How often, at least 1.
    package let times: Int64

    /// On whose behalf; nil when the text is none that was written by the server.
    package var actor: AuditActor? { AuditActor(text: actorText) }
}

extension AuditAction {
    /// What is known by its day alone: everything that is done with a code or a case.
    package static let countedByDay: Set<AuditAction> = [
        .codeIssued, .codeWithdrawn, .codeRestored, .codeUsed, .caseRegistered, .caseApproved, .caseRejected,
    ]

    /// What was told before was told again without what no longer belongs there; the subject says how sound it was.
    static let retold = AuditAction(rawValue: "trail.retold")
}

extension AuditTrail {
    /// Counts something that is known by its day alone, within the transaction that does it.
    package static func count(
        _ action: AuditAction, by actor: AuditActor, on day: UTCDay, in connection: any Connection
    ) throws {
        try count(1, of: action, by: actor.text, on: day, in: connection)
    }

    /// What was counted on days that have not joined the trail yet, the latest day first.
    package static func tallies(in connection: any Connection) throws -> [AuditTally] {
        try tallies(before: nil, in: connection).reversed()
    }

    /// Lets the counts of days that are over join the trail, in an order that tells nothing.
    package static func closeDays(before today: UTCDay, in connection: any Connection) throws {
        let now = today.begin
        try takeOver(at: now, in: connection)
        for tally in try tallies(before: today, in: connection) {
            try add(
                tally.action, subject: String(tally.times), by: tally.actorText, at: tally.day.begin, in: connection)
        }
        try connection.execute("DELETE FROM audit_days WHERE day < ?1", [.integer(Int64(today.number))])
    }

    /// Whether there is anything for `closeDays`.
    package static func hasDaysToClose(before today: UTCDay, in connection: any Connection) throws -> Bool {
        try connection.first("SELECT 1 FROM audit_days WHERE day < ?1 LIMIT 1", [.integer(Int64(today.number))]) != nil
            || connection.first("SELECT 1 FROM audit_entries_before LIMIT 1") != nil
    }

    private static func count(
        _ times: Int64, of action: AuditAction, by actorText: String, on day: UTCDay, in connection: any Connection
    ) throws {
        try connection.execute(
            """
            INSERT INTO audit_days (day, action, actor, times) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (day, action, actor) DO UPDATE SET times = audit_days.times + ?4
            """,
            [.integer(Int64(day.number)), .text(action.rawValue), .text(actorText), .integer(times)])
    }

    private static func tallies(before day: UTCDay?, in connection: any Connection) throws -> [AuditTally] {
        try connection.query(
            "SELECT day, action, actor, times FROM audit_days WHERE day < ?1 ORDER BY day, action, actor",
            [.integer(day.map { Int64($0.number) } ?? .max)]
        ).map { row in
            AuditTally(
                day: UTCDay(number: Int(try row.integer("day"))), action: AuditAction(rawValue: try row.text("action")),
                actorText: try row.text("actor"), times: try row.integer("times"))
        }
    }
}

// MARK: - The trail before

extension AuditTrail {
    /// Tells the trail of an older server again, in which acts that have only a day stood between others with instants,
    /// and under the identifier of a code.
    ///
    /// Such acts are counted; everything else stays as it was, in its order. The last entry names the old trail's length
    /// and digest, if it was sound, for whoever noted them down, or where it was broken; what came after a break is told
    /// as well, since that entry says that it cannot be relied on.
    static func takeOver(at now: Timestamp, in connection: any Connection) throws {
        guard try connection.first("SELECT 1 FROM audit_entries_before LIMIT 1") != nil else { return }
        let today = UTCDay(containing: now)
        let soundness = try verify(AuditTable(name: "audit_entries_before"), in: connection)
        var retelling = Retelling()
        for row in try connection.query("SELECT at, action, actor, subject FROM audit_entries_before ORDER BY number") {
            let entry = Retelling.Entry(
                at: Timestamp(milliseconds: try row.integer("at")),
                action: AuditAction(rawValue: try row.text("action")),
                actorText: try row.text("actor"), subject: try row.text("subject"))
            retelling.take(entry)
        }
        for day in retelling.days {
            for entry in retelling.entries[day] ?? [] {
                try add(entry.action, subject: entry.subject, by: entry.actorText, at: entry.at, in: connection)
            }
            for tally in retelling.tallies(on: day) {
                if day >= today {
                    try count(tally.times, of: tally.action, by: tally.actorText, on: day, in: connection)
                } else {
                    try add(
                        tally.action, subject: String(tally.times), by: tally.actorText, at: day.begin, in: connection)
                }
            }
        }
        let found =
            switch soundness {
            case .sound(let entries, let digest): "sound \(entries) \(digest.hexadecimal)"
            case .broken(let number): "broken at \(number)"
            }
        try add(.retold, subject: found, by: AuditActor.server.text, at: today.begin, in: connection)
        try connection.execute("DELETE FROM audit_entries_before")
    }

    /// An older trail, day by day.
    private struct Retelling {
        struct Entry {
            let at: Timestamp
            let action: AuditAction
            let actorText: String
            let subject: String
        }

        private struct Act: Hashable {
            let action: AuditAction
            let actorText: String
        }

        var entries: [UTCDay: [Entry]] = [:]
        private var counts: [UTCDay: [Act: Int64]] = [:]

        var days: [UTCDay] { Set(entries.keys).union(counts.keys).sorted() }

        mutating func take(_ entry: Entry) {
            let day = UTCDay(containing: entry.at)
            if AuditAction.countedByDay.contains(entry.action) {
                counts[day, default: [:]][Act(action: entry.action, actorText: entry.actorText), default: 0] += 1
            } else {
                entries[day, default: []].append(entry)
            }
        }

        func tallies(on day: UTCDay) -> [AuditTally] {
            (counts[day] ?? [:]).map {
                AuditTally(day: day, action: $0.key.action, actorText: $0.key.actorText, times: $0.value)
            }.sorted { ($0.action.rawValue, $0.actorText) < ($1.action.rawValue, $1.actorText) }
        }
    }
}
