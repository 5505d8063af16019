import Basics
import Beacons
import Loyalty
import Storage
import TestServer
import Testing

@testable import HTTPKit
@testable import LoyaltyService

/// What each term leaves behind, and that a lower one holds from the next sighting on.
struct TermsTests {
    private func enter(_ world: World, _ minor: UInt16 = 1) -> VisitEvent {
        VisitEvent(
            .enter, at: BeaconIdentity(uuid: world.uuid, major: 100, minor: minor), world.clock.now)
    }

    @Test("coupons alone: the coupon comes, and no visit and no event is kept", arguments: Engine.allCases)
    func coupons(_ engine: Engine) async throws {
        try await World.with(engine) { world in
            let counting = world.counting()
            let ana = try await world.visitor()
            try await world.choose(100, .coupons, ana)
            let receipt = try await world.prove(world.sighting(100, 1), ana)
            #expect(receipt.coupons.count == 1 && receipt.visit.isEmpty)
            #expect(try await counting.record([enter(world)], of: ana) == 0)
            #expect(try await world.rows("visits") == 0)
            #expect(try await world.rows("events") == 0)
            #expect(try await world.loyalty.choices(of: ana).map(\.term) == [.coupons])
        }
    }

    @Test(
        "visits, and then coupons alone: from the next sighting and event on nothing more is kept",
        arguments: Engine.allCases)
    func lowering(_ engine: Engine) async throws {
        try await World.with(engine) { world in
            let counting = world.counting()
            let ana = try await world.visitor()
            for term in [Term.visits, .habits] {
                try await world.choose(100, term, ana)
                let receipt = try await world.prove(world.sighting(100, 1), ana)
                #expect(!receipt.visit.isEmpty)
                #expect(try await counting.record([enter(world)], of: ana) == 1)
                world.clock.advance(seconds: 60)
            }
            try await world.choose(100, .coupons, ana)
            try await world.prove(world.sighting(100, 1), ana)
            #expect(try await counting.record([enter(world)], of: ana) == 0)
            #expect(try await world.rows("visits") == 2)
            #expect(try await world.rows("events") == 2)
            try await world.choose([], ana)
            world.clock.advance(seconds: 60)
            #expect(await world.refusal(of: world.sighting(100, 1), ana) == "loyalty.not_chosen")
            #expect(try await counting.record([enter(world)], of: ana) == 0)
        }
    }

    @Test("a choice without a term raises none, and is for visits where the shop is new")
    func unsaid() async throws {
        try await World.with(.sqlite) { world in
            let ana = try await world.visitor()
            try await world.choose(100, .coupons, ana)
            try await world.choose([100, 101], ana)
            #expect(try await world.loyalty.choices(of: ana).map(\.term) == [.coupons, .visits])
            // Of a shop that is there twice the lower term holds.
            try await world.loyalty.setChoices(
                [.habits, .coupons].map { ShopChoice(venue: world.uuid, major: 101, term: $0) }, of: ana)
            #expect(try await world.loyalty.choices(of: ana).map(\.term) == [.coupons])
        }
    }

    @Test("an event is of its minute, not older than a quarter of an hour, once, and proved by a proof beside it")
    func events() async throws {
        try await World.with(.sqlite) { world in
            let counting = world.counting()
            let (ana, bea) = (try await world.visitor(choosing: [100]), try await world.visitor("bea", choosing: [100]))
            try await world.prove(world.sighting(100, 1), ana)
            let (here, other) = (enter(world), enter(world, 2))
            world.clock.advance(seconds: 300)
            #expect(try await counting.record([here, here, other, enter(world, 9)], of: ana) == 2)
            #expect(try await counting.record([here], of: bea) == 1)
            let rows = try await world.database.read { connection in
                try connection.query("SELECT minor, minute, proved, pseudonym FROM events ORDER BY proved, minor").map {
                    (try $0.integer("minor"), try $0.integer("minute"), try $0.integer("proved"))
                }
            }
            #expect(rows.map(\.0) == [1, 2, 1] && rows.map(\.2) == [0, 0, 1])
            #expect(Set(rows.map(\.1)) == [TestClock.start.milliseconds / 60_000])
            world.clock.advance(seconds: 700)
            #expect(try await counting.record([VisitEvent(.exit, at: here.beacon, here.begins)], of: ana) == 0)
            let ahead = world.clock.now.advanced(bySeconds: 180)
            #expect(try await counting.record([VisitEvent(.exit, at: here.beacon, ahead)], of: ana) == 0)
            // After four weeks they are gone.
            world.clock.advance(seconds: 29 * 86_400)
            try await counting.keepCounting(at: world.clock.now)
            #expect(try await world.rows("events") == 0)
        }
    }
}
