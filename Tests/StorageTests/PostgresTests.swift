import Foundation
import TestPostgres
import Testing

@testable import Storage

@Suite("What only PostgreSQL does")
struct PostgresTests {
    private static let terminate = """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE pid <> pg_backend_pid() AND application_name = 'cerca-terminated'
        """

    @Test("a connection that broke while idle is replaced, and nobody notices")
    func reconnects() async throws {
        try await Engine.postgres.withPlace { url in
            let database = try await open(url + "&application_name=cerca-terminated")
            for id in 0..<8 as Range<Int64> {
                try await administer(url, Self.terminate)
                try await database.write { try $0.execute("INSERT INTO items (id) VALUES (?1)", [.integer(id)]) }
                #expect(try await database.count() == id + 1)
            }
            await database.close()
        }
    }

    @Test("a connection that breaks within a closure is an error, and the next closure succeeds")
    func lostOnTheWay() async throws {
        try await Engine.postgres.withDatabase { database async throws in
            await #expect(throws: StorageError.connectionLost) {
                try await database.write { connection in
                    try connection.execute("INSERT INTO items (id) VALUES (1)")
                    try connection.execute("SELECT pg_terminate_backend(pg_backend_pid())")
                }
            }
            #expect(try await database.count() == 0)
        }
    }

    @Test("a server that is not there is unavailable")
    func unavailable() async {
        await #expect(throws: StorageError.unavailable) { try await open("postgres:///x?host=/nowhere") }
    }

    @Test("a statement that takes too long is stopped")
    func timeOut() async throws {
        var options = DatabaseOptions()
        options.connections = 1
        options.statementTimeoutMilliseconds = 500
        try await Engine.postgres.withDatabase(options: options) { database async throws in
            await #expect(throws: StorageError.timedOut) {
                try await database.read { try $0.execute("SELECT pg_sleep(10)") }
            }
            #expect(try await database.count() == 0)
        }
    }

    @Test("a prepared statement survives a change of its table by another server")
    func changedTable() async throws {
        try await Engine.postgres.withPlace { url in
            let database = try await open(url)
            let all: @Sendable (any Connection) throws -> Int? = { try $0.first("SELECT * FROM items")?.count }
            try await database.write { try $0.execute("INSERT INTO items (id) VALUES (1)") }
            for _ in 0..<8 { #expect(try await database.read(all) == 4) }
            try await administer(url, "ALTER TABLE items ADD COLUMN more BIGINT")
            for _ in 0..<8 { #expect(try await database.read(all) == 5) }
            await database.close()
        }
    }

    @Test(
        "numerics become whole numbers where they can",
        arguments: [
            ("0", SQLValue.integer(0)), ("1", 1), ("-1", -1), ("10000", 10_000), ("123456789", 123_456_789),
            ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)), ("40000000", 40_000_000),
            ("9223372036854775808", .real(9_223_372_036_854_775_808)), ("1.5", 1.5), ("-0.00025", -0.00025),
            ("12345678901234567890.25", .real(12_345_678_901_234_567_890.25)), ("1e30", .real(1e30)),
        ])
    func numerics(text: String, expected: SQLValue) async throws {
        let row = try await WorkerThread.run("test.numerics") { [uri = try await PostgresServer.uri()] in
            try PostgresConnection(uri: uri, options: DatabaseOptions()).run("SELECT CAST('\(text)' AS NUMERIC)", [])
                .rows
        }
        #expect(row == [Row([expected])])
    }

    @Test(
        "bytes that are no value of their type are refused",
        arguments: [
            (20, [0, 0, 0]), (23, [1, 2, 3, 4, 5]), (1700, [0, 1]), (1700, [0, 9, 0, 0, 0, 0, 0, 0]),
            (1700, [0, 1, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]), (1700, [0, 0, 0, 0, 0xC0, 0, 0, 0]), (600, []),
        ] as [(UInt32, [UInt8])])
    func malformed(type: UInt32, bytes: [UInt8]) {
        #expect(bytes.withUnsafeBytes { PostgresValue.decode($0, type: type) } == nil)
    }
}
