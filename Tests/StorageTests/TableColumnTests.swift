import Testing

@testable import Storage

@Suite("Columns of a table")
struct TableColumnTests {
    /// The columns of `items`, in another order than the table has them.
    private enum ItemColumn: String, TableColumn {
        case weight, id
        case content = "data"
        case name
    }

    private enum OnlyColumn: String, TableColumn {
        case id
    }

    /// More columns than any table of ours has.
    private enum ManyColumn: String, TableColumn {
        case a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, c0, c1, c2, c3, c4, c5, c6
    }

    @Test("each column's place is its place in the list, whatever its name")
    func positions() {
        #expect(ItemColumn.allCases.map(\.position) == [0, 1, 2, 3])
        #expect(ManyColumn.allCases.map(\.position) == Array(0..<27))
        #expect(OnlyColumn.id.position == 0)
        #expect(ItemColumn.list == "weight, id, data, name")
        #expect(OnlyColumn.list == "id")
    }

    @Test("what follows SET and DO UPDATE SET names the columns")
    func clauses() {
        #expect(ItemColumn.assignments([.name, .content], from: 3) == "name = ?3, data = ?4")
        #expect(ItemColumn.assignments([.id]) == "id = ?1")
        #expect(ItemColumn.replacements([.weight, .content]) == "weight = excluded.weight, data = excluded.data")
    }

    @Test("what is written by column is read by column", arguments: Engine.allCases)
    func roundTrip(engine: Engine) async throws {
        try await engine.withDatabase { database in
            let written: [ItemColumn: SQLValue] = [
                .id: 7, .name: "a", .content: .blob([1, 2]), .weight: 2.5,
            ]
            let rows = try await database.write { connection in
                try connection.execute(
                    ItemColumn.insertion(into: "items"),
                    ItemColumn.allCases.map { written[$0] ?? .null })
                try connection.execute("INSERT INTO items (id) VALUES (8)")
                try connection.execute(
                    "UPDATE items SET \(ItemColumn.assignments([.name])) WHERE id = ?2", ["b", 7])
                return try connection.query(ItemColumn.self, "SELECT \(ItemColumn.list) FROM items ORDER BY id")
            }
            let (full, empty) = (try #require(rows.first), try #require(rows.last))
            #expect(try full.integer(.id) == 7 && full.text(.name) == "b" && full.blob(.content) == [1, 2])
            #expect(full.row[ItemColumn.weight.position] == 2.5)
            #expect(try full.optionalInteger(.id) == 7 && full.optionalText(.name) == "b")
            #expect(try full.optionalBlob(.content) == [1, 2])
            #expect(try empty.optionalText(.name) == nil && empty.optionalBlob(.content) == nil)
            #expect(throws: StorageError.unexpectedValue(column: 3)) { try empty.text(.name) }
            #expect(throws: StorageError.unexpectedValue(column: 1)) { try full.text(.id) }
            let none = try await database.read {
                try $0.first(OnlyColumn.self, "SELECT \(OnlyColumn.list) FROM items WHERE id = 9")
            }
            #expect(none == nil)
        }
    }

    @Test("a column that the statement does not have is refused")
    func missing() {
        let row = TableRow<ItemColumn>(Row([2.5, 7]))
        #expect(throws: StorageError.unexpectedValue(column: 3)) { try row.text(.name) }
    }
}
