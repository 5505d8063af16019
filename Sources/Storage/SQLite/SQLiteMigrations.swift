import GRDB
import Logging

/// Brings the schema of a database in a file up to date.
enum SQLiteMigrations {
    static func run(_ plan: MigrationPlan, in database: GRDB.Database, logger: Logger) throws {
        let statements = try SQLiteStatements(in: database)
        try database.execute(sql: MigrationPlan.table)
        try database.execute(sql: KeyCheck.table)
        while true {
            // Read anew within each transaction: another process may be starting as well.
            try statements.control("BEGIN IMMEDIATE")
            do {
                var applied: [Row] = []
                try statements.statement(MigrationPlan.selectApplied).run([]) { applied.append($0) }
                guard let next = try plan.pending(after: applied).first else {
                    try statements.control("COMMIT")
                    return
                }
                do {
                    try database.execute(sql: next.sql)
                } catch {
                    let reason = "\(StorageError(error))"
                    throw StorageError.migration(.failed(number: next.number, name: next.name, reason: reason))
                }
                let record = MigrationPlan.record(of: next)
                try statements.statement(MigrationPlan.insertApplied).run(record, row: nil)
                try statements.control("COMMIT")
                logger.debug("migration applied", metadata: ["number": "\(next.number)", "name": "\(next.name)"])
            } catch {
                if statements.isInTransaction { try statements.control("ROLLBACK") }
                throw error
            }
        }
    }
}
