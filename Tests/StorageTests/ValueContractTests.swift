import Basics
import Storage
import Testing

@Suite("Values, on both engines")
struct ValueContractTests {
    @Test("every type comes back as it went in", arguments: Engine.allCases)
    func roundTrip(engine: Engine) async throws {
        let rows: [[SQLValue]] = [
            [0, "", .blob([]), 0.0],
            [
                .integer(.max), "ñandú 🌆 'quoted' \"too\" \\ \n\t", .blob(Array(0...255)),
                .real(.greatestFiniteMagnitude),
            ],
            [.integer(.min), "$1 ?1 -- ; /*", .blob([0]), .real(.leastNonzeroMagnitude)],
            [-1, "\u{FFFF}\u{10FFFF}", .blob([0x5C, 0x78]), .real(-.infinity)],
            [2, .text(String(repeating: "x", count: 100_000)), .blob(Array(repeating: 7, count: 100_000)), 0.1],
            [3, .null, .null, .null],
        ]
        try await engine.withDatabase { database in
            try await database.write { connection throws in
                for row in rows {
                    let sql = "INSERT INTO items (id, name, data, weight) VALUES (?1, ?2, ?3, ?4)"
                    #expect(try connection.execute(sql, row) == 1)
                }
            }
            for row in rows {
                let found = try await database.read {
                    try $0.query("SELECT id, name, data, weight FROM items WHERE id = ?1", [row[0]])
                }
                #expect(found == [Row(row)])
            }
        }
    }

    @Test("random values come back as they went in", arguments: Engine.allCases, 0..<4 as Range<UInt64>)
    func randomRoundTrip(engine: Engine, seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        var rows: [[SQLValue]] = []
        for index in 0..<200 as Range<Int64> {
            let scalars = (0..<Int.random(in: 0..<20, using: &random)).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 1...0x10FFFF, using: &random))
            }
            let bytes = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let bits = Double(bitPattern: random.next())
            // 0 and -0 are equal, and SQLite keeps but one of them; a NaN is refused.
            rows.append([
                .integer(Int64(bitPattern: random.next()) &- index),
                .text("\(index)" + String(String.UnicodeScalarView(scalars))),
                .blob(bytes), .real(bits.isNaN ? 0 : bits),
            ])
        }
        let written = rows
        try await engine.withDatabase { database in
            let read = try await database.write { connection in
                for row in written {
                    _ = try connection.execute(
                        "INSERT INTO items (id, name, data, weight) VALUES (?1, ?2, ?3, ?4)", row)
                }
                return try written.map {
                    try connection.first("SELECT id, name, data, weight FROM items WHERE id = ?1", [$0[0]])
                }
            }
            #expect(read == written.map { Row($0) })
        }
    }

    @Test("what not every engine can keep is refused by all", arguments: Engine.allCases)
    func unrepresentable(engine: Engine) async throws {
        try await engine.withDatabase { database async throws in
            for value in [SQLValue.real(.nan), .text("a\u{0}b")] {
                await #expect(throws: StorageError.unrepresentable) {
                    try await database.write {
                        try $0.execute("INSERT INTO items (id, name) VALUES (1, ?1)", [value])
                    }
                }
            }
            #expect(try await database.count() == 0)
        }
    }

    @Test("expressions have the same types", arguments: Engine.allCases)
    func expressions(engine: Engine) async throws {
        try await engine.withDatabase { database in
            let row = try await database.write { connection in
                try connection.execute("INSERT INTO items (id, name, weight) VALUES (9007199254740993, 'a', 2.5)")
                try connection.execute("INSERT INTO items (id, name) VALUES (-3, 'b')")
                return try connection.first(
                    """
                    SELECT COUNT(*), SUM(id), MAX(name), SUM(weight), NULLIF(MAX(id), MAX(id)), 1, 'text', -0.5,
                        CAST(?1 AS BIGINT), CAST(?2 AS TEXT) -- a comment with ?9 and 'quotes
                    FROM items
                    """, [.integer(.min), .null])
            }
            #expect(
                row
                    == Row([
                        2, .integer(9_007_199_254_740_990), "b", 2.5, .null, 1, "text", -0.5, .integer(.min), .null,
                    ]))
            let exists = try await database.read { try $0.first("SELECT EXISTS (SELECT 1 FROM items WHERE id = -3)") }
            #expect(exists == Row([1]))
        }
    }

    @Test("arguments are used by number, as often as wanted", arguments: Engine.allCases)
    func numberedArguments(engine: Engine) async throws {
        try await engine.withDatabase { database in
            let row = try await database.write { connection in
                try connection.first(
                    "INSERT INTO items (weight, name, id) VALUES (?3, ?1, ?2) RETURNING weight, name, id + ?2, '?4'",
                    ["name", 7, 0.5])
            }
            #expect(row == Row([0.5, "name", 14, "?4"]))
        }
    }

    @Test("a row says what it cannot give")
    func typedAccess() throws {
        let row = Row([1, "a", .blob([2]), 0.5, .null])
        #expect(try row.integer(0) == 1 && row.text(1) == "a" && row.blob(2) == [2] && row.real(3) == 0.5)
        #expect(try row.real(0) == 1)
        #expect(try row.optionalInteger(4) == nil && row.optionalText(4) == nil)
        #expect(try row.optionalBlob(4) == nil && row.optionalReal(4) == nil)
        #expect(throws: StorageError.unexpectedValue(column: 4)) { try row.text(4) }
        #expect(throws: StorageError.unexpectedValue(column: 1)) { try row.optionalBlob(1) }
        #expect(throws: StorageError.unexpectedValue(column: 3)) { try row.integer(3) }
        #expect(throws: StorageError.unexpectedValue(column: 5)) { try row.integer(5) }
        #expect(throws: StorageError.unexpectedValue(column: -1)) { try row.optionalText(-1) }
    }
}
