import Foundation
import Storage
import Testing

@Suite("Migrations, on both engines")
struct MigrationContractTests {
    private static let first = Migration(number: 1, name: "first", sql: "CREATE TABLE a (id BIGINT PRIMARY KEY)")
    private static let second = Migration(
        number: 2, name: "second", sql: "CREATE TABLE b (id BIGINT PRIMARY KEY); INSERT INTO b (id) VALUES (5);")

    @Test("each is applied once, in order", arguments: Engine.allCases)
    func once(engine: Engine) async throws {
        try await engine.withPlace { url in
            let old = try await open(url, migrations: [Self.first])
            try await old.write { try $0.execute("INSERT INTO a (id) VALUES (1)") }
            await old.close()
            for _ in 0..<2 {
                let new = try await open(url, migrations: [Self.first, Self.second])
                #expect(try await new.count("a") == 1)
                #expect(try await new.count("b") == 1)
                await new.close()
            }
        }
    }

    @Test("whether a database has had all of them is known, also when it was set back", arguments: Engine.allCases)
    func hasAll(engine: Engine) async throws {
        try await engine.withPlace { url in
            let database = try await open(url, migrations: [Self.first, Self.second])
            let third = Migration(number: 3, name: "third", sql: "SELECT 1")
            // A program that knows the first alone is content as well.
            for (known, has) in [
                ([Self.first], true), ([Self.first, Self.second], true), ([Self.first, Self.second, third], false),
            ] {
                #expect(try await database.read { try $0.hasMigrations(known) } == has)
            }
            try await database.write { try $0.execute("DELETE FROM cerca_migrations WHERE number = 1") }
            #expect(try await database.read { try $0.hasMigrations([Self.first, Self.second]) } == false)
            await database.close()
        }
    }

    @Test("an applied migration that was changed is refused", arguments: Engine.allCases)
    func changed(engine: Engine) async throws {
        try await engine.withPlace { url in
            await (try await open(url, migrations: [Self.first])).close()
            let edited = Migration(number: 1, name: "first", sql: Self.first.sql + " ")
            await #expect(throws: StorageError.migration(.changed(number: 1, name: "first"))) {
                try await open(url, migrations: [edited, Self.second])
            }
            await (try await open(url, migrations: [Self.first])).close()
        }
    }

    @Test("a database newer than the program is refused", arguments: Engine.allCases)
    func newer(engine: Engine) async throws {
        try await engine.withPlace { url in
            await (try await open(url, migrations: [Self.first, Self.second])).close()
            await #expect(throws: StorageError.migration(.databaseIsNewer(number: 2, name: "second"))) {
                try await open(url, migrations: [Self.first])
            }
        }
    }

    @Test("a migration that fails leaves nothing, and those before it stay", arguments: Engine.allCases)
    func failing(engine: Engine) async throws {
        try await engine.withPlace { url in
            let broken = Migration(
                number: 2, name: "broken", sql: "CREATE TABLE c (id BIGINT); INSERT INTO nowhere VALUES (1)")
            let error = await #expect(throws: StorageError.self) {
                try await open(url, migrations: [Self.first, broken])
            }
            guard case .migration(.failed(number: 2, name: "broken", _))? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            let database = try await open(url, migrations: [Self.first, Self.second])
            #expect(try await database.count("a") == 0)
            await #expect(throws: StorageError.self) { try await database.count("c") }
            await database.close()
        }
    }

    @Test("servers that start together apply each migration once", arguments: Engine.allCases)
    func together(engine: Engine) async throws {
        try await engine.withPlace { url in
            let databases = try await withThrowingTaskGroup(of: (any Database).self) { group in
                for _ in 0..<6 { group.addTask { try await open(url, migrations: [Self.first, Self.second]) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            for database in databases {
                #expect(try await database.count("b") == 1)
                await database.close()
            }
        }
    }

    @Test("servers that start together where there is no file yet find one, their owner's alone")
    func noFileYet() async throws {
        for _ in 0..<20 {
            try await Engine.sqlite.withPlace { url in
                let databases = try await withThrowingTaskGroup(of: (any Database).self) { group in
                    for _ in 0..<8 { group.addTask { try await open(url, migrations: [Self.first, Self.second]) } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                let path = String(url.dropFirst("sqlite:".count))
                let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
                #expect(mode == 0o600)
                for database in databases { await database.close() }
            }
        }
    }

    // MARK: Baselines

    /// The tables of the two migrations before it, as one baseline.
    private static let baseline = Migration(
        number: 3, name: "baseline",
        sql: "CREATE TABLE a (id BIGINT PRIMARY KEY); CREATE TABLE b (id BIGINT PRIMARY KEY) WITHOUT ROWID;",
        replacing: FormerMigrations(last: 2, checksum: second.checksum))
    private static let afterwards = Migration(number: 4, name: "more", sql: "CREATE TABLE c (id BIGINT PRIMARY KEY)")

    @Test("a baseline makes the tables of a new database", arguments: Engine.allCases)
    func newDatabase(engine: Engine) async throws {
        try await engine.withPlace { url in
            for _ in 0..<2 {
                let database = try await open(url, migrations: [Self.baseline, Self.afterwards])
                #expect(try await database.count("b") + database.count("c") == 0)
                #expect(try await database.count("cerca_migrations") == 2)
                await database.close()
            }
        }
    }

    @Test("it is recorded, and not run, in a database of before", arguments: Engine.allCases)
    func formerDatabase(engine: Engine) async throws {
        try await engine.withPlace { url in
            let old = try await open(url, migrations: [Self.first, Self.second])
            let new = try await open(url, migrations: [Self.baseline, Self.afterwards])
            #expect(try await new.count("b") == 1)
            #expect(try await new.count("c") == 0)
            #expect(try await new.count("cerca_migrations") == 4)
            #expect(try await new.read { try $0.hasMigrations([Self.baseline, Self.afterwards]) })
            await new.close()
            await old.close()
            await (try await open(url, migrations: [Self.baseline, Self.afterwards])).close()
        }
    }

    @Test("a database that is too old for it, or another one, is refused as it is", arguments: Engine.allCases)
    func tooOld(engine: Engine) async throws {
        try await engine.withPlace { url in
            await (try await open(url, migrations: [Self.first])).close()
            await #expect(throws: StorageError.migration(.databaseIsOlder(number: 1, needed: 2))) {
                try await open(url, migrations: [Self.baseline])
            }
            let other = Migration(number: 2, name: "other", sql: "CREATE TABLE other (id BIGINT)")
            let database = try await open(url, migrations: [Self.first, other])
            await #expect(throws: StorageError.migration(.changed(number: 2, name: "other"))) {
                try await open(url, migrations: [Self.baseline])
            }
            #expect(try await database.count("cerca_migrations") == 2)
            await database.close()
        }
    }

    @Test("a list that leaves a number out is refused", arguments: [[2], [1, 3], [1, 1], [0, 1]])
    func misnumbered(numbers: [Int]) async {
        let migrations = numbers.map { Migration(number: $0, name: "x", sql: "SELECT 1") }
        await #expect(throws: StorageError.self) { try await open("sqlite:/nowhere", migrations: migrations) }
    }

    @Test(
        "the checksum is FNV-1a of 64 bits",
        arguments: [
            ("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8"),
        ])
    func checksum(text: String, expected: String) {
        // Vectors of draft-eastlake-fnv, appendix C.
        #expect(Migration(number: 1, name: "", sql: text).checksum == expected)
    }
}
