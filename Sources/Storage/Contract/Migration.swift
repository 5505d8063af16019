/// One step from an older schema to a newer one: statements that are run once, in one transaction.
public struct Migration: Sendable {
    /// Its place in the order, from 1.
    public let number: Int
    /// What it does, in a word or two, for people.
    public let name: String
    /// Statements in the subset of SQL that both engines speak, separated by semicolons.
    public let sql: String

    /// A migration with its place, name and statements.
    public init(number: Int, name: String, sql: String) {
        self.number = number
        self.name = name
        self.sql = sql
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

/// How a database's schema and a program's migrations can disagree.
public enum MigrationFault: Equatable, Sendable, CustomStringConvertible {
    /// The program's own list does not count 1, 2, 3 …; the number is the first that is out of place.
    case outOfOrder(number: Int)
    /// A migration was changed after it had been applied.
    case changed(number: Int, name: String)
    /// The database has had a migration that this program does not know: the program is too old for it.
    case databaseIsNewer(number: Int, name: String)
    /// A migration cannot be applied; nothing of it remains.
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
        case .failed(let number, let name, let reason):
            "migration \(number) (\(name)) failed: \(reason)"
        }
    }
}

/// The program's migrations in order, to be compared with those that a database has had.
struct MigrationPlan: Sendable {
    /// The table of applied migrations, in SQL that both engines speak.
    static let table = """
        CREATE TABLE IF NOT EXISTS cerca_migrations (
            number BIGINT PRIMARY KEY,
            name TEXT NOT NULL,
            checksum TEXT NOT NULL
        )
        """
    static let selectApplied = "SELECT number, name, checksum FROM cerca_migrations ORDER BY number"
    static let insertApplied = "INSERT INTO cerca_migrations (number, name, checksum) VALUES (?1, ?2, ?3)"

    private let migrations: [Migration]

    /// A plan of migrations numbered 1, 2, 3 ….
    init(_ migrations: [Migration]) throws(StorageError) {
        for (index, migration) in migrations.enumerated() where migration.number != index + 1 {
            throw .migration(.outOfOrder(number: migration.number))
        }
        self.migrations = migrations
    }

    /// What is still to be applied to a database that has had `applied` (number, name, checksum), in order.
    func pending(after applied: [Row]) throws(StorageError) -> ArraySlice<Migration> {
        for (index, row) in applied.enumerated() {
            let number = Int(try row.integer(0))
            guard index < migrations.count else {
                throw .migration(.databaseIsNewer(number: number, name: try row.text(1)))
            }
            let migration = migrations[index]
            guard number == migration.number else { throw .migration(.outOfOrder(number: number)) }
            guard try row.text(2) == migration.checksum else {
                throw .migration(.changed(number: number, name: migration.name))
            }
        }
        return migrations[applied.count...]
    }

    /// The row that says that `migration` was applied.
    static func record(of migration: Migration) -> [SQLValue] {
        [.integer(Int64(migration.number)), .text(migration.name), .text(migration.checksum)]
    }
}
