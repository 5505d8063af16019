import Basics
import LoyaltyService
import TestServer
import Testing

@Suite("Coupons and choices")
struct CouponTests {
    @Test(
        "a deleted coupon is gone, comes back when that is undone, and is not given again", arguments: Engine.allCases)
    func deletion(engine: Engine) async throws {
        try await World.with(engine) { world in
            let ana = try await world.visitor(choosing: [100])
            let coupon = try await world.prove(world.sighting(100, 1), ana).coupons[0]

            try await world.loyalty.deleteCoupon(coupon.id, of: ana)
            #expect(try await world.loyalty.coupons(of: ana) == [])
            try await world.loyalty.deleteCoupon(coupon.id, of: ana)
            world.clock.advance(seconds: 60)
            #expect(try await world.prove(world.sighting(100, 1), ana).coupons == [])
            #expect(try await world.loyalty.coupons(of: ana) == [])

            #expect(try await world.loyalty.restoreCoupon(coupon.id, of: ana) == coupon)
            #expect(try await world.loyalty.restoreCoupon(coupon.id, of: ana) == coupon)
            #expect(try await world.loyalty.coupons(of: ana) == [coupon])
        }
    }

    @Test("nobody deletes, restores or sees another's coupon", arguments: Engine.allCases)
    func ownership(engine: Engine) async throws {
        try await World.with(engine) { world in
            let ana = try await world.visitor("ana", choosing: [100])
            let bea = try await world.visitor("bea", choosing: [100])
            let coupon = try await world.prove(world.sighting(100, 1), ana).coupons[0]
            let before = try await Contents(of: world.database)
            await #expect(code { try await world.loyalty.deleteCoupon(coupon.id, of: bea) } == "loyalty.unknown_coupon")
            await #expect(
                code { _ = try await world.loyalty.restoreCoupon(coupon.id, of: bea) } == "loyalty.unknown_coupon")
            await #expect(
                code { try await world.loyalty.deleteCoupon("' OR 1=1", of: ana) } == "loyalty.unknown_coupon")
            #expect(try await world.loyalty.coupons(of: bea) == [])
            #expect(try await Contents(of: world.database) == before)
        }
    }

    @Test("a coupon is dated by the venue's day and not by the visit's instant", arguments: Engine.allCases)
    func day(engine: Engine) async throws {
        try await World.with(engine) { world in
            let ana = try await world.visitor(choosing: [100])
            let coupon = try await world.prove(world.sighting(100, 1), ana).coupons[0]
            // Midnight in Madrid, an hour ahead of UTC in November.
            #expect(coupon.receivedAt == Timestamp(rfc3339: "2026-11-20T23:00:00Z"))
        }
    }

    @Test("choices are replaced as a whole", arguments: Engine.allCases)
    func choices(engine: Engine) async throws {
        try await World.with(engine) { world in
            let ana = try await world.visitor("ana", choosing: [100, 101])
            let bea = try await world.visitor("bea", choosing: [100])
            try await world.choose([102, 101, 102], ana)
            let majors = try await world.loyalty.choices(of: ana).map(\.major)
            #expect(majors == [101, 102])
            #expect(try await world.loyalty.choices(of: bea).map(\.major) == [100])
            try await world.choose([], ana)
            #expect(try await world.loyalty.choices(of: ana) == [])
        }
    }

    @Test("a choice of what is no shop changes nothing", arguments: Engine.allCases, [1, 55] as [UInt16])
    func unknownShop(engine: Engine, major: UInt16) async throws {
        try await World.with(engine) { world in
            let ana = try await world.visitor(choosing: [100])
            let before = try await Contents(of: world.database)
            await #expect(code { try await world.choose([101, major], ana) } == "loyalty.unknown_shop")
            #expect(try await Contents(of: world.database) == before)
        }
    }

    @Test("too many choices are refused")
    func tooMany() async throws {
        try await World.with(.sqlite) { world in
            let ana = try await world.visitor()
            let shops = (0...UInt16(LoyaltyService.choiceLimit)).map { ShopChoice(venue: world.uuid, major: $0) }
            await #expect(
                code { try await world.loyalty.setChoices(shops, of: ana) } == "loyalty.too_many_choices")
        }
    }

    @Test("visits are those of the shops that are chosen now", arguments: Engine.allCases)
    func visitsFollowChoices(engine: Engine) async throws {
        try await World.with(engine) { world in
            let ana = try await world.visitor(choosing: [100, 101])
            let first = try await world.prove(world.sighting(100, 1), ana)
            world.clock.advance(seconds: 120)
            let second = try await world.prove(world.sighting(101, 1), ana)
            #expect(try await world.loyalty.visits(of: ana).map(\.id) == [second.visit, first.visit])
            try await world.choose([101], ana)
            #expect(try await world.loyalty.visits(of: ana).map(\.id) == [second.visit])
        }
    }
}
