import Logging
import ServerApp
import Storage
import TestServer
import Testing

@testable import Schema

@Suite("The tables of all products")
struct SchemaTests {
    @Test("every table says what it holds")
    func described() {
        for migration in Schema.migrations {
            let lines = migration.sql.split(separator: "\n", omittingEmptySubsequences: false)
            for (index, line) in lines.enumerated() where line.hasPrefix("CREATE TABLE") {
                #expect(index > 0 && lines[index - 1].hasPrefix("-- "), "\(migration.name): \(line)")
            }
        }
    }

    @Test("SQLite keeps no order of rows that speak of people and lie by a key of theirs")
    func unnumbered() async throws {
        try await Engine.sqlite.withDatabase { database in
            for table in [
                "account_events", "audit_days", "cases", "deliveries", "exposure_codes", "exposure_keys", "last_places",
                "recent_places", "sightings",
            ] {
                let failure = await #expect(throws: StorageError.self) {
                    try await database.read { _ = try $0.query("SELECT rowid FROM \(table)") }
                }
                #expect(failure?.code == "storage.invalid_statement", "\(table)")
            }
        }
    }

    // MARK: Databases of before the baselines

    /// Makes a new database one of the release before the baselines, which had the migrations up to `number`.
    private func age(_ database: any Database, to number: Int) async throws {
        try await database.write { connection in
            try connection.execute("DELETE FROM cerca_migrations")
            try connection.execute("DELETE FROM cerca_migrations_since")
            for number in 1...number {
                let checksum = number == 53 ? "509f0325694cd7bd" : "0000000000000000"
                try connection.execute(
                    "INSERT INTO cerca_migrations (number, name, checksum) VALUES (?1, 'before', ?2)",
                    [.integer(Int64(number)), .text(checksum)])
            }
            try connection.execute("UPDATE assets SET title = 'kept' WHERE name = 'CLP'")
        }
    }

    @Test("one of the release before is served, as it is", arguments: Engine.allCases)
    func former(engine: Engine) async throws {
        try await engine.withReopenedDatabase { database in
            try await age(database, to: 53)
        } _: { database in
            try await database.read { connection in
                #expect(try connection.hasMigrations(Schema.migrations))
                let assets = try connection.query("SELECT title FROM assets ORDER BY number")
                #expect(try assets.first?.text("title") == "kept")
                #expect(assets.count == 9)
            }
        }
    }

    @Test("an older one is refused, and says what to do", arguments: Engine.allCases)
    func tooOld(engine: Engine) async throws {
        await #expect(throws: StorageError.migration(.databaseIsOlder(number: 52, needed: 53))) {
            try await engine.withReopenedDatabase { database in
                try await age(database, to: 52)
            } _: { _ in
            }
        }
    }
}
