import AnonymousCredentials
import Basics
import Beacons
import Loyalty
import Storage
import TestServer
import Testing

@testable import HTTPKit
@testable import LoyaltyService

/// Who gets the credential of ten minutes in a shop: whoever was proved inside then, and once.
struct StayPresenceTests {
    @Test(
        "the same request has the same answer, another one none; also of a server that began anew",
        arguments: Engine.allCases)
    func once(_ engine: Engine) async throws {
        try await World.givingPoints(engine) { world in
            let stays = world.stays()
            let ana = try await world.visitor(choosing: [100])
            let held = try await world.presence(stays, ana)
            let shop = world.shopKey()
            for service in [stays, world.stays(5)] {
                let again = try await service.issuePresence(held.request, in: shop, held.slot, to: ana)
                #expect(again == held.response)
                let (slot, other) = try await world.presenceRequest(service)
                #expect(
                    await code { _ = try await service.issuePresence(other.bytes, in: shop, slot, to: ana) }
                        == "stays.had")
            }
            // Neither a restart nor another server has a key of its own.
            let (one, other) = (try await stays.publicKey(), try await world.stays(5).publicKey())
            #expect(one == other)
            // The next ten minutes are others, with a proof of their own.
            world.clock.advance(seconds: 600)
            let (slot, request) = try await world.presenceRequest(stays)
            #expect(
                await code { _ = try await stays.issuePresence(request.bytes, in: shop, slot, to: ana) }
                    == "stays.no_proof")
            #expect(try await world.presence(stays, ana).slot.number == held.slot.number + 1)
        }
    }

    @Test(
        "without a proof inside of this shop in these ten minutes, on terms that allow it, there is none",
        arguments: Engine.allCases)
    func proofs(_ engine: Engine) async throws {
        try await World.givingPoints(engine) { world in
            let stays = world.stays()
            let (ana, bea, cleo) = (
                try await world.visitor(choosing: [100, 101]), try await world.visitor("bea", choosing: [100]),
                try await world.visitor("cleo")
            )
            try await world.choose(100, .coupons, cleo)
            func asks(_ session: Session, _ major: UInt16 = 100) async throws -> String? {
                let (slot, request) = try await world.presenceRequest(stays, major)
                return await code {
                    _ = try await stays.issuePresence(request.bytes, in: world.shopKey(major), slot, to: session)
                }
            }
            #expect(try await asks(ana) == "stays.no_proof")
            // At the window one only passes by, and another shop is another place.
            try await world.prove(world.sighting(100, 3), ana)
            #expect(try await asks(ana) == "stays.no_proof")
            world.clock.advance(seconds: 120)
            try await world.prove(world.sighting(101, 1), ana)
            #expect(try await asks(ana) == "stays.no_proof")
            #expect(try await asks(ana, 101) == nil)
            // Another account's proof is no proof.
            #expect(try await asks(bea, 101) == "stays.no_proof")
            // Where a shop may give coupons alone, nothing is kept that could be paid.
            try await world.prove(world.sighting(100, 1), cleo)
            #expect(try await asks(cleo) == "stays.no_proof")
            for major in [1, 55] as [UInt16] { #expect(try await asks(ana, major) == "stays.not_offered") }
            let slot = StaySlot(containing: world.clock.now)
            try await world.prove(world.sighting(100, 2), bea)
            #expect(
                await code {
                    _ = try await stays.issuePresence(
                        [UInt8](repeating: 1, count: 226), in: world.shopKey(), slot, to: bea)
                } == "stays.invalid_request")
            #expect(try await asks(bea) == nil)
            try await world.loyalty.importVenue(Centre().venue())
            #expect(try await asks(bea) == "stays.not_offered")
            #expect(try await world.rows("stay_credentials") == 2)
        }
    }

    @Test("a code that too many accounts used proves nothing", arguments: Engine.allCases)
    func disputed(_ engine: Engine) async throws {
        try await World.givingPoints(engine) { world in
            let stays = world.stays()
            let crowd = try await world.visitors(5, choosing: [100])
            for person in crowd { try await world.prove(world.sighting(100, 1), person) }
            for person in crowd {
                let (slot, request) = try await world.presenceRequest(stays)
                #expect(
                    await code {
                        _ = try await stays.issuePresence(request.bytes, in: world.shopKey(), slot, to: person)
                    }
                        == "stays.no_proof")
            }
        }
    }

    @Test("it is asked for until five minutes after its end, and forgotten after ten", arguments: Engine.allCases)
    func late(_ engine: Engine) async throws {
        try await World.givingPoints(engine) { world in
            let stays = world.stays()
            let (ana, bea) = (
                try await world.visitor(choosing: [100]), try await world.visitor("bea", choosing: [100])
            )
            let held = try await world.presence(stays, ana)
            try await world.prove(world.sighting(100, 1), bea)
            let (_, request) = try await world.presenceRequest(stays)
            let left = Int64(held.slot.end.seconds - world.clock.now.seconds)
            world.clock.advance(seconds: left + 300)
            #expect(
                await code { _ = try await stays.issuePresence(request.bytes, in: world.shopKey(), held.slot, to: bea) }
                    == "stays.no_proof")
            try await stays.prune(at: world.clock.now)
            #expect(
                try await stays.issuePresence(held.request, in: world.shopKey(), held.slot, to: ana) == held.response)
            world.clock.advance(seconds: 300)
            try await stays.prune(at: world.clock.now)
            #expect(try await world.rows("stay_credentials") == 0)
            #expect(
                await code { _ = try await stays.issuePresence(held.request, in: world.shopKey(), held.slot, to: ana) }
                    == "stays.no_proof")
            // One that is still to come is not issued either.
            let next = StaySlot(number: StaySlot(containing: world.clock.now).number + 1)
            #expect(
                await code { _ = try await stays.issuePresence(request.bytes, in: world.shopKey(), next, to: bea) }
                    == "stays.no_proof")
        }
    }

    @Test(
        "of two different requests at once one is answered, and of two that are the same both alike",
        arguments: Engine.allCases)
    func atOnce(_ engine: Engine) async throws {
        try await World.givingPoints(engine) { world in
            let (one, two) = (world.stays(), world.stays(4))
            let (ana, bea) = (
                try await world.visitor(choosing: [100]), try await world.visitor("bea", choosing: [100])
            )
            for person in [ana, bea] { try await world.prove(world.sighting(100, 1), person) }
            let (slot, first) = try await world.presenceRequest(one)
            let (_, second) = try await world.presenceRequest(two)
            let shop = world.shopKey()
            async let left = code { _ = try await one.issuePresence(first.bytes, in: shop, slot, to: ana) }
            async let right = code { _ = try await two.issuePresence(second.bytes, in: shop, slot, to: ana) }
            let codes = [await left, await right]
            #expect(codes.filter { $0 == nil }.count == 1 && codes.contains("stays.had"))
            async let same = one.issuePresence(first.bytes, in: shop, slot, to: bea)
            async let other = two.issuePresence(first.bytes, in: shop, slot, to: bea)
            let answers = [try await same, try await other]
            #expect(answers[0] == answers[1])
        }
    }
}
