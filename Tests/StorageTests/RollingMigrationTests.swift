import Foundation
import Logging
import Testing

@testable import Storage

/// One after the other: an index that is built concurrently waits for readers of the whole database, and those wait here
/// for whoever migrates.
@Suite("Migrations while servers go on, on both engines", .serialized)
struct RollingMigrationTests {
    private static let first = Migration(
        number: 1, name: "first", sql: "CREATE TABLE a (id BIGINT PRIMARY KEY, twice BIGINT, name TEXT)")

    private static func migration(_ number: Int, _ sql: String) -> Migration {
        Migration(number: number, name: "step \(number)", sql: sql)
    }

    private static func fill(_ database: any Database, _ rows: Int64) async throws {
        try await database.write { connection in
            for id in 1...rows { try connection.execute("INSERT INTO a (id) VALUES (?1)", [.integer(id)]) }
        }
    }

    // MARK: Two releases beside each other

    @Test("the release of before starts, and works, where the newer one only added", arguments: Engine.allCases)
    func formerRelease(engine: Engine) async throws {
        try await engine.withPlace { url in
            let added = Self.migration(2, "-- since 1\nALTER TABLE a ADD COLUMN more TEXT")
            let new = try await open(url, migrations: [Self.first, added])
            let old = try await open(url, migrations: [Self.first])
            try await Self.fill(old, 1)
            #expect(try await new.read { try $0.first("SELECT more FROM a")?.optionalText(0) } == nil)
            await old.close()
            await new.close()
        }
    }

