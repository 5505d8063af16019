import Storage
import TestServer
import Testing

@testable import ServerApp

/// What visits had left in a database before its tables lay by their keys.
@Suite("Older sightings and places")
struct OlderSightingsTests {
    private static var number: Int {
        ServerDatabase.migrations.first { $0.name == "unnumbered_sightings" }?.number ?? 0
    }
    private static let tables = [
        "sightings": ["venue", "major", "minor", "period_window", "account_id", "at", "newcomer"],
        "recent_places": ["account_id", "venue", "major", "minor", "at"],
        "last_places": ["account_id", "venue", "quarter"],
    ]

    @Test("they are all there afterwards, and SQLite keeps no order of them", arguments: Engine.allCases)
    func kept(engine: Engine) async throws {
        var before: [String: [[SQLValue]]] = [:]
        try await engine.withDatabase(before: Self.number) { database in
            try await database.write { connection in
                for person in UInt8(0)..<50 {
                    // Accounts come in another order than that of their identifiers.
                    let account = SQLValue.blob([person &* 37, person])
                    for (table, columns) in Self.tables {
                        let values = columns.map { column -> SQLValue in
                            switch column {
                            case "venue": .blob([1, 2, 3])
                            case "account_id": account
                            default: .integer(Int64(person) % 3 + 7)
                            }
                        }
                        let places = (1...columns.count).map { "?\($0)" }.joined(separator: ", ")
                        try connection.execute(
                            "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(places))", values)
                    }
                }
            }
            before = try await Self.rows(of: database)
        } _: { database in
            #expect(before.values.map(\.count) == [50, 50, 50])
            let after = try await Self.rows(of: database)
            #expect(after == before)
            for table in Self.tables.keys {
                // PostgreSQL has no such column in any table.
                let failure = await #expect(throws: StorageError.self) {
                    try await Self.numbers(of: table, in: database)
                }
                #expect(failure?.code == "storage.invalid_statement")
            }
        }
    }

    @Test("one account is at a beacon once in a window, as before", arguments: Engine.allCases)
    func once(engine: Engine) async throws {
        try await engine.withDatabase { database in
            let columns = Self.tables["sightings"] ?? []
            let sql = """
                INSERT INTO sightings (\(columns.joined(separator: ", "))) VALUES (?1, 1, 2, 3, ?2, ?3, 0)
                ON CONFLICT DO NOTHING
                """
            let kept = try await database.write { connection in
                try [1, 2].map { try connection.execute(sql, [.blob([1]), .blob([2]), .integer($0)]) }
            }
            #expect(kept == [1, 0])
        }
    }

    /// SQLite's own numbers of rows, where there are any.
    private static func numbers(of table: String, in database: any Database) async throws {
        _ = try await database.read { connection in try connection.query("SELECT rowid FROM \(table)", []).count }
    }

    /// The rows of each table, by its columns.
    private static func rows(of database: any Database) async throws -> [String: [[SQLValue]]] {
        try await database.read { connection in
            var all: [String: [[SQLValue]]] = [:]
            for (table, columns) in tables {
                let list = columns.joined(separator: ", ")
                all[table] = try connection.query("SELECT \(list) FROM \(table) ORDER BY \(list)", []).map { row in
                    columns.indices.map { row[$0] }
                }
            }
            return all
        }
    }
}
