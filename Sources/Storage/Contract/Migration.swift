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
