import Foundation
import Sealing
import Synchronization
import Testing

@testable import Storage

@Suite("Secrets that an older version kept in clear")
struct SealingMigrationTests {
    private static let migrations = [
        Migration(
            number: 1, name: "keys",
            sql: """
                CREATE TABLE keys (major BIGINT NOT NULL, name TEXT NOT NULL, secret BYTEA, PRIMARY KEY (major, name));
                CREATE TABLE words (id BYTEA NOT NULL PRIMARY KEY, word TEXT NOT NULL);
                """),
        Migration(
            number: 2, name: "sealed",
            sql: """
                CREATE TABLE sealing_backlog (name TEXT NOT NULL PRIMARY KEY);
                ALTER TABLE keys ADD COLUMN unsealed BIGINT NOT NULL DEFAULT 0;
                ALTER TABLE words ADD COLUMN unsealed BIGINT NOT NULL DEFAULT 0;
                UPDATE keys SET unsealed = 1;
                UPDATE words SET unsealed = 1;
                INSERT INTO sealing_backlog (name) SELECT 'keys' WHERE EXISTS (SELECT 1 FROM keys);
                INSERT INTO sealing_backlog (name) SELECT 'words' WHERE EXISTS (SELECT 1 FROM words);
                """),
    ]
    private static let key = SealedColumn(table: "keys", column: "secret", key: ["major", "name"])
    private static let word = SealedColumn(table: "words", column: "word", key: ["id"], form: .text)
    private static let count = 2 * SecretRows.batch + 50

    /// The secret of a row, which is found in any file that has it in clear.
    private static func secret(_ number: Int) -> [UInt8] { Array("in clear no. \(10_000 + number)!".utf8) }

    /// A database of before, whose rows are in clear; of every tenth key there is no secret.
    private func plant(_ place: String) async throws {
        let database = try await open(place, migrations: Array(Self.migrations.prefix(1)))
        try await database.write { connection in
            for number in 0..<Self.count {
                let secret = number % 10 == 0 ? SQLValue.null : .blob(Self.secret(number))
                try connection.execute(
                    "INSERT INTO keys (major, name, secret) VALUES (?1, ?2, ?3)",
                    [.integer(Int64(number % 7)), .text("key \(number)"), secret])
            }
            try connection.execute(
                "INSERT INTO words (id, word) VALUES (?1, ?2)",
                [.blob([1, 2]), .text(String(decoding: Self.secret(77_777), as: UTF8.self))])
        }
        await database.close()
    }

    private func expectSealed(_ database: any Database) async throws {
        try await database.read { connection in
            for number in 0..<Self.count {
                let place: [SQLValue] = [.integer(Int64(number % 7)), .text("key \(number)")]
                let row = try #require(
                    try connection.first("SELECT secret, unsealed FROM keys WHERE major = ?1 AND name = ?2", place))
                #expect(try row.integer("unsealed") == 0)
                let secret = try connection.sealing.secret(in: Self.key, row, of: place)
                #expect(secret == (number % 10 == 0 ? nil : Self.secret(number)))
            }
            let row = try #require(try connection.first("SELECT word FROM words WHERE id = ?1", [.blob([1, 2])]))
            #expect(try connection.sealing.secret(in: Self.word, row, of: [.blob([1, 2])]) == Self.secret(77_777))
            #expect(try connection.query("SELECT name FROM sealing_backlog").isEmpty)
        }
    }

    @Test("are sealed once, each for its row", arguments: Engine.allCases)
    func sealed(engine: Engine) async throws {
        try await engine.withPlace { place in
            try await plant(place)
            let database = try await open(place, migrations: Self.migrations)
            try await SealingMigration.finish(database, [Self.key, Self.word])
            try await expectSealed(database)
            let before = try await database.read { try $0.query("SELECT * FROM keys ORDER BY major, name") }
            try await SealingMigration.finish(database, [Self.key, Self.word])
            #expect(try await database.read { try $0.query("SELECT * FROM keys ORDER BY major, name") } == before)
            await database.close()
        }
    }

    @Test("whoever stops after any batch leaves what the next one finishes", arguments: Engine.allCases)
    func resumed(engine: Engine) async throws {
        try await engine.withPlace { place in
            try await plant(place)
            var stops = 0
            while true {
                let database = try await open(place, migrations: Self.migrations)
                let finished: Bool
                do {
                    try await SealingMigration.finish(
                        database, [Self.key, Self.word], afterBatch: { if $0 > 0 { throw Refusal() } })
                    finished = true
                } catch is Refusal {
                    finished = false
                }
                if finished {
                    try await expectSealed(database)
                    await database.close()
                    break
                }
                stops += 1
                await database.close()
            }
            #expect(stops == 4)
        }
    }

    @Test("are in none of SQLite's files afterwards, though they were before")
    func files() async throws {
        try await Engine.sqlite.withPlace { place in
            let folder = URL(filePath: String(place.dropFirst("sqlite:".count))).deletingLastPathComponent()
            func found() throws -> Int {
                try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
                    .reduce(0) { count, file in
                        let bytes = try Data(contentsOf: file)
                        return count
                            + (0..<Self.count).filter { bytes.range(of: Data(Self.secret($0))) != nil }.count
                            + (bytes.range(of: Data(Self.secret(77_777))) != nil ? 1 : 0)
                    }
            }
            try await plant(place)
            #expect(try found() > 0)
            let database = try await open(place, migrations: Self.migrations)
            try await SealingMigration.finish(database, [Self.key, Self.word])
            // While the database is open its write-ahead log is there as well.
            #expect(try found() == 0)
            await database.close()
            #expect(try found() == 0)
        }
    }
}
