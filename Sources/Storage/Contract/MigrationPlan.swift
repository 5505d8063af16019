/// The program's migrations in order, to be compared with those that a database has had.
struct MigrationPlan: Sendable {
    /// The tables of applied migrations, in SQL that both engines speak.
    ///
    /// Programs of before know the first one alone. Those who find migrations there that they do not know ask the second
    /// one whether they may go on.
    static let tables = [
        """
        CREATE TABLE IF NOT EXISTS cerca_migrations (
            number BIGINT PRIMARY KEY,
            name TEXT NOT NULL,
            checksum TEXT NOT NULL
        )
        """,
        """
        CREATE TABLE IF NOT EXISTS cerca_migrations_since (
            number BIGINT PRIMARY KEY,
            since BIGINT NOT NULL
        )
        """,
    ]
    static let selectApplied = """
        SELECT cerca_migrations.number, name, checksum, since FROM cerca_migrations
        LEFT JOIN cerca_migrations_since ON cerca_migrations_since.number = cerca_migrations.number
        ORDER BY cerca_migrations.number
        """
    /// The same of a database that has the first table alone.
    static let selectFormer =
        "SELECT number, name, checksum, CAST(NULL AS BIGINT) AS since FROM cerca_migrations ORDER BY number"

    private let migrations: [Migration]
    /// The migrations that the leading baselines replace.
    private let former: FormerMigrations?

    /// The number of the last migration; 0 without one.
    var last: Int { migrations.last?.number ?? 0 }

    /// A plan of migrations numbered in a row, from 1 or from the number after those that its baselines replace.
    init(_ migrations: [Migration]) throws(StorageError) {
        former = migrations.first?.former
        let first = (former?.last ?? 0) + 1
        for (index, migration) in migrations.enumerated() where migration.number != first + index {
            throw .migration(.outOfOrder(number: migration.number))
        }
        for migration in migrations {
            guard let reason = migration.misuse else { continue }
            throw .migration(.failed(number: migration.number, name: migration.name, reason: reason))
        }
        self.migrations = migrations
    }

    /// What is still to be applied to a database that has had `applied` (number, name, checksum, since), in order.
    func pending(after applied: [Row]) throws(StorageError) -> [PendingMigration] {
        let formerCount = try countFormer(in: applied)
        let applied = applied.dropFirst(formerCount)
        for (index, row) in applied.enumerated() {
            let number = Int(try row.integer(0))
            guard index < migrations.count else {
                let since = try row.optionalInteger(3) ?? Int64(number)
                guard since <= last else {
                    throw .migration(.databaseIsNewer(number: number, name: try row.text(1)))
                }
                continue
            }
            let migration = migrations[index]
            guard number == migration.number else { throw .migration(.outOfOrder(number: number)) }
            guard try row.text(2) == migration.checksum else {
                throw .migration(.changed(number: number, name: migration.name))
            }
        }
        return migrations.dropFirst(applied.count).map {
            PendingMigration(migration: $0, isThere: formerCount > 0 && $0.former != nil)
        }
    }

    /// How many of `applied` are migrations that the baselines replace: none or all of them.
    private func countFormer(in applied: [Row]) throws(StorageError) -> Int {
        guard let former, let first = applied.first, try first.integer(0) <= Int64(former.last) else { return 0 }
        var count = 0
        for row in applied.prefix(former.last) where try row.integer(0) == Int64(count + 1) { count += 1 }
        guard count == former.last else { throw .migration(.databaseIsOlder(number: count, needed: former.last)) }
        let newest = applied[count - 1]
        guard try newest.text(2) == former.checksum else {
            throw .migration(.changed(number: count, name: try newest.text(1)))
        }
        return count
    }

    /// The statements, with their arguments, that say that `migration` was applied.
    static func record(of migration: Migration) -> [(sql: String, arguments: [SQLValue])] {
        let number = SQLValue.integer(Int64(migration.number))
        return [
            (
                "INSERT INTO cerca_migrations (number, name, checksum) VALUES (?1, ?2, ?3)",
                [number, .text(migration.name), .text(migration.checksum)]
            ),
            (
                "INSERT INTO cerca_migrations_since (number, since) VALUES (?1, ?2)",
                [number, .integer(Int64(migration.since))]
            ),
        ]
    }
}

/// A migration that a database has not had.
struct PendingMigration: Sendable {
    let migration: Migration
    /// Whether its tables are in the database: it is recorded and not run.
    let isThere: Bool
}
