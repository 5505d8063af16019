import GRDB
import Logging

/// Brings the schema of a database in a file up to date.
struct SQLiteMigrations {
    private let database: GRDB.Database
    private let statements: SQLiteStatements
    private let logger: Logger

    /// Applies what `plan` has and the database has not.
    static func run(_ plan: MigrationPlan, in database: GRDB.Database, logger: Logger) throws {
        try SQLiteMigrations(database: database, statements: try SQLiteStatements(in: database), logger: logger)
            .apply(plan)
    }

    private func apply(_ plan: MigrationPlan) throws {
        for table in MigrationPlan.tables + [KeyCheck.table] { try database.execute(sql: table) }
        // What is pending is read anew within each transaction: another process may be starting as well.
        while try transaction({ try step(plan) }) {}
    }

    /// Applies the next migration, or one batch of it; false when there is none.
    private func step(_ plan: MigrationPlan) throws -> Bool {
        var applied: [Row] = []
        try statements.statement(MigrationPlan.selectApplied).run([]) { applied.append($0) }
        guard let pending = try plan.pending(after: applied).first else { return false }
        let next = pending.migration
        if !pending.isThere {
            do {
                try database.execute(sql: next.sql)
            } catch {
                let reason = "\(StorageError(error))"
                throw StorageError.migration(.failed(number: next.number, name: next.name, reason: reason))
            }
            // A batch that changed something is followed by another one, in a transaction of its own.
            if next.manner == .inBatches, database.changesCount > 0 { return true }
        }
        for (sql, arguments) in MigrationPlan.record(of: next) {
            try statements.statement(sql).run(arguments, row: nil)
        }
        logger.debug("migration applied", metadata: ["number": "\(next.number)", "name": "\(next.name)"])
        return true
    }

    private func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        try statements.control("BEGIN IMMEDIATE")
        do {
            let value = try body()
            try statements.control("COMMIT")
            return value
        } catch {
            if statements.isInTransaction { try statements.control("ROLLBACK") }
            throw error
        }
    }
}
