import Basics
import Testing

@testable import Storage

@Suite("Rows written anew")
struct RowRewritingContractTests {
    /// So many rows that several statements insert them.
    private static let count = 101

    @Test("they hold what they held, whatever the order", arguments: Engine.allCases)
    func same(engine: Engine) async throws {
        try await engine.withDatabase { database in
            try await Self.fill(database)
            let before = try await Self.rows(of: database)
            let (shuffled, sorted) = try await database.write { connection in
                var random = SplitMix64(seed: 1)
                return (
                    try connection.rewrite("items", where: "id < ?1", [50], shuffledBy: &random),
                    try connection.rewrite("items", where: "id >= ?1", [50], by: "name")
                )
            }
            #expect(shuffled == 50 && sorted == Self.count - 50)
            #expect(try await Self.rows(of: database) == before)
            #expect(before.count == Self.count && before.contains { $0.contains(.null) })
        }
    }

    @Test("on the disk they lie in the new order, beside no others")
    func order() async throws {
        try await Engine.sqlite.withDatabase { database in
            try await Self.fill(database)
            try await database.write { connection in
                try connection.rewrite("items", where: "id % 2 = ?1", [0], by: "name DESC")
            }
            let lying = try await database.read {
                try $0.query("SELECT name FROM items WHERE id % 2 = 0 ORDER BY rowid").map { try $0.text("name") }
            }
            #expect(lying == lying.sorted(by: >) && lying.count == (Self.count + 1) / 2)
            let shuffled = try await database.write { connection in
                var random = SplitMix64(seed: 7)
                try connection.rewrite("items", where: "id % 2 = ?1", [0], shuffledBy: &random)
                return try connection.query("SELECT name FROM items WHERE id % 2 = 0 ORDER BY rowid")
                    .map { try $0.text("name") }
            }
            #expect(shuffled != lying && shuffled.sorted(by: >) == lying)
        }
    }

    @Test("nothing is nothing", arguments: Engine.allCases)
    func none(engine: Engine) async throws {
        try await engine.withDatabase { database in
            try await Self.fill(database)
            let count = try await database.write {
                try $0.rewrite("items", where: "id > ?1", [1000], by: "id")
            }
            #expect(try await database.count() == Self.count && count == 0)
        }
    }

    private static func fill(_ database: any Database) async throws {
        try await database.write { connection in
            for id in 0..<Int64(count) {
                try connection.execute(
                    "INSERT INTO items (id, name, data, weight) VALUES (?1, ?2, ?3, ?4)",
                    [
                        .integer(id), .text("n\(id * 37 % 101)"), id % 3 == 0 ? .null : .blob([UInt8(id)]),
                        .real(Double(id) / 4),
                    ])
            }
        }
    }

    private static func rows(of database: any Database) async throws -> [[SQLValue]] {
        try await database.read {
            try $0.query("SELECT id, name, data, weight FROM items ORDER BY id").map { row in (0..<4).map { row[$0] } }
        }
    }
}
