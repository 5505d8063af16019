import Basics
import Loyalty
import LoyaltyService
import Presence
import ServiceKit
import Storage
import TestServer
import Testing

@Suite("Venues")
struct VenueTests {
    @Test("an imported venue is the one that was given", arguments: Engine.allCases)
    func roundTrip(engine: Engine) async throws {
        try await World.with(engine) { world in
            let venue = try Centre().venue()
            #expect(try await world.loyalty.venues() == [venue])
            #expect(try await world.loyalty.venue(venue.uuid) == venue)
            #expect(Set(world.keys.keys) == Set(venue.beacons.map(\.reference)))
            await #expect(
                code { _ = try await world.loyalty.venue(UUID128(high: 1, low: 1)) } == "loyalty.unknown_venue")
        }
    }

    @Test("a second import keeps keys, proofs and coupons, and drops what is gone", arguments: Engine.allCases)
    func reimport(engine: Engine) async throws {
        try await World.with(engine) { world in
            let ana = try await world.visitor(choosing: [100, 101, 102])
            let sighting = world.sighting(100, 1)
            let coupon = try await world.prove(sighting, ana).coupons[0]

            var centre = Centre()
            centre.shops = [(100, "Almendra Nueva"), (101, "Bruma"), (103, "Duna")]
            centre.beacons.removeAll { $0.major == 102 || ($0.major, $0.minor) == (100, 3) }
            centre.beacons.append((103, 1, 210, 20, "door"))
            centre.offers = [
                Centre.offer("almendra-coffee", 100, "A bigger coffee", points: 20),
                Centre.offer("almendra-tea", 100, "A tea"),
            ]
            let added = try await world.loyalty.importVenue(try centre.venue())

            #expect(Array(added.keys) == [BeaconRef(major: 103, minor: 1)])
            let keys = try await world.loyalty.beaconKeys(of: world.uuid)
            #expect(Set(keys.keys) == Set(try centre.venue().beacons.map(\.reference)))
            for (reference, key) in keys where reference.major != 103 {
                let known = try #require(world.keys[reference])
                #expect(key.isEqual(to: known))
            }
            #expect(try await world.loyalty.choices(of: ana).map(\.major) == [100, 101])
            #expect(await world.refusal(of: sighting, ana) == "presence.replayed")
            #expect(await world.refusal(of: world.sighting(102, 1), ana) == "presence.unknown_beacon")
            world.clock.advance(seconds: 60)
            // The coffee was had under its id, whatever its words are now; the tea is new.
            let receipt = try await world.prove(world.sighting(100, 1), ana)
            #expect(receipt.shop.name == "Almendra Nueva")
            #expect(receipt.coupons.map { $0.text["en"] } == ["A tea"])
            let coupons = try await world.loyalty.coupons(of: ana)
            #expect(coupons.count == 2)
            #expect(coupons.first { $0.id == coupon.id }?.points == 20)
        }
    }

    @Test("the coupon of a shop that is gone stays", arguments: Engine.allCases)
    func couponOutlivesShop(engine: Engine) async throws {
        try await World.with(engine) { world in
            let ana = try await world.visitor(choosing: [100])
            let coupon = try await world.prove(world.sighting(100, 1), ana).coupons[0]
            var centre = Centre()
            centre.shops.removeFirst()
            centre.beacons.removeAll { $0.major == 100 }
            centre.offers = []
            try await world.loyalty.importVenue(try centre.venue())
            #expect(try await world.loyalty.coupons(of: ana) == [coupon])
            #expect(try await world.loyalty.choices(of: ana) == [])
            #expect(try await world.loyalty.visits(of: ana) == [])
            let contents = try await Contents(of: world.database)
            #expect(contents.count("sightings") == 0 && contents.count("beacons") == 4)
        }
    }

    @Test("an offer that gets a limit counts what was given before", arguments: Engine.allCases)
    func laterLimit(engine: Engine) async throws {
        try await World.with(engine) { world in
            let people = try await world.visitors(3, choosing: [100])
            for person in people.prefix(2) { try await world.prove(world.sighting(100, 1), person) }
            var centre = Centre()
            centre.offers = [Centre.offer("almendra-coffee", 100, "A coffee", limit: 2)]
            try await world.loyalty.importVenue(try centre.venue())
            #expect(try await world.prove(world.sighting(100, 1), people[2]).coupons == [])
            centre.offers = [Centre.offer("almendra-coffee", 100, "A coffee", limit: 3)]
            try await world.loyalty.importVenue(try centre.venue())
            world.clock.advance(seconds: 60)
            #expect(try await world.prove(world.sighting(100, 1), people[2]).coupons.count == 1)
        }
    }

    @Test("an import by another server shows within seconds", arguments: Engine.allCases)
    func otherServer(engine: Engine) async throws {
        try await World.with(engine) { world in
            let other = LoyaltyService(
                database: world.database, clock: world.clock.serverClock, events: EventHub())
            #expect(try await other.venues().count == 1)
            var second = Centre()
            second.uuid = "11111111-2222-3333-4444-555555555555"
            try await world.loyalty.importVenue(try second.venue())
            #expect(try await world.loyalty.venues().count == 2)
            world.clock.advance(seconds: 6)
            #expect(try await other.venues().count == 2)
        }
    }
}
