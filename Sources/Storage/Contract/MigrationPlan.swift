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
