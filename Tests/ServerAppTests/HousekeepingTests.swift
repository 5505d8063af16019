import Basics
import Storage
import Synchronization
import TestServer
import Testing

@testable import HTTPKit
@testable import ServerApp

@Suite("Housekeeping")
struct HousekeepingTests {
    /// Leaves one thing of each kind that is to be forgotten a week later.
    private func leaveThings(_ world: World) async throws {
        let ana = try await world.visitor(choosing: [100])
        try await world.prove(world.sighting(100, 1), ana)
        try await world.database.write { connection in
            let until = SQLValue.integer(world.clock.now.milliseconds + 1000)
            _ = try connection.execute(
                "INSERT INTO passkey_challenges (digest, purpose, expires_at) VALUES (?1, 'sign_in', ?2)",
                [.blob([1, 2, 3]), until])
            _ = try connection.execute(
                "INSERT INTO market_requests (signed_at, signature) VALUES (?1, ?2)", [until, .blob([1])])
        }
    }

    private static let forgotten = ["sightings", "passkey_challenges", "sessions", "market_requests"]

    private func counts(_ world: World) async throws -> [Int] {
        let contents = try await Contents(of: world.database)
        return Self.forgotten.map { contents.count($0) }
    }

    @Test("a row that cannot be read keeps nothing else from being forgotten, and its step is counted")
    func unreadableRow() async throws {
        try await World.with(.sqlite) { world in
            try await leaveThings(world)
            #expect(try await counts(world).allSatisfy { $0 > 0 })
            let services = world.services()
            let housekeeping = Housekeeping(services: services, logger: Site.quiet)
            try await housekeeping.prune()
            try await world.database.write {
                _ = try $0.execute("UPDATE beacons SET clock_floor = 'x' WHERE major = 100 AND minor = 1")
            }
            world.clock.advance(seconds: 31 * 86_400)
            for _ in 0..<2 { await #expect(throws: (any Error).self) { try await housekeeping.prune() } }
            #expect(try await counts(world) == [0, 0, 0, 0])
            let text = services.housekeepingFailures.family.text
            #expect(text.contains("cerca_housekeeping_failures_total{step=\"loyalty\"} 2"), "\(text)")
            #expect(!text.contains("step=\"accounts\""))
            try await world.database.write { _ = try $0.execute("UPDATE beacons SET clock_floor = 1") }
            try await housekeeping.prune()
        }
    }

    @Test("a table that is broken keeps nothing else from being forgotten")
    func brokenTables() async throws {
        let broken = BrokenTables()
        try await World.with(.sqlite, wrapping: { DatabaseWithBrokenTables(inner: $0, broken: broken) }) { world in
            try await leaveThings(world)
            let housekeeping = Housekeeping(services: world.services(), logger: Site.quiet)
            try await housekeeping.prune()
            broken.names.withLock {
                $0 = ["pending_factors", "published_cells", "stay_credentials", "notifications", "socket_tickets"]
            }
            world.clock.advance(seconds: 31 * 86_400)
            await #expect(throws: (any Error).self) { try await housekeeping.prune() }
            for table in Self.forgotten {
                let left = try await world.database.read {
                    try $0.first("SELECT COUNT(*) AS n FROM \(table)")?.integer("n")
                }
                #expect(left == 0, "\(table)")
            }
        }
    }
}

/// The tables of which no statement may speak.
private final class BrokenTables: Sendable {
    let names = Mutex<[String]>([])

    func check(_ sql: String) throws(StorageError) {
        let isBroken = names.withLock { $0.contains { sql.contains($0) } }
        if isBroken { throw .corrupt }
    }
}

/// A database that fails wherever a statement names a broken table.
private struct DatabaseWithBrokenTables: Database {
    let inner: any Database
    let broken: BrokenTables

    private final class BrokenConnection: Connection {
        private let inner: any Connection
        private let broken: BrokenTables

        init(_ inner: any Connection, _ broken: BrokenTables) {
            (self.inner, self.broken) = (inner, broken)
        }

        var keyring: Keyring { inner.keyring }

        func execute(_ sql: String, _ arguments: [SQLValue]) throws(StorageError) -> Int {
            try broken.check(sql)
            return try inner.execute(sql, arguments)
        }

        func query(_ sql: String, _ arguments: [SQLValue]) throws(StorageError) -> [Row] {
            try broken.check(sql)
            return try inner.query(sql, arguments)
        }
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> Value) async throws -> Value {
        let broken = broken
        return try await inner.read { try body(BrokenConnection($0, broken)) }
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> Value) async throws -> Value {
        let broken = broken
        return try await inner.write { try body(BrokenConnection($0, broken)) }
    }

    func tidy(_ tables: [String]) async throws {
        for table in tables { try broken.check(table) }
        try await inner.tidy(tables)
    }

    func close() async {}
}
