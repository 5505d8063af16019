import Testing

@testable import Storage

@Suite("Rows that are inserted once, on both engines")
struct KeyTableContractTests {
    private static let table = KeyTable("keys", columns: ["number", "bytes"])
    private static let migrations = [
        Migration(
            number: 1, name: "keys",
            sql: "CREATE TABLE keys (number BIGINT NOT NULL, bytes BYTEA NOT NULL, PRIMARY KEY (number, bytes));")
    ]

    private static func row(_ number: Int) -> [SQLValue] {
        [.integer(Int64(number % 7)), .blob([UInt8(number >> 8), UInt8(number & 0xFF)])]
    }

    @Test("of many at once each is new once, whichever server is asked", arguments: Engine.allCases)
    func once(engine: Engine) async throws {
        try await engine.withPlace { url in
            let first = try await open(url, migrations: Self.migrations)
            // An SQLite file is one server's.
            let servers = [first, engine == .sqlite ? first : try await open(url, migrations: Self.migrations)]
            let new = try await withThrowingTaskGroup(of: (Int, Bool).self) { group in
                for copy in 0..<3 {
                    for number in (0..<600).shuffled() {
                        group.addTask {
                            (number, try await servers[copy % 2].insertOnce(Self.row(number), into: Self.table))
                        }
                    }
                }
                return try await group.reduce(into: [Int: Int]()) { $0[$1.0, default: 0] += $1.1 ? 1 : 0 }
            }
            #expect(new.count == 600 && new.values.allSatisfy { $0 == 1 })
            #expect(try await servers[1].count("keys") == 600)
            #expect(try await !servers[0].insertOnce(Self.row(1), into: Self.table))
            for server in servers { await server.close() }
            await #expect(throws: StorageError.closed) {
                try await servers[0].insertOnce(Self.row(601), into: Self.table)
            }
        }
    }

    @Test("what fails, fails for all who went along, and for nobody else", arguments: Engine.allCases)
    func failing(engine: Engine) async throws {
        try await engine.withDatabase(migrations: Self.migrations) { database in
            let missing = KeyTable("nothing", columns: ["number", "bytes"])
            try await withThrowingTaskGroup(of: Bool?.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        try? await database.insertOnce(Self.row(number), into: number % 2 == 0 ? Self.table : missing)
                    }
                }
                let answers = try await group.reduce(into: [Bool?]()) { $0.append($1) }
                #expect(answers.count { $0 == true } == 100 && answers.count { $0 == nil } == 100)
            }
            #expect(try await database.count("keys") == 100)
        }
    }

    @Test("who is cancelled before it began is not kept, and the others are", arguments: Engine.allCases)
    func cancelled(engine: Engine) async throws {
        var options = DatabaseOptions()
        options.connections = 1
        try await engine.withDatabase(migrations: Self.migrations, options: options) { database in
            // The one thread that writes waits here until the test has gone on.
            let gate = Gate()
            async let held: Void = database.write { _ in gate.hold() }
            await gate.untilHeld()
            let waiting = { database.figures.pools.map(\.waiting).reduce(0, +) }
            let first = Task { try await database.insertOnce(Self.row(1), into: Self.table) }
            while waiting() == 0 { await Task.yield() }
            let before = waiting()
            let second = Task { try await database.insertOnce(Self.row(2), into: Self.table) }
            while waiting() == before { await Task.yield() }
            second.cancel()
            await #expect(throws: CancellationError.self) { try await second.value }
            gate.release()
            try await held
            #expect(try await first.value)
            #expect(try await database.count("keys") == 1)
            #expect(try await database.insertOnce(Self.row(2), into: Self.table))
        }
    }

    @Test("those who wait for a busy PostgreSQL go in one transaction")
    func together() async throws {
        var options = DatabaseOptions()
        options.connections = 1
        try await Engine.postgres.withDatabase(migrations: Self.migrations, options: options) { database in
            let gate = Gate()
            async let held: Void = database.write { _ in gate.hold() }
            await gate.untilHeld()
            let asked = (0..<100).map { number in
                Task { try await database.insertOnce(Self.row(number), into: Self.table) }
            }
            // One transaction waits for the thread, and with it all of them.
            while database.figures.pools[0].waiting < 101 { await Task.yield() }
            gate.release()
            try await held
            for one in asked { #expect(try await one.value) }
            let transactions = try await database.read { connection in
                try connection.query("SELECT DISTINCT CAST(xmin AS TEXT) FROM keys").count
            }
            #expect(transactions == 1)
        }
    }
}
