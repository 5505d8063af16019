import Basics
import Crypto
import Storage

/// On whose behalf something was done.
package enum AuditActor: Hashable, Sendable {
    /// Whoever has the machine's command line.
    case operatorOfTheMachine
    /// The account with this identifier.
    case account([UInt8])
    /// The server itself, for somebody whom it does not know.
    case server

    /// As it is written in the trail: `operator`, `server` or the account's identifier in hexadecimal digits.
    package var text: String {
        switch self {
        case .operatorOfTheMachine: "operator"
        case .account(let id): id.hexadecimal
        case .server: "server"
        }
    }

    /// The actor that `text` names, or nil.
    package init?(text: String) {
        switch text {
        case "operator": self = .operatorOfTheMachine
        case "server": self = .server
        default:
            guard let id = [UInt8](hexadecimal: text), !id.isEmpty else { return nil }
            self = .account(id)
        }
    }
}

/// Which trail an entry belongs to: each console has one, and nobody reads that of another.
package enum AuditBook: Hashable, Sendable {
    /// What was done with codes, cases and publications.
    case health
    /// What was done in the market's console.
    case market
    /// What the staff of this venue did: a chain of its own, which nobody of another venue makes longer.
    case venue(UUID128)

    /// The table that has its entries.
    var table: AuditTable {
        switch self {
        case .health: AuditTable(name: "audit_entries")
        case .market: AuditTable(name: "market_journal")
        case .venue(let uuid): AuditTable(name: "venue_journal", venue: uuid)
        }
    }
}

/// Where the entries of a trail are: all rows of a table, or those of one venue.
struct AuditTable {
    /// The table's name.
    let name: String
    /// The venue whose entries are meant, in a table with those of several.
    var venue: UUID128?

    /// What holds for the trail's rows beside conditions on their numbers; ends with `AND` unless it is empty.
    var condition: String { venue == nil ? "" : "venue = ?3 AND" }
    /// The arguments of `condition`.
    var arguments: [SQLValue] { venue.map { [.blob($0.bytes)] } ?? [] }
}

/// What was done; other services add their own in extensions.
package struct AuditAction: RawRepresentable, Hashable, Sendable {
    /// The stable text, such as `code.issued`.
    package let rawValue: String

    /// The action with this stable text.
    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A code was made; counted by day, as are the next four.
    package static let codeIssued = AuditAction(rawValue: "code.issued")
    /// A code was withdrawn before it was used.
    package static let codeWithdrawn = AuditAction(rawValue: "code.withdrawn")
    /// A code that was withdrawn waits again.
    package static let codeRestored = AuditAction(rawValue: "code.restored")
    /// A code was used.
    package static let codeUsed = AuditAction(rawValue: "code.used")
    /// A case was registered; counted by day.
    package static let caseRegistered = AuditAction(rawValue: "case.registered")
    /// A case was rejected; counted by day.
    package static let caseRejected = AuditAction(rawValue: "case.rejected")
    /// A case's keys were approved.
    package static let caseApproved = AuditAction(rawValue: "case.approved")
    /// Held keys were let into the current batch; the subject is how many they are.
    package static let heldReleased = AuditAction(rawValue: "held.released")
    /// Held keys were thrown away; the subject is how many they are.
    package static let heldDiscarded = AuditAction(rawValue: "held.discarded")
}

/// One entry of the trail.
package struct AuditEntry: Equatable, Sendable {
    /// Its place in the trail, from 1 on.
    package let number: Int64
    /// When it happened; only the day where an instant could point to a person.
    package let at: Timestamp
    /// What was done.
    package let action: AuditAction
    /// On whose behalf, as `AuditActor.text` writes it.
    package let actorText: String
    /// What it was done to, or how often on that day; never a key, a code or a name.
    package let subject: String

    /// On whose behalf; nil when the text is none that was written by the server.
    package var actor: AuditActor? { AuditActor(text: actorText) }
}

