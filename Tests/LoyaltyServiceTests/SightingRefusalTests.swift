import Accounts
import Basics
import Beacons
import HTTPKit
import LoyaltyService
import Presence
import TestServer
import Testing

@testable import ServiceKit

/// One sighting that is refused: who sends what, and what it ends as.
struct RefusalScenario: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let code: String
    /// Whether the person hears of it on the stream and the venue counts it.
    var isTold = true
    /// Brings the world to the point before the refusal and gives the sighting.
    let arrange: @Sendable (World, Session) async throws -> PresenceSighting

    static let all: [RefusalScenario] = [
        RefusalScenario(testDescription: "a shop that was not chosen", code: "loyalty.not_chosen", isTold: false) {
            world, _ in world.sighting(101, 1)
        },
        RefusalScenario(
            testDescription: "a wrong code at a shop that was not chosen", code: "loyalty.not_chosen", isTold: false
        ) { world, _ in
            PresenceSighting(
                identity: world.sighting(101, 1).identity, code: World.wrongCode, heardAt: world.clock.now)
        },
        RefusalScenario(
            testDescription: "an unknown beacon of a shop that was not chosen", code: "loyalty.not_chosen",
            isTold: false
        ) { world, _ in world.sighting(101, 99) },
        RefusalScenario(
            testDescription: "a shop that is not chosen any more", code: "loyalty.not_chosen", isTold: false
        ) { world, ana in
            try await world.prove(world.sighting(100, 1), ana)
            try await world.choose([102], ana)
            world.clock.advance(seconds: 60)
            return world.sighting(100, 1)
        },
        RefusalScenario(testDescription: "the centre's own entrance", code: "loyalty.not_chosen", isTold: false) {
            world, _ in world.sighting(1, 1)
        },
        RefusalScenario(testDescription: "a major of nobody", code: "presence.unknown_beacon") {
            world, _ in world.sighting(55, 1)
        },
        RefusalScenario(testDescription: "an unknown minor", code: "presence.unknown_beacon") {
            world, _ in world.sighting(100, 99)
        },
        RefusalScenario(testDescription: "a code of nobody", code: "presence.code_mismatch") { world, _ in
            PresenceSighting(
                identity: world.sighting(100, 1).identity, code: World.wrongCode, heardAt: world.clock.now)
        },
        RefusalScenario(testDescription: "a code of the beacon beside it", code: "presence.code_mismatch") { world, _ in
            PresenceSighting(
                identity: world.sighting(100, 1).identity, code: world.sighting(100, 2).code,
                heardAt: world.clock.now)
        },
        RefusalScenario(testDescription: "a code of ten minutes ago", code: "presence.stale") {
            world, _ in world.sighting(100, 1, windowsAgo: 10)
        },
        RefusalScenario(testDescription: "a code that was heard too long ago", code: "presence.stale") {
            world, _ in world.sighting(100, 1, heardSecondsAgo: 121)
        },
        RefusalScenario(testDescription: "a code from the future", code: "presence.future") {
            world, _ in world.sighting(100, 1, heardSecondsAgo: -62)
        },
        RefusalScenario(testDescription: "the same code again", code: "presence.replayed") { world, ana in
            let sighting = world.sighting(100, 1)
            try await world.prove(sighting, ana)
            world.clock.advance(seconds: 20)
            return sighting
        },
        RefusalScenario(testDescription: "200 metres in half a minute", code: "presence.implausible") { world, ana in
            try await world.prove(world.sighting(100, 1), ana)
            world.clock.advance(seconds: 30)
            return world.sighting(102, 1)
        },
        RefusalScenario(testDescription: "the sixty-fifth new account with one code", code: "presence.shared") {
            world, _ in
            for other in try await world.visitors(64, choosing: [100]) {
                try await world.prove(world.sighting(100, 1), other)
            }
            return world.sighting(100, 1)
        },
    ]
}

@Suite("Refused sightings")
struct SightingRefusalTests {
    @Test("what is refused leaves no trace", arguments: Engine.allCases, RefusalScenario.all)
    func refused(engine: Engine, scenario: RefusalScenario) async throws {
        try await World.with(engine) { world in
            let ana = try await world.visitor(choosing: [100, 102])
            let sighting = try await scenario.arrange(world, ana)
            let before = try await Contents(of: world.database)
            let stream = world.events.subscribe(account: ana.accountID)

            let refusal = await world.refusal(of: sighting, ana)

            #expect(refusal == scenario.code)
            let after = try await Contents(of: world.database)
            #expect(after.differences(from: before) == [])
            let told =
                try scenario.isTold
                ? [ServerSentEvent(LoyaltyEvent.sightingRejected(code: scenario.code, at: world.clock.now))] : []
            #expect(await received(stream, closing: world.events) == told)
            world.clock.advance(seconds: 20 * 60)
            let picture = try await world.loyalty.picture(of: world.uuid)
            #expect(picture.rejected == (scenario.isTold ? [scenario.code: 1] : [:]))
            #expect(picture.accepted + picture.disputed == after.count("visits"))
        }
    }

    @Test("every reason of the core has a scenario, but the unknown venue's")
    func everyReason() {
        let codes = Set(RefusalScenario.all.map(\.code))
        for rejection in PresenceRejection.allCases { #expect(codes.contains(rejection.code)) }
    }

    @Test("a foreign UUID is refused without a trace", arguments: Engine.allCases)
    func foreignVenue(engine: Engine) async throws {
        try await World.with(engine) { world in
            let ana = try await world.visitor(choosing: [100])
            let before = try await Contents(of: world.database)
            let foreign = BeaconIdentity(uuid: UUID128(high: 1, low: 2), major: 100, minor: 1)
            let sighting = PresenceSighting(
                identity: foreign, code: world.sighting(100, 1).code, heardAt: world.clock.now)
            #expect(await world.refusal(of: sighting, ana) == "presence.unknown_beacon")
            #expect(try await Contents(of: world.database) == before)
        }
    }

    @Test("a refused sighting does not keep the honest one from being believed", arguments: Engine.allCases)
    func refusalsDoNotCount(engine: Engine) async throws {
        try await World.with(engine) { world in
            let ana = try await world.visitor(choosing: [102])
            // Had the refused one been kept as the last place, 200 metres would now be too far.
            #expect(await world.refusal(of: world.sighting(100, 1), ana) == "loyalty.not_chosen")
            #expect(await world.refusal(of: world.sighting(102, 1), ana) == nil)
        }
    }
}
