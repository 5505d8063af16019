import Foundation
import GRDB
import Testing
import Vault

@testable import VaultDevice

@Suite("Travel mode")
struct TravelTests {
    @Test func `chosen categories leave the device and come back at the place, with what others wrote meanwhile`()
        async throws
    {
        try await SyncFixture.with { fixture in
            let (uno, dos) = (fixture.sync("uno"), fixture.sync("dos"))
            let web = try VaultFixture.web(fixture.first)
            try fixture.first.setRemovable(true, of: web)
            let secret = try fixture.add("Delicado", "secreto", to: fixture.first)
            _ = try fixture.first.attach(
                [UInt8](repeating: 9, count: 300_000), named: try VaultName("f"), to: secret.id, now: fixture.now,
                using: &fixture.random)
            let notes = try #require(try fixture.first.categories().first { $0.category.icon == "note" }).id
            let draft = try VaultFixture.draft("Se queda", in: notes, [(.note, "x")])
            let stays = try fixture.first.add(draft, now: fixture.now, using: &fixture.random)
            try await uno.run(on: fixture.first, now: fixture.now)
            let second = try await fixture.join("dos").vault

            #expect(try await uno.beginTravel(on: fixture.first, returning: .place, now: fixture.now) == 1)
            #expect(fixture.first.isTravelling)
            #expect(try fixture.first.summaries().map(\.id) == [stays.id])
            // Not even a vault that was opened at the place gets it back without being asked to.
            #expect(try await uno.run(on: fixture.first, now: fixture.now) == SyncReport())
            #expect(try fixture.first.summaries().map(\.id) == [stays.id])

            try fixture.edit(secret.id, "cambiado", in: second)
            let new = try fixture.add("Nuevo", "también", to: second)
            try fixture.edit(stays.id, "z", in: second)
            try await dos.run(on: second, now: fixture.now)
            try await uno.run(on: fixture.first, now: fixture.now)
            #expect(try fixture.first.summaries().map(\.id) == [stays.id])
            #expect(try fixture.first.item(stays.id).fields.first?.value == "z")
            fixture.first.lock()

            let away = try fixture.firstDevice.unlock()
            #expect(
                await syncFault { try await uno.endTravel(on: away, now: fixture.now) } == .vault(.travelling))
            #expect(try away.summaries().map(\.id) == [stays.id])
            away.lock()
            let home = try fixture.firstDevice.unlock(password: nil, fix: try VaultFixture.fix())
            try await uno.endTravel(on: home, now: fixture.now)
            #expect(!home.isTravelling)
            #expect(Set(try home.summaries().map(\.id)) == [stays.id, secret.id, new.id])
            #expect(try SyncFixture.says(home) == SyncFixture.says(second))
            #expect(try await uno.run(on: home, now: fixture.now) == SyncReport())
        }
    }

    @Test func `while the device travels its file holds neither the items nor the key, and the password opens neither`()
        async throws
    {
        try await SyncFixture.with { fixture in
            let web = try VaultFixture.web(fixture.first)
            try fixture.first.setRemovable(true, of: web)
            var device = fixture.firstDevice
            _ = try device.fill(fixture.first, count: 8)
            let before = try VaultFixture.raw(fixture.first.file) { database in
                try Data.fetchAll(database, sql: "SELECT sealed FROM object WHERE kind IN (3, 4)")
            }
            #expect(before.count == 10)
            let uno = fixture.sync("uno")
            try await uno.beginTravel(on: fixture.first, now: fixture.now)
            let after = try Data(contentsOf: fixture.first.file)
            // Sealed items are gone from the very bytes of the file.
            for blob in before { #expect(after.range(of: blob) == nil) }
            fixture.first.lock()
            let away = try device.unlock()
            #expect(try away.keys.travel == nil)
            #expect(try away.transaction { (edit) throws(VaultFault) in edit.root.travelKey } == nil)
        }
    }

    @Test func `a category that another device marks leaves a travelling device, unless it was changed here`()
        async throws
    {
        try await SyncFixture.with { fixture in
            let (uno, dos) = (fixture.sync("uno"), fixture.sync("dos"))
            let plain = try fixture.add("Igual", "x", to: fixture.first)
            let changed = try fixture.add("Cambiado", "x", to: fixture.first)
            try await uno.run(on: fixture.first, now: fixture.now)
            let second = try await fixture.join("dos").vault
            try await uno.beginTravel(on: fixture.first, returning: .place, now: fixture.now)
            try second.setRemovable(true, of: try VaultFixture.web(second))
            try await dos.run(on: second, now: fixture.now)
            try fixture.edit(changed.id, "aquí", in: fixture.first)
            try await uno.run(on: fixture.first, now: fixture.now)
            #expect(try fixture.first.summaries().map(\.id) == [changed.id])
            fixture.first.lock()
            let home = try fixture.firstDevice.unlock(password: nil, fix: try VaultFixture.fix())
            let report = try await uno.endTravel(on: home, now: fixture.now)
            #expect(report.conflicts.count == 1)
            #expect(try home.item(plain.id).fields.first?.value == "x")
            #expect(try SyncFixture.values(home).contains { $0.hasSuffix(": aquí") })
            try await dos.run(on: second, now: fixture.now)
            #expect(try SyncFixture.says(home) == SyncFixture.says(second))
        }
    }

    @Test func `a travelling device does not start over`() async throws {
        try await SyncFixture.with { fixture in
            try fixture.first.setRemovable(true, of: try VaultFixture.web(fixture.first))
            try fixture.add("Delicado", "x", to: fixture.first)
            try await fixture.sync("uno").beginTravel(on: fixture.first, now: fixture.now)
            let fault = await syncFault {
                try await fixture.sync("uno").run(on: fixture.first, now: fixture.now, startsOver: true)
            }
            #expect(fault == .vault(.travelling))
        }
    }

    @Test func `the place's address, typed at a border, finds no slot unless the journey was to end by it`()
        async throws
    {
        for returns in [TravelReturn.presence, .recovery] {
            try await SyncFixture.with { fixture in
                try fixture.first.setRemovable(true, of: try VaultFixture.web(fixture.first))
                let secret = try fixture.add("Delicado", "secreto", to: fixture.first)
                let slots = fixture.first.header.slots
                let uno = fixture.sync("uno")
                try await uno.beginTravel(on: fixture.first, returning: returns, now: fixture.now)
                #expect(fixture.first.journey?.returns == returns)
                fixture.first.lock()
                let device = fixture.firstDevice
                let home = try VaultFixture.fix()
                #expect(throws: VaultFault.missingFactor(.password)) { _ = try device.unlock(password: nil, fix: home) }
                // What the password opens holds neither the slot nor the key that unseals it.
                let away = try device.unlock(fix: home)
                #expect(away.header.slots == slots.filter { $0.kinds != [.place] })
                #expect(try away.keys.travel == nil)
                #expect(
                    await syncFault { try await uno.endTravel(on: away, now: fixture.now) } == .vault(.travelling))
                // A slot that is made meanwhile gets a number of its own.
                #expect(away.nextSlotID > (slots.map(\.id).max() ?? 0))
                away.lock()
                let back = try device.unlock(password: nil, recovery: fixture.recovery)
                try await uno.endTravel(on: back, now: fixture.now)
                #expect(back.journey == nil)
                #expect(back.header.slots == slots)
                #expect(try back.summaries().map(\.id) == [secret.id])
                back.lock()
                _ = try device.unlock(password: nil, fix: home)
            }
        }
    }

    @Test func `nobody leaves with the recovery code as the only way in`() async throws {
        try await SyncFixture.with { fixture in
            let password = try #require(fixture.first.header.slots.first { $0.kinds == [.password] }).id
            try fixture.first.removeSlot(password)
            let fault = await syncFault {
                try await fixture.sync("uno").beginTravel(on: fixture.first, now: fixture.now)
            }
            #expect(fault == .vault(.lastSlot))
            #expect(!fixture.first.isTravelling)
            try await fixture.sync("uno").beginTravel(on: fixture.first, returning: .place, now: fixture.now)
            #expect(fixture.first.isTravelling)
        }
    }

    @Test func `a password that a slot away asks for is not changed on the way`() async throws {
        try await SyncFixture.with { fixture in
            let factors: [NewFactor] = [
                .place([try VaultFixture.fix()]), .password(try #require(Password(VaultFixture.password))),
            ]
            try fixture.first.addSlot(label: "both", factors, day: 20_000, using: &fixture.random)
            try await fixture.sync("uno").beginTravel(on: fixture.first, now: fixture.now)
            #expect(throws: VaultFault.travelling) {
                try fixture.first.changePassword(
                    to: try #require(Password("nueva")), day: 20_000, using: &fixture.random)
            }
        }
    }
}
