import Basics
import Beacons
import Crypto
import Presence
import TestServer
import Testing
import Vault

@testable import HTTPKit
@testable import LoyaltyService
@testable import ServiceKit
@testable import VaultService

@Suite("Presence for a vault's slot")
struct VaultEvaluationTests {
    @Test("presence gives the same key each time, and receipts keep the count at nothing", arguments: Engine.allCases)
    func opening(engine: Engine) async throws {
        try await World.with(engine) { world in
            let device = try await PresenceDevice(world, try await world.visitor())
            let first = try await device.contribution()
            try await device.register(first.key)
            try await device.confirm(first.key, first.attempt)
            // A dozen openings, a minute apart: without receipts the third would lock.
            for _ in 0..<12 {
                world.clock.advance(seconds: 60)
                let again = try await device.contribution()
                #expect(again.key == first.key)
                try await device.confirm(again.key, again.attempt)
            }
        }
    }

    @Test("another cell and another slot give another key, and the server sees another element each time")
    func binding() async throws {
        try await World.with(.sqlite) { world in
            let session = try await world.visitor()
            let device = try await PresenceDevice(world, session)
            let key = try await device.contribution().key
            world.clock.advance(seconds: 60)
            let fix = try #require(Fix(latitude: 40.4, longitude: -3.7, accuracy: 5))
            let cell = try Lattice(side: .standard).enrol([fix]).cell
            #expect(try await device.contribution(cell: cell).key != key)
            world.clock.advance(seconds: 60)
            let other = try await PresenceDevice(world, session)
            #expect(try await other.contribution().key != key)
            #expect(try device.request().blinded != device.request().blinded)
        }
    }

