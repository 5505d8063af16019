/// How far the schema of a database is, compared with what a program knows.
package enum SchemaState: Equatable, Sendable {
    /// The database has no table of migrations: it is none of ours.
    case foreign
    /// It has had the migrations up to the first number of those that the program knows up to the second, and the others
    /// are applied when it is opened.
    case served(applied: Int, known: Int)
    /// The program cannot serve it.
    case refused(MigrationFault)
    /// It has triggers or rules, named here, which no migration makes: they would act on what a server writes.
    case altered([String])

    /// The state of the database at `url`, which was opened unchanged.
    ///
    /// - Parameter migrations: All that the program knows, in order.
    package static func of(
        _ database: any Database, at url: DatabaseURL, migrations: [Migration]
    ) async throws -> SchemaState {
        let plan = try MigrationPlan(migrations)
        let (catalogue, acting) =
            switch url {
            case .sqlite: ("SELECT name FROM sqlite_schema", actingInSQLite)
            case .postgres: ("SELECT relname AS name FROM pg_class WHERE pg_table_is_visible(oid)", actingInPostgres)
            }
        return try await database.read { connection in
            let tables = Set(try connection.query(catalogue).map { row throws(StorageError) in try row.text("name") })
            guard tables.isSuperset(of: ["cerca_migrations", "cerca_sealing"]) else { return .foreign }
            // Programs of before did not have the second table.
            let applied = try connection.query(
                tables.contains("cerca_migrations_since") ? MigrationPlan.selectApplied : MigrationPlan.selectFormer)
            do throws(StorageError) {
                _ = try plan.pending(after: applied)
            } catch {
                if case .migration(let fault) = error { return .refused(fault) }
                throw error
            }
            let objects = try connection.query(acting).map { row throws(StorageError) in try row.text("object") }
            guard objects.isEmpty else { return .altered(objects) }
            return .served(applied: Int(try applied.last?.integer(0) ?? 0), known: plan.last)
        }
    }

    private static let actingInSQLite =
        "SELECT type || ' ' || name AS object FROM sqlite_schema WHERE type = 'trigger' ORDER BY object"

    private static let actingInPostgres = """
        SELECT 'trigger ' || tgname AS object FROM pg_trigger
        WHERE NOT tgisinternal AND pg_table_is_visible(tgrelid)
        UNION ALL
        SELECT 'rule ' || r.rulename FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class
        WHERE c.relkind IN ('r', 'p') AND pg_table_is_visible(c.oid)
        ORDER BY object
        """
}
