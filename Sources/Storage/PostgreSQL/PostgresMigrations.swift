import Foundation
import Logging

/// Brings the schema of a database on a PostgreSQL server up to date, while other servers go on with it.
struct PostgresMigrations {
    /// The session lock under which schemas are changed: "cerca" in ASCII.
    private static let migrationLock: Int64 = 0x63_65_72_63_61
    /// The longest that others wait behind a change of the schema which itself waits for somebody, in milliseconds.
    private static let lockTimeout = 2000
    /// Seconds between two tries.
    private static let pause = 0.1

    private let connection: PostgresConnection
    private let logger: Logger
    private let patience: Double

    /// Applies what `plan` has and the database has not.
    static func run(_ plan: MigrationPlan, uri: String, logger: Logger, options: DatabaseOptions) throws {
        let connection = try PostgresConnection(uri: uri, options: options)
        try PoolerCheck.refuse(connection, uri: uri, options: options)
        let migrations = PostgresMigrations(
            connection: connection, logger: logger,
            patience: Double(options.migrationPatienceSeconds))
        try migrations.apply(plan)
    }

    private func apply(_ plan: MigrationPlan) throws {
        // Building an index may take its time.
        try connection.run("SET statement_timeout = 0")
        try waitForTurn()
        for table in MigrationPlan.tables { try connection.run(table) }
        try connection.run(KeyCheck.table)
        let applied = try connection.run(MigrationPlan.selectApplied, []).rows
        for pending in try plan.pending(after: applied) {
            let next = pending.migration
            do throws(StorageError) {
                switch next.manner {
                case _ where pending.isThere:
                    try connection.run("BEGIN")
                    try recordAndCommit(next)
                case .atOnce: try patiently(next) { () throws(StorageError) in try atOnce(next) }
                case .concurrently: try concurrently(next)
                case .inBatches: try patiently(next) { () throws(StorageError) in try inBatches(next) }
                }
            } catch {
                throw StorageError.migration(.failed(number: next.number, name: next.name, reason: "\(error)"))
            }
            logger.debug("migration applied", metadata: ["number": "\(next.number)", "name": "\(next.name)"])
        }
    }

    /// Waits until no other server migrates; the lock ends with the connection, also when this program does.
    ///
    /// It asks again and again: whoever waits within a statement would have an old view of the tables, for whose end an
    /// index that is built concurrently waits, and so each would wait for the other.
    private func waitForTurn() throws(StorageError) {
        while try connection.run("SELECT pg_try_advisory_lock(\(Self.migrationLock))::int", []).rows
            .first?.integer(0) != 1
        {
            Thread.sleep(forTimeInterval: Self.pause)
        }
    }

    /// Tries again for as long as others hold what `body` needs: while it waits, nobody else gets at the table either, so
    /// that each try is short.
    private func patiently(_ migration: Migration, _ body: () throws(StorageError) -> Void) throws(StorageError) {
        try connection.run("SET lock_timeout = \(Self.lockTimeout)")
        let start = ContinuousClock.now
        while true {
            do throws(StorageError) {
                try body()
                return try connection.run("SET lock_timeout = 0")
            } catch {
                if connection.isInTransaction { try connection.run("ROLLBACK") }
                guard error == .busy, ContinuousClock.now - start < .seconds(patience) else { throw error }
                logger.notice(
                    "a migration waits for others to let go of a table",
                    metadata: ["number": "\(migration.number)", "name": "\(migration.name)"])
                // Those who waited behind the try come first.
                Thread.sleep(forTimeInterval: Self.pause * 5)
            }
        }
    }

    private func atOnce(_ migration: Migration) throws(StorageError) {
        try connection.run("BEGIN")
        try connection.run(migration.postgresSQL)
        try recordAndCommit(migration)
    }

    private func inBatches(_ migration: Migration) throws(StorageError) {
        for statement in migration.statements {
            while try connection.run(statement, []).changes > 0 {}
        }
        try connection.run("BEGIN")
        try recordAndCommit(migration)
    }

    /// Builds indexes, each outside a transaction; one that a process which was killed left unfinished is built anew.
    private func concurrently(_ migration: Migration) throws(StorageError) {
        for index in migration.statements.compactMap(IndexStatement.init) {
            let unfinished = """
                SELECT 1 FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
                WHERE relname = ?1 AND NOT indisvalid AND relnamespace = current_schema()::regnamespace
                """
            if try !connection.run(unfinished, [.text(index.name)]).rows.isEmpty {
                try connection.run("DROP INDEX CONCURRENTLY \(index.name)")
            }
            try connection.run("\(index.beginning) CONCURRENTLY IF NOT EXISTS \(index.name) \(index.rest)")
        }
        try connection.run("BEGIN")
        try recordAndCommit(migration)
    }

    private func recordAndCommit(_ migration: Migration) throws(StorageError) {
        for (sql, arguments) in MigrationPlan.record(of: migration) { _ = try connection.run(sql, arguments) }
        try connection.run("COMMIT")
    }
}
