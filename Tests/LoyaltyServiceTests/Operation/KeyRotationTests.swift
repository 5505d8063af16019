import Accounts
import Basics
import Beacons
import Loyalty
import Presence
import Storage
import TestServer
import Testing

@testable import HTTPKit
@testable import LoyaltyService
@testable import ServiceKit

/// A new key takes the place of an old one, and nobody's proof fails for it (C21).
struct KeyRotationTests {
    private static let beacon = BeaconRef(major: 100, minor: 1)

    @Test(
        "under load over several windows nothing is refused for a rotation, and the old key is refused afterwards",
        arguments: Engine.allCases, [Int64(-25), 0, 25])
    func underLoad(_ engine: Engine, aheadSeconds: Int64) async throws {
        var centre = Centre()
        centre.accountsPerWindow = 1000
        try await OperatedVenue.with(engine, centre) { venue in
            let world = venue.world
            let people = try await world.visitors(60, choosing: [100])
            try await world.growOlder()
            let old = try #require(world.keys[Self.beacon])
            var new = old
            // Each minute everybody proves it once: at first with the old device, then half of them with each, then with
            // the new one, whose clock is another.
            for minute in 0..<8 {
                if minute == 2 { new = try await venue.rotate(Self.beacon) }
                let key = new
                let refusals = await withTaskGroup(of: String?.self) { group in
                    for (index, person) in people.enumerated() {
                        let isNew = minute > 3 || minute == 3 && index % 2 == 0
                        let sighting = venue.sighting(
                            Self.beacon, key: isNew ? key : old, aheadSeconds: isNew ? aheadSeconds : 0)
                        group.addTask { await world.refusal(of: sighting, person) }
                    }
                    return await group.reduce(into: [String]()) { if let refusal = $1 { $0.append(refusal) } }
                }
                #expect(refusals == [], "minute \(minute)")
                world.clock.advance(seconds: 60)
            }
            #expect(
                await world.refusal(of: venue.sighting(Self.beacon, key: old), people[0]) == "presence.code_mismatch")
            try await world.loyalty.prune(at: world.clock.now)
            let person = people[1]
            #expect(await world.refusal(of: venue.sighting(Self.beacon, key: old), person) == "presence.code_mismatch")
            let accepted = venue.sighting(Self.beacon, key: new, aheadSeconds: aheadSeconds)
            #expect(await world.refusal(of: accepted, person) == nil)
            #expect(await world.refusal(of: accepted, person) == "presence.replayed")
            let second = try await world.database.read { try $0.query("SELECT 1 AS one FROM second_beacon_keys") }
            #expect(second.isEmpty)
        }
    }

    @Test("without a code of the new key the old one is believed for a day and no longer", arguments: Engine.allCases)
    func day(_ engine: Engine) async throws {
        try await OperatedVenue.with(engine) { venue in
            let world = venue.world
            let ana = try await world.visitor("ana", choosing: [100])
            let old = try #require(world.keys[Self.beacon])
            let new = try await venue.rotate(Self.beacon)
            world.clock.advance(seconds: 86_000)
            #expect(await world.refusal(of: venue.sighting(Self.beacon, key: old), ana) == nil)
            world.clock.advance(seconds: 400)
            #expect(await world.refusal(of: venue.sighting(Self.beacon, key: old), ana) == "presence.code_mismatch")
            try await world.loyalty.prune(at: world.clock.now)
            #expect(await world.refusal(of: venue.sighting(Self.beacon, key: old), ana) == "presence.code_mismatch")
            #expect(await world.refusal(of: venue.sighting(Self.beacon, key: new), ana) == nil)
        }
    }

    @Test(
        "a clock that was ahead and is set right is told as such, and one press takes its codes again on every server",
        arguments: Engine.allCases)
    func correctedClock(_ engine: Engine) async throws {
        try await OperatedVenue.with(engine) { venue in
            let world = venue.world
            let ana = try await world.visitor("ana", choosing: [100])
            let other = LoyaltyService(
                database: world.database, clock: world.clock.serverClock, events: world.events,
                random: world.loyalty.random)
            let key = try #require(world.keys[Self.beacon])
            // Forty seconds into a minute the code of a clock 85 s ahead is two windows on, and just taken.
            world.clock.advance(seconds: (100 - world.clock.now.seconds % 60) % 60)
            #expect(
                await world.refusal(of: venue.sighting(Self.beacon, key: key, aheadSeconds: 85), ana) == nil)
            _ = try await other.venue(venue.venue)
            world.clock.advance(seconds: 610)
            #expect(await world.refusal(of: venue.sighting(Self.beacon, key: key), ana) == "presence.stale")
            let diagnosis = try await world.loyalty.clockDiagnoses(of: venue.venue, at: world.clock.now)[Self.beacon]
            guard case .wentBack(let back) = diagnosis else {
                Issue.record("\(String(describing: diagnosis))")
                return
            }
            #expect((45_000...115_000).contains(back))
            let (_, entries) = try await venue.operation.fleet(of: venue.venue, by: OperatedVenue.operatorID)
            let entry = try #require(entries.first { $0.beacon.reference == Self.beacon })
            #expect(entry.findings.map(\.sign.rawValue).contains("clock-back"))

            try await venue.operation.resetClock(of: Self.beacon, in: venue.venue, by: OperatedVenue.operatorID)
            world.clock.advance(seconds: 60)
            #expect(await world.refusal(of: venue.sighting(Self.beacon, key: key), ana) == nil)
            #expect(try await world.loyalty.clockDiagnoses(of: venue.venue, at: world.clock.now)[Self.beacon] == nil)
            world.clock.advance(seconds: 60)
            _ = try await other.recordSighting(venue.sighting(Self.beacon, key: key), session: ana)
            #expect(try await venue.journal().last == "clock.reset 100.1")
        }
    }

    @Test("another server of the same database believes a new key at once", arguments: Engine.allCases)
    func anotherServer(_ engine: Engine) async throws {
        try await OperatedVenue.with(engine) { venue in
            let world = venue.world
            let ana = try await world.visitor("ana", choosing: [100])
            let other = LoyaltyService(
                database: world.database, clock: world.clock.serverClock, events: world.events,
                random: world.loyalty.random)
            let old = try #require(world.keys[Self.beacon])
            _ = try await other.recordSighting(venue.sighting(Self.beacon, key: old), session: ana)
            let new = try await venue.rotate(Self.beacon)
            _ = try await other.recordSighting(venue.sighting(Self.beacon, key: new), session: ana)
            // The first one knows of the first code, and goes on with the same windows.
            world.clock.advance(seconds: 60)
            #expect(await world.refusal(of: venue.sighting(Self.beacon, key: new), ana) == nil)
            #expect(await world.refusal(of: venue.sighting(Self.beacon, key: new), ana) == "presence.replayed")
        }
    }

    @Test(
        "a rotation can be taken back until the first code, and a stolen device is worth nothing",
        arguments: Engine.allCases)
    func undoAndRevoke(_ engine: Engine) async throws {
        try await OperatedVenue.with(engine) { venue in
            let (world, operation, account) = (venue.world, venue.operation, OperatedVenue.operatorID)
            let ana = try await world.visitor("ana", choosing: [100])
            let old = try #require(world.keys[Self.beacon])
            let undone = try await venue.rotate(Self.beacon)
            try await operation.undoRotation(of: Self.beacon, in: venue.venue, by: account)
            #expect(
                await world.refusal(of: venue.sighting(Self.beacon, key: undone), ana) == "presence.code_mismatch")
            #expect(await world.refusal(of: venue.sighting(Self.beacon, key: old), ana) == nil)
            let used = try await venue.rotate(Self.beacon)
            #expect(await world.refusal(of: venue.sighting(Self.beacon, key: used), ana) == nil)
            #expect(
                await refusalCode {
                    try await operation.undoRotation(of: Self.beacon, in: venue.venue, by: account)
                } == "fleet.no_rotation")
            try await operation.revoke(Self.beacon, in: venue.venue, by: account)
            world.clock.advance(seconds: 60)
            for key in [old, used] {
                #expect(
                    await world.refusal(of: venue.sighting(Self.beacon, key: key), ana) == "presence.code_mismatch")
            }
            // The others are untouched.
            #expect(await world.refusal(of: world.sighting(100, 2), ana) == nil)
            #expect(
                try await venue.journal() == [
                    "claim.made 100.1", "claim.used 100.1", "key.undone 100.1", "claim.made 100.1", "claim.used 100.1",
                    "key.dropped 100.1",
                ])
        }
    }
}
