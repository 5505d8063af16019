import Accounts
import Basics
import Beacons
import Loyalty
import Storage
import TestServer
import Testing

@testable import LoyaltyService
@testable import ServiceKit

@Suite("The public picture of a venue")
struct PictureTests {
    /// The visitors by shop, as anybody sees them, of shops that have enough.
    private func visitors(_ world: World) async throws -> [UInt16: Int] {
        try await world.loyalty.picture(of: world.uuid).shops.reduce(into: [:]) { $0[$1.major] = $1.visits }
    }

    @Test(
        "somebody who looks each second sees nobody come or go, only quarters that are over",
        arguments: Engine.allCases)
    func watcher(engine: Engine) async throws {
        try await World.with(engine) { world in
            let people = try await world.visitors(9, choosing: [100])
            try await world.growOlder()
            // 10:30:30. Everybody comes within the quarter, one a minute.
            var seen: [(at: Timestamp, picture: VenuePicture)] = []
            func look(seconds: Int64) async throws {
                for _ in 0..<seconds / 10 {
                    world.clock.advance(seconds: 10)
                    let picture = try await world.loyalty.picture(of: world.uuid)
                    if seen.last?.picture != picture { seen.append((world.clock.now, picture)) }
                }
            }
            for person in people {
                try await world.prove(world.sighting(100, 1), person)
                _ = await world.refusal(of: world.sighting(100, 1), person)
                try await look(seconds: 60)
            }
            try await look(seconds: 3600)
            func times(_ texts: [String]) -> [Timestamp] {
                texts.compactMap { Timestamp(rfc3339: "2026-11-21T\($0)Z") }
            }
            let quarters = times(["10:00:00", "10:15:00", "10:30:00", "10:45:00", "11:00:00", "11:15:00"])
            #expect(seen.map(\.picture.from) == quarters)
            // Published five minutes after the end, and not a moment before.
            let published = times(["10:35:00", "10:50:00", "11:05:00", "11:20:00", "11:35:00"])
            #expect(seen.dropFirst().map(\.at) == published)
            #expect(seen.map { $0.picture.shops[0].visits } == [nil, nil, 9, nil, nil, nil])
            #expect(seen.map(\.picture.accepted) == [0, 0, 9, 0, 0, 0])
            #expect(seen.map { $0.picture.rejected["presence.replayed"] } == [nil, nil, 9, nil, nil, nil])
        }
    }

    @Test("a picture that was published never changes, on no server and after no restart", arguments: Engine.allCases)
    func once(engine: Engine) async throws {
        try await World.with(engine) { world in
            let people = try await world.visitors(6, choosing: [100])
            try await world.growOlder()
            for person in people.prefix(5) { try await world.prove(world.sighting(100, 1), person) }
            let other = LoyaltyService(
                database: world.database, clock: world.clock.serverClock, events: EventHub())
            // The other server has seen somebody as well, and says so before the quarter is published.
            _ = try await other.recordSighting(world.sighting(100, 1), session: people[5])
            world.clock.advance(seconds: 16 * 60)
            try await other.prune(at: world.clock.now)
            world.clock.advance(seconds: 4 * 60)
            let published = try await world.loyalty.picture(of: world.uuid)
            #expect(published.shops[0].visits == 6 && published.accepted == 6)
            // Whatever is found in the tables later, or counted too late, changes nothing.
            try await world.database.write { connection in
                _ = try connection.execute("DELETE FROM visits")
            }
            world.loyalty.counters.count(.accepted, in: world.uuid, at: published.from)
            try await world.loyalty.closeCells(at: world.clock.now)
            let third = LoyaltyService(
                database: world.database, clock: world.clock.serverClock, events: EventHub())
            for service in [world.loyalty, other, third] {
                #expect(try await service.picture(of: world.uuid) == published)
            }
            world.clock.advance(seconds: 2 * 86_400)
            try await world.loyalty.prune(at: world.clock.now)
            let contents = try await Contents(of: world.database)
            #expect(contents.count("published_cells") == 0 && contents.count("published_visitors") == 0)
            #expect(contents.count("sighting_outcomes") == 0)
        }
    }

    @Test("a shop shows from five visitors on, and whoever comes often counts once", arguments: Engine.allCases)
    func threshold(engine: Engine) async throws {
        try await World.with(engine) { world in
            let people = try await world.visitors(9, choosing: [100, 101])
            try await world.growOlder()
            for _ in 0..<4 {
                for person in people.prefix(4) { try await world.prove(world.sighting(100, 1), person) }
                world.clock.advance(seconds: 60)
            }
            for person in people.suffix(5) { try await world.prove(world.sighting(101, 1), person) }
            world.clock.advance(seconds: 16 * 60)
            #expect(try await visitors(world) == [101: 5])
            #expect(try await world.loyalty.picture(of: world.uuid).accepted == 21)
        }
    }

    @Test("accounts of attackers are no visitors, and take nothing away from those who are", arguments: Engine.allCases)
    func disputed(engine: Engine) async throws {
        try await World.with(engine) { world in
            let people = try await world.visitors(6, choosing: [100])
            try await world.growOlder()
            // Eighteen accounts that were made a moment ago send one code before anybody else does.
            let attackers = try await world.visitors(18, choosing: [100], named: "attacker")
            var given = 0
            for attacker in attackers {
                given += try await world.prove(world.sighting(100, 1), attacker).coupons.count
            }
            #expect(given == 4)
            // A visitor who signed up today is recorded all the same; the offer waits for the next visit.
            let newcomer = try await world.visitor("newcomer", choosing: [100])
            let crowded = try await world.prove(world.sighting(100, 1), newcomer)
            #expect(crowded.isDisputed && crowded.coupons == [])
            for person in people {
                let receipt = try await world.prove(world.sighting(100, 1), person)
                #expect(!receipt.isDisputed && receipt.coupons.count == 1)
            }
            #expect(try await world.loyalty.visits(of: newcomer).map(\.stay.isDisputed) == [true])
            #expect(try await world.loyalty.visits(of: attackers[0]).map(\.stay.isDisputed) == [true])
            #expect(try await world.loyalty.visits(of: people[0]).map(\.stay.isDisputed) == [false])
            world.clock.advance(seconds: 60)
            #expect(try await world.prove(world.sighting(100, 2), newcomer).coupons.count == 1)
            #expect(try await world.loyalty.visits(of: newcomer).map(\.stay.isDisputed) == [false])
            world.clock.advance(seconds: 20 * 60)
            let picture = try await world.loyalty.picture(of: world.uuid)
            #expect(picture.shops[0].visits == 7)
            // The first three were accepted before anybody could know.
            #expect(picture.accepted == 3 + 6 + 1 && picture.disputed == 15 + 1)
            #expect(try await Contents(of: world.database).count("visits") == 26)
        }
    }

    @Test("a place that holds many is not disputed by many", arguments: Engine.allCases)
    func stadium(engine: Engine) async throws {
        var centre = Centre()
        centre.accountsPerWindow = 120
        try await World.with(engine, centre) { world in
            let people = try await world.visitors(40, choosing: [100])
            for person in people.prefix(29) {
                #expect(try await !world.prove(world.sighting(100, 1), person).isDisputed)
            }
            try await world.growOlder()
            for person in people.suffix(11) {
                #expect(try await !world.prove(world.sighting(100, 1), person).isDisputed)
            }
        }
    }
}
