import Storage

/// A table of an SQLite file, with its indexes.
struct GrowthTable: Sendable {
    let name: String
    let rows: Int
    let bytes: Int

    /// What a row takes, its entries in indexes included.
    var bytesPerRow: Double { Double(bytes) / Double(max(1, rows)) }

    /// The tables that take most, so many of them.
    static func largest(_ count: Int, in database: any Database) async throws -> [GrowthTable] {
        try await database.readHistory { connection in
            // The virtual table goes through every page of the file, once.
            try connection.query(
                """
                WITH sizes AS MATERIALIZED (SELECT name, pgsize FROM dbstat WHERE aggregate = 1)
                SELECT tbl_name, SUM(pgsize) AS bytes FROM sizes JOIN sqlite_schema AS parts ON parts.name = sizes.name
                GROUP BY tbl_name ORDER BY bytes DESC LIMIT ?1
                """, [.integer(Int64(count))]
            ).map { row in
                let name = try row.text(0)
                return GrowthTable(
                    name: name,
                    rows: Int(try connection.first("SELECT COUNT(*) FROM \(name)")?.integer(0) ?? 0),
                    bytes: Int(try row.integer(1)))
            }
        }
    }
}
