import Storage
import Testing

@Suite("Transactions, on both engines")
struct TransactionContractTests {
    @Test("an answered write is read", arguments: Engine.allCases)
    func readYourWrite(engine: Engine) async throws {
        try await engine.withDatabase { database in
            for id in 0..<50 as Range<Int64> {
                try await database.write { _ = try $0.execute("INSERT INTO items (id) VALUES (?1)", [.integer(id)]) }
                #expect(try await database.count() == id + 1)
            }
        }
    }

    @Test("a throwing closure leaves nothing, and its neighbours stay", arguments: Engine.allCases)
    func rollback(engine: Engine) async throws {
        try await engine.withDatabase { database in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for id in 0..<100 as Range<Int64> {
                    group.addTask {
                        do {
                            try await database.write { connection in
                                _ = try connection.execute("INSERT INTO items (id) VALUES (?1)", [.integer(id)])
                                _ = try connection.execute("INSERT INTO items (id) VALUES (?1)", [.integer(id + 1000)])
                                if id % 2 == 1 { throw Refusal(reason: "\(id)") }
                            }
                            #expect(id % 2 == 0)
                        } catch {
                            #expect(error as? Refusal == Refusal(reason: "\(id)"))
                        }
                    }
                }
                try await group.waitForAll()
            }
            let ids = try await database.read {
                try $0.query("SELECT id FROM items ORDER BY id").map { try $0.integer(0) }
            }
            let even = (0..<100 as Range<Int64>).filter { $0 % 2 == 0 }
            #expect(ids == even + even.map { $0 + 1000 })
        }
    }

    @Test("each violated constraint is a value of its own", arguments: Engine.allCases)
    func constraints(engine: Engine) async throws {
        try await engine.withDatabase { database in
            try await database.write { connection in
                try connection.execute("INSERT INTO items (id, name) VALUES (1, 'a')")
            }
            let cases: [(String, StorageError)] = [
                ("INSERT INTO items (id) VALUES (1)", .uniqueViolation),
                ("INSERT INTO items (id, name) VALUES (2, 'a')", .uniqueViolation),
                ("INSERT INTO parts (id, item, amount) VALUES (1, 9, 1)", .foreignKey),
                ("INSERT INTO parts (id, item, amount) VALUES (1, 1, 0)", .check),
                ("INSERT INTO parts (id, amount) VALUES (1, 1)", .notNull),
            ]
            for (sql, expected) in cases {
                await #expect(throws: expected) { try await database.write { try $0.execute(sql) } }
            }
            #expect(try await database.count() == 1)
        }
    }

    @Test("a constraint checked at commit fails for the offender alone", arguments: Engine.allCases)
    func deferredConstraint(engine: Engine) async throws {
        try await engine.withDatabase { database in
            try await database.write { connection in try connection.execute("INSERT INTO items (id) VALUES (1)") }
            await withTaskGroup(of: Void.self) { group in
                for id in 0..<20 as Range<Int64> {
                    let offends = id % 5 == 0
                    group.addTask {
                        do {
                            try await database.write { connection in
                                _ = try connection.execute(
                                    "INSERT INTO parts (id, item, later, amount) VALUES (?1, 1, ?2, 1)",
                                    [.integer(id), .integer(offends ? 77 : 1)])
                            }
                            #expect(!offends)
                        } catch {
                            #expect(offends && error as? StorageError == .foreignKey)
                        }
                    }
                }
            }
            #expect(try await database.count("parts") == 16)
        }
    }

    @Test("a failed statement dooms its closure, swallowed or not", arguments: Engine.allCases)
    func doomed(engine: Engine) async throws {
        try await engine.withDatabase { database in
            try await database.write { connection in try connection.execute("INSERT INTO items (id) VALUES (1)") }
            await #expect(throws: StorageError.uniqueViolation) {
                try await database.write { connection in
                    try connection.execute("INSERT INTO items (id) VALUES (2)")
                    do { try connection.execute("INSERT INTO items (id) VALUES (1)") } catch {}
                }
            }
            await #expect(throws: StorageError.uniqueViolation) {
                try await database.write { connection in
                    do { try connection.execute("INSERT INTO items (id) VALUES (1)") } catch {}
                    try connection.execute("INSERT INTO items (id) VALUES (3)")
                }
            }
            await #expect(throws: Refusal(reason: "taken")) {
                try await database.write { connection in
                    do { try connection.execute("INSERT INTO items (id) VALUES (1)") } catch {
                        throw Refusal(reason: "taken")
                    }
                }
            }
            #expect(try await database.count() == 1)
        }
    }

    @Test("ON CONFLICT and RETURNING say what happened", arguments: Engine.allCases)
    func conflicts(engine: Engine) async throws {
        try await engine.withDatabase { database in
            try await database.write { connection throws in
                let insert = "INSERT INTO items (id, name) VALUES (?1, ?2) ON CONFLICT DO NOTHING"
                #expect(try connection.execute(insert, [1, "a"]) == 1)
                #expect(try connection.execute(insert, [1, "b"]) == 0)
                #expect(try connection.execute(insert, [2, "a"]) == 0)
                #expect(try connection.query(insert + " RETURNING id", [1, "c"]) == [])
                #expect(try connection.query(insert + " RETURNING id", [3, "c"]) == [Row([3])])
                let upsert = """
                    INSERT INTO items (id, weight) VALUES (?1, ?2)
                    ON CONFLICT (id) DO UPDATE SET weight = COALESCE(items.weight, 0) + excluded.weight RETURNING weight
                    """
                #expect(try connection.first(upsert, [1, 1.5]) == Row([1.5]))
                #expect(try connection.first(upsert, [1, 2.0]) == Row([3.5]))
                #expect(try connection.execute("UPDATE items SET weight = 1.0") == 2)
                #expect(try connection.query("SELECT id FROM items ORDER BY id") == [Row([1]), Row([3])])
                #expect(try connection.execute("SELECT id FROM items") == 0)
                #expect(try connection.execute("DELETE FROM items WHERE id > ?1", [0]) == 2)
            }
        }
    }

    @Test("a reading closure cannot write", arguments: Engine.allCases)
    func readOnly(engine: Engine) async throws {
        try await engine.withDatabase { database async throws in
            for sql in ["INSERT INTO items (id) VALUES (1)", "DELETE FROM items", "UPDATE items SET id = 2"] {
                await #expect(throws: StorageError.readOnly) { try await database.read { try $0.execute(sql) } }
            }
            await #expect(throws: StorageError.readOnly) {
                try await database.read { try $0.query("INSERT INTO items (id) VALUES (1) RETURNING id") }
            }
            #expect(try await database.count() == 0)
        }
    }

    @Test("a reading closure sees one state from beginning to end", arguments: Engine.allCases)
    func snapshot(engine: Engine) async throws {
        try await engine.withDatabase { database in
            async let writing: Void = {
                for id in 0..<100 as Range<Int64> {
                    try await database.write { connection in
                        _ = try connection.execute("INSERT INTO items (id) VALUES (?1)", [.integer(id)])
                    }
                }
            }()
            for _ in 0..<50 {
                let (first, second) = try await database.read { connection in
                    let first = try connection.first("SELECT COUNT(*) FROM items")
                    _ = try connection.query("SELECT id FROM items")
                    return (first, try connection.first("SELECT COUNT(*) FROM items"))
                }
                #expect(first == second)
            }
            try await writing
        }
    }

    @Test("only statements about rows are allowed, one at a time", arguments: Engine.allCases)
    func forbidden(engine: Engine) async throws {
        let statements = [
            "COMMIT", "ROLLBACK", "BEGIN", "  savepoint x", "PRAGMA synchronous = OFF", "DROP TABLE items", "",
            "SET x = 1", "-- SELECT\nCREATE TABLE t (a BIGINT)", "/* SELECT */ VACUUM", "SELECT 1; SELECT 2",
            "SELECT * FROM nothing", "SELEC 1", "INSERT INTO items (id) VALUES (?)",
        ]
        try await engine.withDatabase { database async throws in
            for sql in statements {
                let error = await #expect(throws: StorageError.self) {
                    try await database.write { try $0.execute(sql) }
                }
                guard case .invalidStatement? = error else {
                    Issue.record("\(sql) gave \(String(describing: error))")
                    continue
                }
            }
            await #expect(throws: StorageError.self) {
                try await database.write { try $0.execute("INSERT INTO items (id) VALUES (?1)", [1, 2]) }
            }
            await #expect(throws: StorageError.self) {
                try await database.write { try $0.execute("INSERT INTO items (id) VALUES (?1)") }
            }
            #expect(try await database.count() == 0)
        }
    }
}
