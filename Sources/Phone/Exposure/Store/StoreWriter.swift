import Basics
import Exposure
import Foundation
import GRDB

/// Writes changes into a tracing store, within a transaction of its caller's.
struct StoreWriter {
    /// How many rows `exposure_days` always has, so that their number tells nothing: ten days, today and one to spare.
    static let exposureRows = 12
    /// The most readings of one row.
    private static let readingsPerRow = 512

    let database: Database
    let seal: Seal
    let beforeStatement: (@Sendable () throws -> Void)?
    private var random = SystemRandomNumberGenerator()

    init(database: Database, seal: Seal, beforeStatement: (@Sendable () throws -> Void)?) {
        self.database = database
        self.seal = seal
        self.beforeStatement = beforeStatement
    }

    /// Runs one statement.
    func execute(_ sql: String, _ arguments: StatementArguments) throws {
        try beforeStatement?()
        try database.execute(sql: sql, arguments: arguments)
    }

    /// Writes one change.
    mutating func write(_ change: TracingChange) throws {
        switch change {
        case .settings(let settings): try write(settings)
        case .observed(let observations): try insert(observations)
        case .contacts(let contacts, let end):
            for contact in contacts { try insert(contact, isMatched: false) }
            try removeObservations(before: end)
        case .compared(let batch, let matched, let progress): try write(batch, matched: matched, progress)
        case .exposureDays(let days): try write(days)
        case .kept(let days):
            for table in [SealedTable.contacts, .handshakes, .knownCases] { try keep(days, in: table) }
        }
    }

    /// Deletes by label what is older than its time; whether there was anything.
    mutating func forget(today: UTCDay, _ retention: TracingDatabase.Retention) throws -> Bool {
        let before = database.totalChangesCount
        let days = today.advanced(by: -retention.days)..<today.advanced(by: 2)
        for table in [SealedTable.contacts, .handshakes, .knownCases] { try keep(days, in: table) }
        let shown = today.advanced(by: -retention.exposureDays)..<today.advanced(by: 2)
        let old = try StoreReading.rows(of: .exposureDays, database, seal).compactMap { row in
            SealedFields.exposureDay(row.content).flatMap { $0 }
        }
        if old.contains(where: { !shown.contains($0.day) }) { try write(old.filter { shown.contains($0.day) }) }
        return database.totalChangesCount != before
    }

    private func keep(_ days: Range<UTCDay>, in table: SealedTable) throws {
        let count = days.upperBound.days(since: days.lowerBound)
        let labels = (0..<count).map { seal.label(days.lowerBound.advanced(by: $0), in: table) }
        let places = Array(repeating: "?", count: labels.count).joined(separator: ",")
        try execute("DELETE FROM \(table.rawValue) WHERE label NOT IN (\(places))", StatementArguments(labels))
    }

    private mutating func write(_ settings: TracingSettings) throws {
        let json = try JSONEncoder().encode(StoredSettings(settings))
        try put(SealedFields.padded(json, block: 8192), in: .settings)
        if let server = settings.server {
            try put(SealedFields.padded(try JSONEncoder().encode(StoredServer(server)), block: 2048), in: .applications)
        }
    }

    /// Replaces the one row of a table.
    private func put(_ content: Data, in table: SealedTable) throws {
        let sealed = try seal.close(content, table: table, row: 1, label: Data())
        try execute(
            "INSERT INTO \(table.rawValue) (id, label, content) VALUES (1, ?, ?) "
                + "ON CONFLICT (id) DO UPDATE SET content = excluded.content",
            [Data(), sealed])
    }

    /// Inserts a row under a random number.
    private mutating func insert(_ content: Data, day: UTCDay, into table: SealedTable) throws {
        try insert(content, label: seal.label(day, in: table), into: table)
    }

    private mutating func insert(_ content: Data, label: Data, into table: SealedTable) throws {
        // Among 2^62 numbers none comes twice; if one did, the whole step would fail and be tried again.
        let row = Int64.random(in: 1...(1 << 62), using: &random)
        let sealed = try seal.close(content, table: table, row: row, label: label)
        try execute(
            "INSERT INTO \(table.rawValue) (id, label, content) VALUES (?, ?, ?)", [row, label, sealed])
    }

    private mutating func insert(_ contact: Contact, isMatched: Bool) throws {
        try insert(SealedFields.contact(contact, isMatched: isMatched), day: contact.day, into: .contacts)
    }

    private mutating func insert(_ observations: [Observation]) throws {
        let byDay = Dictionary(grouping: observations) { UTCDay(containing: $0.time) }
        for (day, observations) in byDay {
            var rest = observations[...]
            while !rest.isEmpty {
                try insert(
                    SealedFields.observations(rest.prefix(Self.readingsPerRow)), day: day, into: .handshakes)
                rest = rest.dropFirst(Self.readingsPerRow)
            }
        }
    }

    private mutating func removeObservations(before end: Timestamp) throws {
        guard end < Timestamp(milliseconds: .max) else { return try execute("DELETE FROM handshakes", []) }
        for row in try StoreReading.rows(of: .handshakes, database, seal) {
            guard let observations = SealedFields.observations(row.content) else {
                throw StoreReading.unreadable(.handshakes)
            }
            let left = observations.filter { $0.time >= end }
            guard left.count < observations.count else { continue }
            try execute("DELETE FROM handshakes WHERE id = ?", [row.id])
            try insert(left)
        }
    }

    private mutating func write(_ batch: ComparedBatch, matched: [Contact], _ progress: BatchProgress) throws {
        try insert(SealedFields.batch(batch), day: UTCDay(containing: batch.release), into: .knownCases)
        let found = MatchedEncounters(matched, before: batch.release)
        for row in try StoreReading.rows(of: .contacts, database, seal) {
            guard let stored = SealedFields.contact(row.content) else { throw StoreReading.unreadable(.contacts) }
            let marked = stored.isMatched ? nil : found.marked(stored.contact)
            let coarse =
                marked?.coarsened(after: batch.release)
                ?? (stored.isMatched ? stored.contact : progress.coarsened(stored.contact))
            guard coarse != stored.contact || marked != nil else { continue }
            let content = SealedFields.contact(coarse, isMatched: stored.isMatched || marked != nil)
            let sealed = try seal.close(content, table: .contacts, row: row.id, label: row.label)
            try execute("UPDATE contacts SET content = ? WHERE id = ?", [sealed, row.id])
        }
    }

    private mutating func write(_ days: [ExposureDay]) throws {
        try execute("DELETE FROM exposure_days", [])
        for day in days { try insert(SealedFields.exposureDay(day), day: day.day, into: .exposureDays) }
        try fillExposureDays(from: days.count)
    }

    /// Adds rows that say nothing, up to the number that there always is.
    mutating func fillExposureDays(from count: Int) throws {
        for _ in 0..<max(0, Self.exposureRows - count) {
            let label = Data((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) })
            try insert(SealedFields.exposureDay(nil), label: label, into: .exposureDays)
        }
    }
}
