import Accounts
import Basics
import HTTPKit
import LoyaltyService
import Presence
import Storage
import TestServer
import Testing

@Suite("Sightings at the same time")
struct SightingConcurrencyTests {
    /// What each sighting ended as: nil when it was accepted.
    private func outcomes(
        of sightings: [(PresenceSighting, Session)], in world: World
    ) async -> [String?] {
        await withTaskGroup(of: String?.self) { group in
            for (sighting, session) in sightings {
                group.addTask { await world.refusal(of: sighting, session) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test("of 100 equal sightings one is a visit", arguments: Engine.allCases)
    func replays(engine: Engine) async throws {
        try await World.with(engine) { world in
            let ana = try await world.visitor(choosing: [100])
            let outcomes = await outcomes(
                of: Array(repeating: (world.sighting(100, 1), ana), count: 100), in: world)
            #expect(outcomes.filter { $0 == nil }.count == 1)
            #expect(outcomes.filter { $0 == "presence.replayed" }.count == 99)
            let contents = try await Contents(of: world.database)
            for table in ["sightings", "recent_places", "visits", "fresh_coupons"] {
                #expect(contents.count(table) == 1)
            }
        }
    }

    @Test("of 80 new accounts with one code 4 get an offer and 64 are kept, disputed", arguments: Engine.allCases)
    func sharing(engine: Engine) async throws {
        try await World.with(engine) { world in
            let people = try await world.visitors(80, choosing: [100])
            let sighting = world.sighting(100, 1)
            let outcomes = await outcomes(of: people.map { (sighting, $0) }, in: world)
            #expect(outcomes.filter { $0 == nil }.count == 64)
            #expect(outcomes.filter { $0 == "presence.shared" }.count == 16)
            let contents = try await Contents(of: world.database)
            #expect(contents.count("visits") == 64 && contents.count("disputed_codes") == 1)
            #expect(contents.count("fresh_coupons") == 4)
        }
    }

    @Test("nobody is in two places at once", arguments: Engine.allCases)
    func places(engine: Engine) async throws {
        try await World.with(engine) { world in
            let people = try await world.visitors(8, choosing: [100, 102])
            let sightings = people.flatMap { [(world.sighting(100, 1), $0), (world.sighting(102, 1), $0)] }
            let outcomes = await outcomes(of: sightings, in: world)
            #expect(outcomes.filter { $0 == nil }.count == 8)
            #expect(outcomes.filter { $0 == "presence.implausible" }.count == 8)
        }
    }

    @Test("an offer with a limit is given to no more than that", arguments: Engine.allCases)
    func offerLimit(engine: Engine) async throws {
        try await World.with(engine) { world in
            let people = try await world.visitors(12, choosing: [101])
            let receipts = try await withThrowingTaskGroup(of: SightingReceipt.self) { group in
                for person in people {
                    group.addTask { try await world.prove(world.sighting(101, 1), person) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(receipts.flatMap(\.coupons).count == 3)
            let contents = try await Contents(of: world.database)
            #expect(contents.count("visits") == 12 && contents.count("fresh_coupons") == 3)
            #expect(try await given(world) == 3)
            // Deleting one gives it to nobody else.
            let lucky = try #require(receipts.first { !$0.coupons.isEmpty })
            for person in people {
                try? await world.loyalty.deleteCoupon(lucky.coupons[0].id, of: person)
            }
            world.clock.advance(seconds: 60)
            for person in people {
                #expect(try await world.prove(world.sighting(101, 1), person).coupons.isEmpty)
            }
            #expect(try await given(world) == 3)
        }
    }

    private func given(_ world: World) async throws -> Int64? {
        try await world.database.read {
            try $0.first("SELECT given FROM offers WHERE id = ?1", ["bruma-first-three"])?.integer(0)
        }
    }

    @Test("once a choice is withdrawn, no sighting sent after that is kept", arguments: Engine.allCases)
    func withdrawal(engine: Engine) async throws {
        try await World.with(engine) { world in
            let people = try await world.visitors(10, choosing: [100])
            try await withThrowingTaskGroup(of: Void.self) { group in
                for person in people {
                    for minor: UInt16 in 1...3 {
                        group.addTask { _ = await world.refusal(of: world.sighting(100, minor), person) }
                    }
                    group.addTask {
                        try await world.choose([], person)
                        for minor: UInt16 in 1...3 {
                            let refusal = await world.refusal(of: world.sighting(100, minor), person)
                            #expect(refusal == "loyalty.not_chosen")
                        }
                    }
                }
                try await group.waitForAll()
            }
            let settled = try await Contents(of: world.database)
            world.clock.advance(seconds: 60)
            for person in people {
                #expect(await world.refusal(of: world.sighting(100, 1), person) == "loyalty.not_chosen")
            }
            #expect(try await Contents(of: world.database) == settled)
            #expect(settled.count("choices") == 0)
            #expect(settled.count("visits") == settled.count("sightings"))
        }
    }
}
