import Foundation
import Logging
import Sealing
import TestPostgres
import Testing

@testable import Storage

/// The engines that must behave alike.
enum Engine: CaseIterable, Sendable, CustomTestStringConvertible {
    case sqlite, postgres

    var testDescription: String {
        switch self {
        case .sqlite: "SQLite"
        case .postgres: "PostgreSQL"
        }
    }

    /// Calls `body` with the address of a new, empty database, which is removed afterwards.
    func withPlace(_ body: (String) async throws -> Void) async throws {
        switch self {
        case .sqlite: try await withFile { try await body("sqlite:\($0)") }
        case .postgres: try await withSchema(body)
        }
    }

    /// Calls `body` with a new database that has had `migrations`.
    func withDatabase(
        migrations: [Migration] = [.items], options: DatabaseOptions? = nil, _ body: (any Database) async throws -> Void
    ) async throws {
        try await withPlace { url in
            let database = try await open(url, migrations: migrations, options: options)
            do {
                try await body(database)
                await database.close()
            } catch {
                await database.close()
                throw error
            }
        }
    }

    private func withFile(_ body: (String) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("cerca-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await body(directory.appendingPathComponent("test.sqlite").path)
    }

    private func withSchema(_ body: (String) async throws -> Void) async throws {
        let server = try await PostgresServer.uri()
        let schema = "t" + UUID().uuidString.lowercased().filter { $0 != "-" }
        try await administer(server, "CREATE SCHEMA \(schema)")
        do {
            try await body("\(server)\(server.contains("?") ? "&" : "?")options=-csearch_path%3D\(schema)")
        } catch {
            try await administer(server, "DROP SCHEMA \(schema) CASCADE")
            throw error
        }
        try await administer(server, "DROP SCHEMA \(schema) CASCADE")
    }
}

/// Runs statements of an administrator on a PostgreSQL server.
func administer(_ uri: String, _ sql: String) async throws {
    try await WorkerThread.run("postgres.administer") {
        try PostgresConnection(uri: uri, options: DatabaseOptions()).run(sql)
    }
}

/// Opens a database with few connections.
func open(
    _ url: String, migrations: [Migration] = [.items], keyring: Keyring = .ofTests, options: DatabaseOptions? = nil
) async throws -> any Database {
    var few = DatabaseOptions()
    few.connections = 4
    let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
    return try await Databases.open(
        DatabaseURL(url), migrations: migrations, keyring: keyring, logger: logger, options: options ?? few)
}

extension Keyring {
    /// The key of databases that tests open, the same each time.
    static let ofTests = Keyring(SealingKeys(.ofTests(0x5E)))
}

extension SealingKey {
    /// A key of this byte alone.
    static func ofTests(_ byte: UInt8) -> SealingKey {
        SealingKey(bytes: [UInt8](repeating: byte, count: byteCount)) ?? { fatalError("32 bytes are a key") }()
    }
}

extension Migration {
    /// A table with a column of each type.
    static let items = Migration(
        number: 1, name: "items",
        sql: """
            CREATE TABLE items (
                id BIGINT PRIMARY KEY,
                name TEXT UNIQUE,
                data BYTEA,
                weight DOUBLE PRECISION
            );
            CREATE TABLE parts (
                id BIGINT PRIMARY KEY,
                item BIGINT NOT NULL REFERENCES items (id),
                later BIGINT REFERENCES items (id) DEFERRABLE INITIALLY DEFERRED,
                amount BIGINT NOT NULL CHECK (amount > 0)
            );
            """)
}

extension Database {
    /// How many rows `table` has.
    func count(_ table: String = "items") async throws -> Int64 {
        try await read { try $0.first("SELECT COUNT(*) FROM \(table)")?.integer(0) ?? -1 }
    }
}

/// What a test's own closure throws.
struct Refusal: Error, Equatable {
    var reason = "refused"
}
