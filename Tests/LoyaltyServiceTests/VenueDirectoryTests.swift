import Accounts
import Basics
import Beacons
import Loyalty
import Presence
import ServiceKit
import Storage
import Synchronization
import TestServer
import Testing

@testable import LoyaltyService

@Suite("Venues that came beside a running server")
struct VenueDirectoryTests {
    private static let secondUUID = "11111111-2222-3333-4444-555555555555"

    /// A venue that nobody has asked for, in the same place as the first one.
    private func second() throws -> Venue {
        var centre = Centre()
        centre.uuid = Self.secondUUID
        return try centre.venue()
    }

    @Test("a venue imported elsewhere is known at once to whoever asks for it", arguments: Engine.allCases)
    func atOnce(engine: Engine) async throws {
        try await World.with(engine) { world in
            let running = LoyaltyService(
                database: world.database, clock: world.clock.serverClock, events: EventHub())
            let ana = try await world.visitor()
            #expect(try await running.venue(world.uuid).uuid == world.uuid)
            let venue = try second()
            // The command beside the server has a service of its own; the server's clock does not even move.
            let keys = try await world.loyalty.importVenue(venue)
            #expect(try await running.venue(venue.uuid) == venue)
            #expect(try await running.venues().count == 2)
            #expect(try await running.picture(of: venue.uuid).shops.count == 3)

            var third = Centre()
            third.uuid = "99999999-2222-3333-4444-555555555555"
            try await world.loyalty.importVenue(try third.venue())
            let choice = ShopChoice(venue: try third.venue().uuid, major: 100)
            try await running.setChoices([choice, ShopChoice(venue: venue.uuid, major: 100)], of: ana)

            // A beacon that a later import brought to a known venue.
            third.uuid = Self.secondUUID
            third.beacons.append((100, 9, 12, 18, "aisle"))
            let added = try await world.loyalty.importVenue(try third.venue())
            #expect(keys[BeaconRef(major: 100, minor: 9)] == nil)
            let key = try #require(added[BeaconRef(major: 100, minor: 9)])
            let identity = BeaconIdentity(uuid: venue.uuid, major: 100, minor: 9)
            let window = SecurityWindow.index(at: world.clock.now, periodSeconds: 60)
            let sighting = PresenceSighting(
                identity: identity, code: .make(key: key, identity: identity, window: window),
                heardAt: world.clock.now)
            #expect(try await running.recordSighting(sighting, session: ana).shop.major == 100)
        }
    }

    @Test("a row that can't be read keeps nothing else from being served after a start", arguments: Engine.allCases)
    func unreadableRows(engine: Engine) async throws {
        try await World.with(engine) { world in
            let other = try second().uuid
            try await world.loyalty.importVenue(try second())
            let before = VenueDirectory(database: world.database)
            #expect(try await before.snapshot(at: world.clock.now).unreadable == 0)
            let venue = world.uuid.bytes
            try await world.database.write { connection in
                _ = try connection.execute(
                    "UPDATE beacons SET security_key = ?2 WHERE venue = ?1 AND major = 100 AND minor = 1",
                    [.blob(venue), .blob([1, 2, 3])])
            }
            // One beacon is missing, and housekeeping says so each minute.
            let started = LoyaltyService(database: world.database, clock: world.clock.serverClock, events: EventHub())
            let directory = VenueDirectory(database: world.database)
            let venues = try await directory.snapshot(at: world.clock.now)
            let served = try #require(venues[world.uuid])
            let bad = BeaconRef(major: 100, minor: 1)
            #expect(Set(served.beacons.keys) == Set(world.keys.keys).subtracting([bad]) && world.keys[bad] != nil)
            #expect(venues.all.count == 2)
            await #expect(throws: (any Error).self) { try await started.prune(at: world.clock.now) }
            // A document of one venue is no longer one: the other venue is served, and who knew it before goes on.
            try await world.database.write { connection in
                _ = try connection.execute(
                    "UPDATE venues SET document = '{}', version = version + 1 WHERE uuid = ?1", [.blob(venue)])
            }
            let later = try await VenueDirectory(database: world.database).snapshot(at: world.clock.now)
            #expect(later.all.map(\.venue.uuid) == [other] && later.unreadable == 1)
            await before.refresh(at: world.clock.now)
            let known = try await before.snapshot(at: world.clock.now)
            #expect(known[world.uuid] != nil && known[other] != nil && known.unreadable == 1)
        }
    }

    @Test("all who come before the venues are known wait for one reading of them")
    func coldStart() async throws {
        try await World.with(.sqlite) { world in
            let counting = CountingDatabase(world.database)
            let directory = VenueDirectory(database: counting)
            let counts = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<200 { group.addTask { try await directory.snapshot(at: world.clock.now).all.count } }
                return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
            }
            #expect(counts.count == 1 && counts != [0])
            #expect(counting.reads == 1)
        }
    }

    @Test("strangers who ask for what does not exist share few look-ups, and none of them is told anything but that")
    func hammering() async throws {
        try await World.with(.sqlite) { world in
            let counting = CountingDatabase(world.database)
            let running = LoyaltyService(database: counting, clock: world.clock.serverClock, events: EventHub())
            let ana = try await world.visitor()
            _ = try await running.venues()
            let before = counting.reads
            let wall = ContinuousClock()
            let begin = wall.now
            let refusals = await withTaskGroup(of: String?.self) { group in
                for number in 0..<400 {
                    group.addTask {
                        let uuid = UUID128(high: 7, low: UInt64(number))
                        if number.isMultiple(of: 2) { return await code { _ = try await running.venue(uuid) } }
                        let sighting = PresenceSighting(
                            identity: BeaconIdentity(uuid: uuid, major: 1, minor: 1), code: World.wrongCode,
                            heardAt: world.clock.now)
                        return await code { _ = try await running.recordSighting(sighting, session: ana) }
                    }
                }
                return await group.reduce(into: Set<String?>()) { $0.insert($1) }
            }
            let seconds = begin.duration(to: wall.now) / .seconds(1)
            #expect(refusals == ["loyalty.unknown_venue", "presence.unknown_beacon"])
            // One reading in a quarter of a second, and the one that was due at the beginning and at the end.
            #expect(Double(counting.reads - before) <= 4 * seconds + 2)
            #expect(counting.reads > before)
        }
    }

    @Test("somebody who asks for a new venue while strangers hammer waits for a look-up and finds it")
    func foundUnderHammering() async throws {
        try await World.with(.sqlite) { world in
            let running = LoyaltyService(
                database: world.database, clock: world.clock.serverClock, events: EventHub())
            _ = try await running.venues()
            let venue = try second()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        while !Task.isCancelled {
                            _ = try? await running.venue(UUID128(high: 7, low: UInt64(number)))
                        }
                    }
                }
                try await Task.sleep(for: .milliseconds(100))
                try await world.loyalty.importVenue(venue)
                #expect(try await running.venue(venue.uuid) == venue)
                group.cancelAll()
            }
        }
    }
}

/// A database that counts what is read from it.
private final class CountingDatabase: Database {
    private let wrapped: any Database
    private let count = Atomic(0)

    init(_ wrapped: any Database) {
        self.wrapped = wrapped
    }

    var reads: Int { count.load(ordering: .relaxed) }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> Value) async throws -> Value {
        count.add(1, ordering: .relaxed)
        return try await wrapped.read(body)
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> Value) async throws -> Value {
        try await wrapped.write(body)
    }

    func tidy(_ tables: [String]) async throws {
        try await wrapped.tidy(tables)
    }

    func close() async {
        await wrapped.close()
    }
}
