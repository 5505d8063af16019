/// How far the schema of a database is, compared with what a program knows.
package enum SchemaState: Equatable, Sendable {
    /// The database has no table of migrations: it is none of ours.
    case foreign
    /// It has had so many migrations of as many as the program knows, and the others are applied when it is opened.
    case served(applied: Int, known: Int)
    /// The program cannot serve it.
    case refused(MigrationFault)

    /// The state of the database at `url`, which was opened unchanged.
    ///
    /// - Parameter migrations: All that the program knows, in order.
    package static func of(
        _ database: any Database, at url: DatabaseURL, migrations: [Migration]
    ) async throws -> SchemaState {
        let plan = try MigrationPlan(migrations)
        let catalogue =
            switch url {
            case .sqlite: "SELECT name FROM sqlite_schema"
            case .postgres: "SELECT relname AS name FROM pg_class WHERE pg_table_is_visible(oid)"
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
            return .served(applied: applied.count, known: migrations.count)
        }
    }
}
