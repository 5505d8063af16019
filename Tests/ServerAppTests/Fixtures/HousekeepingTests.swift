import Storage
import Testing
import Time

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
            world.clock.advance(seconds: 15 * 86_400)
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
        try await World.with(.sqlite) { world in
            try await leaveThings(world)
            let housekeeping = Housekeeping(services: world.services(), logger: Site.quiet)
            try await housekeeping.prune()
            for table in ["pending_factors", "published_cells", "stay_credentials", "notifications", "socket_tickets"] {
                try await world.database.write { _ = try $0.execute("ALTER TABLE \(table) RENAME TO broken_\(table)") }
            }
            world.clock.advance(seconds: 15 * 86_400)
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
