/// One step from an older schema to a newer one.
///
/// Its text may begin with comments that say how it is to be run, one a line:
///
/// - `-- concurrently`: it only makes indexes, and nobody waits for them (PostgreSQL builds them beside the writing).
/// - `-- in batches`: it is one statement, which is run again and again until it changes nothing, each time in a
///   transaction of its own: a backfill, with a `LIMIT` within.
/// - `-- since 44`: programs that know the migrations up to 44 work with the tables after it as well, so that the former
///   release can go on, and start, beside the new one.
public struct Migration: Sendable {
    /// How a migration is run.
    enum Manner: Sendable {
        /// All of it in one transaction.
        case atOnce
        /// Indexes, beside those who write.
        case concurrently
        /// One statement until it changes nothing.
        case inBatches
    }

    /// Its place in the order: each is one more than the one before.
    public let number: Int
    /// What it does, in a word or two, for people.
    public let name: String
    /// Statements in the subset of SQL that both engines speak, separated by semicolons; PostgreSQL is not told of
    /// `WITHOUT ROWID`.
    public let sql: String
    /// The migrations whose tables a baseline makes at once in a new database; nil for any other migration.
    public let former: FormerMigrations?

    /// How it is run.
    let manner: Manner
    /// The last migration that a program must know to work with the tables after this one.
    let since: Int

    /// A migration with its place, name and statements.
    ///
    /// - Parameter former: What it is a baseline for. A database that has had those migrations has its tables already: the
    ///   baseline is then recorded and not run.
    public init(number: Int, name: String, sql: String, replacing former: FormerMigrations? = nil) {
        self.number = number
        self.name = name
        self.sql = sql
        self.former = former
        var manner = Manner.atOnce
        var since = number
        for line in sql.split(separator: "\n").prefix(while: { $0.hasPrefix("--") }) {
            let words = line.dropFirst(2).split(separator: " ")
            switch words {
            case ["concurrently"]: manner = .concurrently
            case ["in", "batches"]: manner = .inBatches
            case _ where words.count == 2 && words[0] == "since": since = Int(words[1]) ?? number
            default: break
            }
        }
        self.manner = manner
        self.since = since
    }

    /// Its statements without comments that stand alone on a line, for those that are run one by one; none of them holds a
    /// semicolon.
    var statements: [String] {
        sql.split(separator: "\n").filter { !$0.hasPrefix("--") }.joined(separator: "\n").split(separator: ";")
            .map { String($0.drop(while: \.isWhitespace)) }.filter { !$0.isEmpty }
    }

    /// The statements as PostgreSQL takes them, whose tables have no row numbers to leave out.
    var postgresSQL: String { sql.replacing(" WITHOUT ROWID", with: "") }

    /// Why it cannot be run as its text says, or nil.
    var misuse: String? {
        switch manner {
        case .atOnce: nil
        case .inBatches: statements.count == 1 ? nil : "one statement is run in batches"
        case .concurrently:
            statements.allSatisfy { IndexStatement($0) != nil } ? nil : "only CREATE INDEX … ON is run concurrently"
        }
    }

    /// The text's fingerprint: FNV-1a of 64 bits over its UTF-8, as 16 hexadecimal digits.
    ///
    /// It finds accidents, not attacks: whoever can change the program can change the database. Source: G. Fowler,
    /// L. Noll, K. Vo, D. Eastlake, "The FNV Non-Cryptographic Hash Algorithm".
    public var checksum: String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in sql.utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// Migrations that a baseline replaces: 1 up to a number.
public struct FormerMigrations: Equatable, Sendable {
    /// The number of the last one.
    public let last: Int
    /// The checksum of the last one.
    public let checksum: String

    /// The migrations up to `last`, which had this checksum.
    public init(last: Int, checksum: String) {
        self.last = last
        self.checksum = checksum
    }
}

/// How a database's schema and a program's migrations can disagree.
public enum MigrationFault: Equatable, Sendable, CustomStringConvertible {
    /// The program's own list leaves a number out; the number is the first that is out of place.
    case outOfOrder(number: Int)
    /// A migration was changed after it had been applied.
    case changed(number: Int, name: String)
    /// The database has had a migration that this program does not know, and cannot work beside: it is too old for it.
    case databaseIsNewer(number: Int, name: String)
    /// The database has had the migrations up to `number`, and the program begins with a database that had those up to
    /// `needed`.
    case databaseIsOlder(number: Int, needed: Int)
    /// A migration cannot be applied; nothing of it remains, or, where it is not run at once, nothing that would be in
    /// the way of another try.
    case failed(number: Int, name: String, reason: String)

    /// What is wrong, in one line.
    public var description: String {
        switch self {
        case .outOfOrder(let number):
            "migration \(number) is out of order in the program's list"
        case .changed(let number, let name):
            "migration \(number) (\(name)) was changed after it had been applied to this database"
        case .databaseIsNewer(let number, let name):
            "the database is newer than this program: it has had migration \(number) (\(name))"
        case .databaseIsOlder(let number, let needed):
            """
            the database is too old for this program: it has had the migrations up to \(number), not those up to \(needed); \
            open it once with the release before this one
            """
        case .failed(let number, let name, let reason):
            "migration \(number) (\(name)) failed: \(reason)"
        }
    }
}
