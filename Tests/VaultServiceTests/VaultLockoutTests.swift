import Basics
import Crypto
import Storage
import TestServer
import Testing
import Vault

@testable import HTTPKit
@testable import VaultService

@Suite("The server's count of failures")
struct VaultLockoutTests {
    @Test("the third evaluation without a receipt locks for 300 s, the fourth for 600", arguments: Engine.allCases)
    func waits(engine: Engine) async throws {
        try await World.with(engine) { world in
            let device = try await PresenceDevice(world, try await world.visitor())
            for _ in 0..<3 {
                _ = try await device.contribution()
                world.clock.advance(seconds: 60)
            }
            #expect(await vaultRefusal { _ = try await device.contribution() } == "lockedOut(seconds: 240)")
            world.clock.advance(seconds: 239)
            #expect(await vaultRefusal { _ = try await device.contribution() } == "lockedOut(seconds: 1)")
            world.clock.advance(seconds: 1)
            _ = try await device.contribution()
            world.clock.advance(seconds: 60)
            #expect(await vaultRefusal { _ = try await device.contribution() } == "lockedOut(seconds: 540)")
        }
    }

    @Test("a strict slot waits for every failure")
    func strict() async throws {
        try await World.with(.sqlite) { world in
            let device = try await PresenceDevice(world, try await world.visitor(), rule: .strict)
            for _ in 0..<3 {
                _ = try await device.contribution()
                world.clock.advance(seconds: 60)
            }
            #expect(await vaultRefusal { _ = try await device.contribution() } == "lockedOut(seconds: 840)")
        }
    }

    @Test("a locked slot spends no code, and a clock set back makes nobody wait longer than the rule says")
    func clock() async throws {
        try await World.with(.sqlite) { world in
            let device = try await PresenceDevice(world, try await world.visitor())
            for _ in 0..<3 {
                _ = try await device.contribution()
                world.clock.advance(seconds: 60)
            }
            let before = try await Contents(of: world.database)
            #expect(await vaultRefusal { _ = try await device.contribution() } != nil)
            #expect(try await Contents(of: world.database).differences(from: before) == [])
            world.clock.advance(seconds: -86_400)
            #expect(await vaultRefusal { _ = try await device.contribution() } == "lockedOut(seconds: 300)")
        }
    }

    @Test("only the slot's own key resets, for the last attempt, once", arguments: Engine.allCases)
    func receipts(engine: Engine) async throws {
        try await World.with(engine) { world in
            let device = try await PresenceDevice(world, try await world.visitor())
            let first = try await device.contribution()
            // Nothing to check it by yet.
            #expect(await vaultRefusal { try await device.confirm(first.key, first.attempt) } == "invalidElement")
            try await device.register(first.key)
            try await device.register(first.key)
            let other = SymmetricKey(data: [UInt8](repeating: 9, count: 48))
            #expect(await vaultRefusal { try await device.register(other) } == "conflict")
            #expect(await vaultRefusal { try await device.confirm(other, first.attempt) } == "invalidElement")
            world.clock.advance(seconds: 60)
            let second = try await device.contribution()
            #expect(await vaultRefusal { try await device.confirm(first.key, first.attempt) } == "invalidElement")
            try await device.confirm(second.key, second.attempt)
            #expect(await vaultRefusal { try await device.confirm(second.key, second.attempt) } == "invalidElement")
            let slot = try await world.database.read { connection in
                try VaultSlotStore(connection).slot(device.slot.id, of: device.session.accountID)
            }
            #expect(slot?.failures == 0 && slot?.attempt == nil && slot?.waitsUntil == Timestamp(milliseconds: 0))
        }
    }

    @Test("a hundred failures stop the slot, whatever time passes; nothing but its own receipt would have helped")
    func stop() async throws {
        try await World.with(.sqlite) { world in
            let device = try await PresenceDevice(world, try await world.visitor())
            for _ in 0..<LockoutRule.stop {
                _ = try await device.contribution()
                world.clock.advance(seconds: 40_000)
            }
            #expect(await vaultRefusal { _ = try await device.contribution() } == "stopped")
            world.clock.advance(seconds: 400 * 86_400)
            #expect(await vaultRefusal { _ = try await device.contribution() } == "stopped")
        }
    }

    @Test("evaluations side by side are all counted", arguments: Engine.allCases)
    func sideBySide(engine: Engine) async throws {
        try await World.with(engine) { world in
            let device = try await PresenceDevice(world, try await world.visitor())
            let blinded = try device.request().blinded
            let sighting = world.sighting(100, 1)
            let answered = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 {
                    group.addTask { [vaults = device.vaults, id = device.slot.id, session = device.session] in
                        (try? await vaults.evaluate(blinded, slot: id, sighting: sighting, session: session)) != nil
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(answered == 1)
            let slot = try await world.database.read { connection in
                try VaultSlotStore(connection).slot(device.slot.id, of: device.session.accountID)
            }
            #expect(slot?.failures == 1)
        }
    }
}
