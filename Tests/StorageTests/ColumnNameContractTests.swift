import Testing

@testable import Storage

@Suite("Columns by name")
struct ColumnNameContractTests {
    @Test("values are read by the statement's names, in whatever order it has them", arguments: Engine.allCases)
    func names(engine: Engine) async throws {
        try await engine.withDatabase { database in
            let rows = try await database.write { connection in
                try connection.execute(
                    "INSERT INTO items (id, name, data, weight) VALUES (7, 'a', ?1, 2.5), (8, NULL, NULL, NULL)",
                    [.blob([1, 2])])
                return try [
                    "SELECT id, name, data, weight FROM items ORDER BY id",
                    "SELECT i.weight, i.data, i.id, i.name FROM items i ORDER BY i.id",
                    "SELECT * FROM items ORDER BY id",
                ].map { try connection.query($0) }
            }
            for rows in rows {
                let (full, empty) = (try #require(rows.first), try #require(rows.last))
                #expect(try full.integer("id") == 7 && full.text("name") == "a" && full.blob("data") == [1, 2])
                #expect(try full.real("weight") == 2.5 && full.optionalInteger("id") == 7)
                #expect(try empty.integer("id") == 8 && empty.optionalText("name") == nil)
                #expect(try empty.optionalBlob("data") == nil && empty.optionalReal("weight") == nil)
            }
        }
    }

    @Test("what a statement returns of a change has names too", arguments: Engine.allCases)
    func returning(engine: Engine) async throws {
        try await engine.withDatabase { database in
            let row = try await database.write {
                try $0.first("INSERT INTO items (id, name) VALUES (7, 'a') RETURNING name, id, id + 1 AS following")
            }
            #expect(try row?.integer("id") == 7 && row?.text("name") == "a" && row?.integer("following") == 8)
        }
    }

    @Test("a name that a statement does not have, or has twice, is refused", arguments: Engine.allCases)
    func unknown(engine: Engine) async throws {
        try await engine.withDatabase { database in
            let row = try await database.write { connection in
                try connection.execute("INSERT INTO items (id, name) VALUES (7, 'a')")
                return try connection.first(
                    "SELECT one.id, other.id, one.name AS title FROM items one, items other")
            }
            let found = try #require(row)
            #expect(throws: StorageError.unknownColumn("id")) { try found.integer("id") }
            #expect(throws: StorageError.unknownColumn("name")) { try found.text("name") }
            #expect(throws: StorageError.unknownColumn("")) { try found.optionalText("") }
            #expect(try found.text("title") == "a")
            #expect(throws: StorageError.unexpectedValue(column: 2)) { try found.integer("title") }
            #expect(throws: StorageError.unknownColumn("a")) { try Row(["a"]).text("a") }
        }
    }

    @Test("a statement that is run again after a migration has the names of today", arguments: Engine.allCases)
    func migrated(engine: Engine) async throws {
        try await engine.withPlace { url in
            let all = "SELECT * FROM items"
            let old = try await open(url)
            try await old.write { try $0.execute("INSERT INTO items (id, name) VALUES (7, 'a')") }
            #expect(try await old.read { try $0.first(all)?.text("name") } == "a")
            let rename = Migration(number: 2, name: "rename", sql: "ALTER TABLE items RENAME COLUMN name TO title")
            await (try await open(url, migrations: [.items, rename])).close()
            #expect(try await old.read { try $0.first(all)?.text("title") } == "a")
            await old.close()
        }
    }
}
