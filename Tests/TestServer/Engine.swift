import Foundation
import Logging
import Sealing
import ServerApp
import TestPostgres
import Testing

@testable import Storage

/// The database engines on which the services must behave alike.
package enum Engine: CaseIterable, Sendable, CustomTestStringConvertible {
    case sqlite, postgres

    package var testDescription: String {
        switch self {
        case .sqlite: "SQLite"
        case .postgres: "PostgreSQL"
        }
    }

    /// Calls `body` with a new database that has the server's tables, which is removed afterwards.
    ///
    /// It is a copy of one that had all migrations, which takes less time than running them.
    ///
    /// - Parameter collars: Whether its markets have the collar that they have from the start; tests of other things trade
    ///   at any price.
    package func withDatabase(collars: Bool = false, _ body: (any Database) async throws -> Void) async throws {
        try await withNewPlace { place in
            try await self.with(place, ServerDatabase.migrations) { database in
                if !collars { try await database.write { _ = try $0.execute("UPDATE markets SET collar = 0") } }
                try await body(database)
            }
        }
    }

    /// Calls `body` with a new database, and then `afterwards` with the same one, closed and opened again.
    package func withReopenedDatabase(
        _ body: (any Database) async throws -> Void, _ afterwards: (any Database) async throws -> Void
    ) async throws {
        try await withNewPlace { place in
            try await self.with(place, ServerDatabase.migrations, body)
            try await self.with(place, ServerDatabase.migrations, afterwards)
        }
    }

    private func withNewPlace(_ body: (String) async throws -> Void) async throws {
        switch self {
        case .sqlite:
            try await withNewFile { file in
                try await Self.migratedFile.value.write(to: file)
                try await body("sqlite:\(file.path)")
            }
        case .postgres:
            let template = try await Self.migratedDatabase.value
            let server = try await PostgresServer.uri()
            let name = "s" + UUID().uuidString.lowercased().filter { $0 != "-" }
            try await administer(server, "CREATE DATABASE \(name) TEMPLATE \(template)")
            let result: Result<Void, any Error>
            do {
                try await body(try Self.uri(of: name, on: server))
                result = .success(())
            } catch {
                result = .failure(error)
            }
            try await administer(server, "DROP DATABASE \(name) WITH (FORCE)")
            try result.get()
        }
    }

    private func withNewFile(_ body: (URL) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("cerca-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await body(directory.appendingPathComponent("test.sqlite"))
    }

    /// The bytes of an SQLite database that has had all migrations.
    private static let migratedFile = Task {
        var bytes = Data()
        try await Engine.sqlite.withNewFile { file in
            try await Engine.sqlite.with("sqlite:\(file.path)", ServerDatabase.migrations) { _ in }
            // Closing it wrote the log back.
            bytes = try Data(contentsOf: file)
        }
        return bytes
    }

    /// The name of a PostgreSQL database that has had all migrations and that nobody is connected to; on a server that was
    /// given to the tests it remains.
    private static let migratedDatabase = Task {
        let (server, name) = (try await PostgresServer.uri(), "cerca_tests_template")
        try await Engine.postgres.administer(server, "DROP DATABASE IF EXISTS \(name) WITH (FORCE)")
        try await Engine.postgres.administer(server, "CREATE DATABASE \(name) TEMPLATE template0")
        try await Engine.postgres.with(try uri(of: name, on: server), ServerDatabase.migrations) { _ in }
        return name
    }

    private static func uri(of database: String, on server: String) throws -> String {
        var parts = try #require(URLComponents(string: server))
        parts.path = "/" + database
        return try #require(parts.string)
    }

    private func with(
        _ url: String, _ migrations: [Migration], _ body: (any Database) async throws -> Void
    ) async throws {
        var options = DatabaseOptions()
        options.connections = 4
        let database = try await Databases.open(
            DatabaseURL(url), migrations: migrations, keyring: .ofTests,
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }), options: options)
        do {
            try await body(database)
            await database.close()
        } catch {
            await database.close()
            throw error
        }
    }

    private func administer(_ uri: String, _ sql: String) async throws {
        try await WorkerThread.run("postgres.administer") {
            try PostgresConnection(uri: uri, options: DatabaseOptions()).run(sql)
        }
    }
}

extension Keyring {
    /// The key of databases that tests open, the same each time.
    package static let ofTests = Keyring(
        SealingKeys(
            SealingKey(bytes: [UInt8](repeating: 0x5E, count: SealingKey.byteCount))
                ?? { fatalError("32 bytes are a key") }()))
}
