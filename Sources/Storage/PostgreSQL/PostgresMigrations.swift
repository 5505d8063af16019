import Logging

/// Brings the schema of a database on a PostgreSQL server up to date.
enum PostgresMigrations {
    /// The session lock under which schemas are changed: "cerca" in ASCII.
    private static let migrationLock: Int64 = 0x63_65_72_63_61

    static func run(_ plan: MigrationPlan, uri: String, logger: Logger, options: DatabaseOptions) throws {
        let connection = try PostgresConnection(uri: uri, options: options)
        // Building an index, or waiting for another server that migrates, may take its time.
        try connection.run("SET statement_timeout = 0")
        // The lock ends with the connection, also when this program does.
        try connection.run("SELECT pg_advisory_lock(\(migrationLock))")
        try connection.run(MigrationPlan.table)
        try connection.run(KeyCheck.table)
        let applied = try connection.run(MigrationPlan.selectApplied, []).rows
        for next in try plan.pending(after: applied) {
            do throws(StorageError) {
                try connection.run("BEGIN")
                try connection.run(next.sql)
                _ = try connection.run(MigrationPlan.insertApplied, MigrationPlan.record(of: next))
                try connection.run("COMMIT")
            } catch {
                throw StorageError.migration(.failed(number: next.number, name: next.name, reason: "\(error)"))
            }
            logger.debug("migration applied", metadata: ["number": "\(next.number)", "name": "\(next.name)"])
        }
    }
}
