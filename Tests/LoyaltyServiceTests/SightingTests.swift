import Basics
import Beacons
import HTTPKit
import Loyalty
import LoyaltyService
import Presence
import ServiceKit
import Storage
import TestServer
import Testing

@Suite("Sightings")
struct SightingTests {
    @Test("a proved visit leaves one visit, one proof, one place and one coupon", arguments: Engine.allCases)
    func accepted(engine: Engine) async throws {
        try await World.with(engine) { world in
            let ana = try await world.visitor(choosing: [100])
            let stream = world.events.subscribe(account: ana.accountID)
            let before = try await Contents(of: world.database)

            let receipt = try await world.prove(world.sighting(100, 1), ana)

            let after = try await Contents(of: world.database)
            #expect(receipt.shop == ShopReference(venue: world.uuid, major: 100, name: "Almendra"))
            #expect(receipt.at == world.clock.now)
            #expect(receipt.coupons.map(\.points) == [10])
            #expect(
                receipt.coupons.first?.text == [
                    "en": "A coffee with every shirt", "es": "A coffee with every shirt (es)",
                ])
            // Nothing that stays names the account: its coupon and its points are settled later.
            let touched: Set = ["sightings", "recent_places", "visits", "fresh_coupons"]
            #expect(Set(after.differences(from: before)).subtracting(["beacons"]) == touched)
            for table in touched { #expect(after.count(table) == 1) }
            #expect(
                await received(stream, closing: world.events) == [
                    try ServerSentEvent(
                        LoyaltyEvent.sightingAccepted(
                            shop: receipt.shop, visit: receipt.visit, at: receipt.at, isDisputed: false)),
                    try ServerSentEvent(LoyaltyEvent.offerReceived(receipt.coupons[0], at: receipt.at)),
                ])
            let visits = try await world.loyalty.visits(of: ana)
            #expect(visits.map(\.shop) == [receipt.shop])
            #expect(visits.map(\.stay.proofs) == [[ShopProof(id: receipt.visit, at: receipt.at)]])
            #expect(try await world.loyalty.coupons(of: ana) == receipt.coupons)
        }
    }

    @Test("an offer comes once, the visit each time", arguments: Engine.allCases)
    func secondVisit(engine: Engine) async throws {
        try await World.with(engine) { world in
            let ana = try await world.visitor(choosing: [100])
            #expect(try await world.prove(world.sighting(100, 1), ana).coupons.count == 1)
            world.clock.advance(seconds: 60)
            #expect(try await world.prove(world.sighting(100, 1), ana).coupons.isEmpty)
            // A minute later it is still the same stay.
            #expect(try await world.loyalty.visits(of: ana).map(\.stay.proofs.count) == [2])
            #expect(try await world.loyalty.coupons(of: ana).count == 1)
            world.clock.advance(seconds: 900)
            try await world.prove(world.sighting(100, 2), ana)
            #expect(try await world.loyalty.visits(of: ana).map(\.stay.proofs.count) == [1, 2])
        }
    }

    @Test("a beacon without an offer gives none", arguments: Engine.allCases)
    func noOffer(engine: Engine) async throws {
        try await World.with(engine) { world in
            let ana = try await world.visitor(choosing: [102])
            #expect(try await world.prove(world.sighting(102, 1), ana).coupons.isEmpty)
        }
    }

    @Test("offers keep to their validity and to the venue's wall clock")
    func hours() async throws {
        var centre = Centre()
        // The clock stands at Saturday 11:30 in Madrid, which is 10:30 in UTC.
        centre.offers = [
            Centre.offer("open", 100, "Now", hours: #"{"sat": ["11:00-12:00"]}"#),
            Centre.offer("utc", 100, "By the wrong clock", hours: #"{"sat": ["10:00-11:00"]}"#),
            Centre.offer("friday", 100, "Yesterday", hours: #"{"fri": ["11:00-12:00"]}"#),
            Centre.offer("past", 100, "Over", until: "2026-11-21T10:30:30Z"),
            Centre.offer("future", 100, "To come", from: "2026-11-21T10:30:31Z"),
            Centre.offer("elsewhere", 101, "Another shop's"),
        ]
        try await World.with(.sqlite, centre) { world in
            let ana = try await world.visitor(choosing: [100, 101])
            let receipt = try await world.prove(world.sighting(100, 1), ana)
            #expect(receipt.coupons.map { $0.text["en"] } == ["Now"])
        }
    }

    @Test("a code counts for the window before, and the clock that it teaches is kept", arguments: Engine.allCases)
    func lateCode(engine: Engine) async throws {
        try await World.with(engine) { world in
            let ana = try await world.visitor(choosing: [100])
            try await world.prove(world.sighting(100, 2, windowsAgo: 1, heardSecondsAgo: 40), ana)
            let before = try await clockFloor(of: world, 100, 1)
            // At the very beginning of a window the code says that the clock is no slower than ours.
            world.clock.advance(seconds: 30)
            try await world.prove(world.sighting(100, 1), ana)
            #expect(before == -30_000)
            #expect(try await clockFloor(of: world, 100, 1) == 0)
        }
    }

    private func clockFloor(of world: World, _ major: Int64, _ minor: Int64) async throws -> Int64? {
        try await world.database.read {
            try $0.first(
                "SELECT clock_floor FROM beacons WHERE major = ?1 AND minor = ?2", [.integer(major), .integer(minor)]
            )?.integer(0)
        }
    }

    @Test("a service that starts again knows keys, clocks, replays and places", arguments: Engine.allCases)
    func restart(engine: Engine) async throws {
        try await World.with(engine) { world in
            let ana = try await world.visitor(choosing: [100, 102])
            let sighting = world.sighting(100, 1)
            try await world.prove(sighting, ana)
            let again = LoyaltyService(
                database: world.database, clock: world.clock.serverClock, events: EventHub())
            let before = try await Contents(of: world.database)
            await #expect(code { try await again.recordSighting(sighting, session: ana) } == "presence.replayed")
            await #expect(
                code { try await again.recordSighting(world.sighting(102, 1), session: ana) }
                    == "presence.implausible")
            #expect(try await Contents(of: world.database) == before)
            #expect(try await again.recordSighting(world.sighting(100, 2), session: ana).coupons.isEmpty)
        }
    }
}

/// The code of the error that `body` throws.
private func code<Value>(_ body: () async throws -> Value) async -> String? {
    await TestServer.code { _ = try await body() }
}