/// What was done in a console: entries are added and never changed.
///
/// What was done with codes and cases and could point to a person is known by its day alone. It is counted and joins the trail when the day is over (see
/// `AuditTally`), because a place between two entries with instants would be an instant too.
///
/// Each entry's digest covers the entry and the digest before it, so that nobody who changes, removes or inserts one
/// can hide that without writing every later one anew. Whoever notes down the last number and digest elsewhere finds
/// that too, and a trail that was cut short.
package enum AuditTrail {
    /// Adds an entry within the transaction that does what it tells of.
    ///
    /// - Parameters:
    ///   - subject: What it was done to; never a key, a code or a name.
    ///   - book: Which trail it belongs to.
    package static func append(
        _ action: AuditAction, subject: String = "", by actor: AuditActor, at: Timestamp,
        to book: AuditBook = .health, in connection: any Connection
    ) throws {
        if book == .health { try takeOver(at: at, in: connection) }
        try add(action, subject: subject, by: actor.text, at: at, to: book, in: connection)
    }

    /// Adds an entry to a trail as it is.
    static func add(
        _ action: AuditAction, subject: String, by actorText: String, at: Timestamp, to book: AuditBook = .health,
        in connection: any Connection
    ) throws {
        let table = book.table
        let last = try connection.query(
            """
            SELECT number, digest FROM \(table.name) WHERE \(table.condition) number < ?1 ORDER BY number DESC LIMIT ?2
            """, [.integer(.max), .integer(1)] + table.arguments
        ).first
        let entry = AuditEntry(
            number: try (last?.integer("number") ?? 0) + 1, at: at, action: action, actorText: actorText,
            subject: subject)
        let digest = digest(of: entry, after: try last?.blob("digest") ?? [])
        // The number is the key: of two entries that continue the same one, the second transaction runs again.
        let (column, value) = table.venue == nil ? ("", "") : (", venue", ", ?7")
        try connection.execute(
            """
            INSERT INTO \(table.name) (number, at, action, actor, subject, digest\(column))
            VALUES (?1, ?2, ?3, ?4, ?5, ?6\(value))
            """,
            [
                .integer(entry.number), .integer(at.milliseconds), .text(action.rawValue), .text(entry.actorText),
                .text(subject), .blob(digest),
            ] + table.arguments)
    }

    /// The entries before number `before`, or the last ones, newest first.
    package static func entries(
        of book: AuditBook = .health, before: Int64? = nil, limit: Int = 100, in connection: any Connection
    ) throws -> [AuditEntry] {
        let table = book.table
        return try connection.query(
            """
            SELECT number, at, action, actor, subject, digest FROM \(table.name)
            WHERE \(table.condition) number < ?1 ORDER BY number DESC LIMIT ?2
            """,
            [.integer(before ?? .max), .integer(Int64(limit))] + table.arguments
        ).map { try entry($0) }
    }

    /// What `verify` found.
    package enum Soundness: Equatable, Sendable {
        /// Every entry follows from the one before it; the last one's number and digest.
        case sound(entries: Int64, digest: [UInt8])
        /// The entry with this number is missing, changed or out of place.
        case broken(at: Int64)
    }

    /// Computes every digest of a trail again.
    package static func verify(
        _ book: AuditBook = .health, in connection: any Connection
    ) throws -> Soundness {
        try verify(book.table, in: connection)
    }

    /// Computes every digest of a table of entries again.
    static func verify(_ table: AuditTable, in connection: any Connection) throws -> Soundness {
        var number: Int64 = 0
        var digest: [UInt8] = []
        while true {
            let rows = try connection.query(
                """
                SELECT number, at, action, actor, subject, digest FROM \(table.name)
                WHERE \(table.condition) number > ?1 ORDER BY number LIMIT ?2
                """,
                [.integer(number), .integer(500)] + table.arguments)
            for row in rows {
                let entry = try entry(row)
                number += 1
                digest = Self.digest(of: entry, after: digest)
                guard entry.number == number, digest == (try row.blob("digest")) else { return .broken(at: number) }
            }
            if rows.count < 500 { return .sound(entries: number, digest: digest) }
        }
    }

    private static func entry(_ row: Row) throws -> AuditEntry {
        AuditEntry(
            number: try row.integer("number"), at: Timestamp(milliseconds: try row.integer("at")),
            action: AuditAction(rawValue: try row.text("action")), actorText: try row.text("actor"),
            subject: try row.text("subject"))
    }

    /// SHA-256 of the digest before and the entry's fields, each with its length, so that no two entries are written alike.
    static func digest(of entry: AuditEntry, after previous: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        let fields = [
            previous, bytes(of: entry.number), bytes(of: entry.at.milliseconds), Array(entry.action.rawValue.utf8),
            Array(entry.actorText.utf8), Array(entry.subject.utf8),
        ]
        for field in fields {
            hash.update(data: bytes(of: Int64(field.count)))
            hash.update(data: field)
        }
        return Array(hash.finalize())
    }

    private static func bytes(of number: Int64) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