    @Test("one that is too old for any of the unknown migrations does not start", arguments: Engine.allCases)
    func tooOld(engine: Engine) async throws {
        try await engine.withPlace { url in
            let added = Self.migration(2, "-- since 1\nALTER TABLE a ADD COLUMN more TEXT")
            let taken = Self.migration(3, "-- since 2\nALTER TABLE a DROP COLUMN name")
            await (try await open(url, migrations: [Self.first, added, taken])).close()
            await #expect(throws: StorageError.migration(.databaseIsNewer(number: 3, name: "step 3"))) {
                try await open(url, migrations: [Self.first])
            }
            await (try await open(url, migrations: [Self.first, added])).close()
        }
    }

    @Test("a mark that is no number says nothing, and what cannot be run as it says is refused")
    func marks() async throws {
        #expect(Self.migration(7, "-- since forever\nSELECT 1").since == 7)
        #expect(Self.migration(7, "-- a note\n-- since 3\nSELECT 1").since == 3)
        #expect(Self.migration(7, "SELECT 1\n-- since 3").since == 7)
        for sql in [
            "-- concurrently\nCREATE TABLE c (id BIGINT)", "-- concurrently\nCREATE INDEX i ON a (id); DROP TABLE a",
            "-- in batches\nUPDATE a SET twice = 1; DELETE FROM a",
        ] {
            await #expect(throws: StorageError.self) {
                try await open("sqlite:/nowhere", migrations: [Self.first, Self.migration(2, sql)])
            }
        }
    }

    // MARK: Backfills

    private static let backfill = migration(
        2,
        """
        -- in batches
        -- since 1
        UPDATE a SET twice = 2 * id WHERE id IN (SELECT id FROM a WHERE twice IS NULL LIMIT 1000);
        """)

    @Test("a backfill changes every row, in batches", arguments: Engine.allCases)
    func batches(engine: Engine) async throws {
        try await engine.withPlace { url in
            let old = try await open(url, migrations: [Self.first])
            try await Self.fill(old, 2500)
            // What was done before a process was killed is not done again.
            try await old.write { try $0.execute("UPDATE a SET twice = 7 WHERE id = 1") }
            let new = try await open(url, migrations: [Self.first, Self.backfill])
            let sums = try await new.read { try $0.first("SELECT COUNT(twice), SUM(twice - 2 * id) FROM a") }
            #expect(try sums?.integer(0) == 2500)
            #expect(try await old.read { try $0.first("SELECT twice FROM a WHERE id = 1")?.integer(0) } == 7)
            await old.close()
            await new.close()
        }
    }

    // MARK: Indexes

    private static let index = migration(2, "-- concurrently\n-- since 1\nCREATE UNIQUE INDEX a_name ON a (name);")

    @Test("servers that start together build an index once", arguments: Engine.allCases)
    func indexTogether(engine: Engine) async throws {
        try await engine.withPlace { url in
            let old = try await open(url, migrations: [Self.first])
            try await Self.fill(old, 500)
            let new = try await withThrowingTaskGroup(of: (any Database).self) { group in
                for _ in 0..<4 { group.addTask { try await open(url, migrations: [Self.first, Self.index]) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            try await old.write { try $0.execute("UPDATE a SET name = 'one' WHERE id = 1") }
            await #expect(throws: StorageError.uniqueViolation) {
                try await old.write { try $0.execute("UPDATE a SET name = 'one' WHERE id = 2") }
            }
            for database in new { await database.close() }
            await old.close()
        }
    }

    @Test("an index that could not be finished is built anew", arguments: Engine.allCases)
    func unfinishedIndex(engine: Engine) async throws {
        try await engine.withPlace { url in
            let old = try await open(url, migrations: [Self.first])
            try await Self.fill(old, 2)
            try await old.write { try $0.execute("UPDATE a SET name = 'same'") }
            await #expect(throws: StorageError.self) { try await open(url, migrations: [Self.first, Self.index]) }
            try await old.write { try $0.execute("UPDATE a SET name = NULL WHERE id = 2") }
            await (try await open(url, migrations: [Self.first, Self.index])).close()
            await #expect(throws: StorageError.uniqueViolation) {
                try await old.write { try $0.execute("UPDATE a SET name = 'same' WHERE id = 2") }
            }
            await old.close()
        }
    }

    // MARK: Locks

    /// Somebody who reads `a` in one transaction until `letGo`.
    private struct LongReader {
        let hasBegun = DispatchSemaphore(value: 0)
        let letGo = DispatchSemaphore(value: 0)

        func read(_ database: any Database) async throws {
            try await database.read { connection in
                _ = try connection.query("SELECT id FROM a")
                hasBegun.signal()
                letGo.wait()
            }
        }

        /// Waits off Swift's own threads until the reading has begun.
        func begun() async throws {
            try await WorkerThread.run("begun") { hasBegun.wait() }
        }
    }

    @Test(
        "a change of a table that somebody uses for long waits, and lets others at it meanwhile",
        .timeLimit(.minutes(1)))
    func lockedTable() async throws {
        try await Engine.postgres.withPlace { url in
            let old = try await open(url, migrations: [Self.first])
            try await Self.fill(old, 1)
            let reader = LongReader()
            async let long: Void = reader.read(old)
            try await reader.begun()
            async let new = open(
                url, migrations: [Self.first, Self.migration(2, "ALTER TABLE a ADD COLUMN more TEXT")])
            try await Task.sleep(for: .milliseconds(500))
            // Behind the change, which itself waits for the reader that goes on: nobody may wait for that one.
            try await old.write { try $0.execute("INSERT INTO a (id) VALUES (9)") }
            reader.letGo.signal()
            try await long
            await (try await new).close()
            #expect(try await old.read { try $0.query("SELECT more FROM a").count } == 2)
            await old.close()
        }
    }

    @Test("a change that waited long enough is told, and nothing of it remains", .timeLimit(.minutes(1)))
    func impatient() async throws {
        try await Engine.postgres.withPlace { url in
            let old = try await open(url, migrations: [Self.first])
            let reader = LongReader()
            async let long: Void = reader.read(old)
            try await reader.begun()
            var options = DatabaseOptions()
            options.migrationPatienceSeconds = 1
            let change = Self.migration(2, "ALTER TABLE a ADD COLUMN more TEXT")
            await #expect(
                throws: StorageError.migration(.failed(number: 2, name: "step 2", reason: "storage.busy"))
            ) { try await open(url, migrations: [Self.first, change], options: options) }
            reader.letGo.signal()
            try await long
            await (try await open(url, migrations: [Self.first, change])).close()
            await old.close()
        }
    }
}