    @Test("an evaluation of another slot's key is noticed")
    func pinnedKey() async throws {
        try await World.with(.sqlite) { world in
            let session = try await world.visitor()
            let (device, other) = (
                try await PresenceDevice(world, session), try await PresenceDevice(world, session)
            )
            let request = try device.request()
            let evaluation = try await other.evaluate(request)
            #expect(throws: VaultFault.invalidProof) {
                try request.finish(evaluation: evaluation.element, proof: evaluation.proof)
            }
        }
    }

    @Test("it leaves neither visit, coupon nor last place, and no shop is told", arguments: Engine.allCases)
    func privacy(engine: Engine) async throws {
        try await World.with(engine) { world in
            let session = try await world.visitor(choosing: [100])
            let device = try await PresenceDevice(world, session)
            let stream = world.events.subscribe(account: session.accountID)
            let before = try await Contents(of: world.database)
            _ = try await device.contribution()
            let after = try await Contents(of: world.database)
            // The code is spent for the minutes in which it could be replayed; the beacon's clock may have been learned.
            #expect(Set(after.differences(from: before)).subtracting(["beacons"]) == ["sightings", "vault_slots"])
            #expect(after.count("sightings") == before.count("sightings") + 1)
            // The quarter of an hour in which it was is published, without it.
            world.clock.advance(seconds: 20 * 60)
            let picture = try await world.loyalty.picture(of: world.uuid)
            #expect(picture.from == VenuePicture.cell(of: TestClock.start) && picture.accepted == 0)
            world.clock.advance(seconds: 2400)
            try await world.loyalty.prune(at: world.clock.now)
            let later = try await Contents(of: world.database)
            #expect(later.count("sightings") == before.count("sightings"))
            #expect(await received(stream, closing: world.events).isEmpty)
        }
    }

    @Test("one code serves once, for a visit or for the vault", arguments: Engine.allCases)
    func replay(engine: Engine) async throws {
        try await World.with(engine) { world in
            let session = try await world.visitor(choosing: [100])
            let device = try await PresenceDevice(world, session)
            let sighting = world.sighting(100, 1)
            _ = try await device.evaluate(try device.request(), sighting)
            #expect(
                await vaultRefusal { _ = try await device.evaluate(try device.request(), sighting) }
                    == "presence.replayed")
            #expect(await world.refusal(of: sighting, session) == "presence.replayed")
            world.clock.advance(seconds: 60)
            let visited = world.sighting(100, 1)
            #expect(await world.refusal(of: visited, session) == nil)
            #expect(
                await vaultRefusal { _ = try await device.evaluate(try device.request(), visited) }
                    == "presence.replayed")
        }
    }

    @Test("what proves no presence is refused and counts for nothing", arguments: Engine.allCases)
    func refusals(engine: Engine) async throws {
        try await World.with(engine) { world in
            let session = try await world.visitor()
            let device = try await PresenceDevice(world, session)
            let before = try await Contents(of: world.database)
            let honest = world.sighting(100, 1)
            let cases: [(PresenceSighting, String)] = [
                (
                    PresenceSighting(identity: honest.identity, code: World.wrongCode, heardAt: honest.heardAt),
                    "presence.code_mismatch"
                ),
                (world.sighting(100, 2), "presence.unknown_beacon"),
                (world.sighting(100, 1, windowsAgo: 10), "presence.stale"),
                (world.sighting(100, 1, heardSecondsAgo: 600), "presence.stale"),
                (world.sighting(100, 1, heardSecondsAgo: -600), "presence.future"),
            ]
            for (sighting, code) in cases {
                let refusal = await vaultRefusal { _ = try await device.evaluate(try device.request(), sighting) }
                #expect(refusal == code)
            }
            #expect(try await Contents(of: world.database).differences(from: before) == [])
        }
    }

    @Test("what is no point of the curve is refused and spends no code")
    func elements() async throws {
        try await World.with(.sqlite) { world in
            let device = try await PresenceDevice(world, try await world.visitor())
            let before = try await Contents(of: world.database)
            let blinded = try device.request().blinded
            let bad: [[UInt8]] = [
                [], [0], [UInt8](repeating: 0, count: 49), [2] + [UInt8](repeating: 0xFF, count: 48),
                Array(blinded.dropLast()), blinded + [0], [4] + blinded.dropFirst(),
            ]
            for element in bad {
                let refusal = await vaultRefusal {
                    _ = try await device.vaults.evaluate(
                        element, slot: device.slot.id, sighting: world.sighting(100, 1), session: device.session)
                }
                #expect(refusal == "invalidElement", "\(element.hexadecimal)")
            }
            #expect(try await Contents(of: world.database).differences(from: before) == [])
        }
    }

    @Test("a slot belongs to one account, and goes when it is removed", arguments: Engine.allCases)
    func ownership(engine: Engine) async throws {
        try await World.with(engine) { world in
            let device = try await PresenceDevice(world, try await world.visitor())
            let thief = try await world.visitor("eva")
            let blinded = try device.request().blinded
            for session in [thief] {
                let refusals = [
                    await vaultRefusal {
                        _ = try await device.vaults.evaluate(
                            blinded, slot: device.slot.id, sighting: world.sighting(100, 1), session: session)
                    },
                    await vaultRefusal { try await device.vaults.removeSlot(device.slot.id, session: session) },
                    await vaultRefusal {
                        try await device.vaults.takeReceipt(
                            [], attempt: [], of: device.slot.id, session: session)
                    },
                ]
                #expect(refusals == ["unknown", "unknown", "unknown"])
            }
            try await device.vaults.removeSlot(device.slot.id, session: device.session)
            #expect(await vaultRefusal { _ = try await device.contribution() } == "unknown")
        }
    }

    @Test("there are so many slots of an account, and only at beacons that there are")
    func bounds() async throws {
        try await World.with(.sqlite) { world in
            let session = try await world.visitor()
            let vaults = world.vaults
            let unknown = BeaconIdentity(uuid: world.uuid, major: 100, minor: 99)
            #expect(
                await vaultRefusal { _ = try await vaults.addSlot(at: unknown, rule: .standard, session: session) }
                    == "presence.unknown_beacon")
            let beacon = BeaconIdentity(uuid: world.uuid, major: 100, minor: 1)
            for _ in 0..<32 { _ = try await vaults.addSlot(at: beacon, rule: .standard, session: session) }
            #expect(
                await vaultRefusal { _ = try await vaults.addSlot(at: beacon, rule: .standard, session: session) }
                    == "full")
        }
    }
}
