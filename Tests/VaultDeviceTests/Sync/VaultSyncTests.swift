import API
import Foundation
import Testing
import Vault

@testable import VaultDevice

@Suite("Synchronizing")
struct VaultSyncTests {
    @Test func `a second device joins with the recovery code and has everything, attachments too`() async throws {
        try await SyncFixture.with { fixture in
            var device = fixture.firstDevice
            _ = try device.fill(fixture.first, count: 30)
            let category = try fixture.first.addCategory(try VaultName("Viajes"), using: &fixture.random)
            let draft = try VaultFixture.draft("Billete", in: category.id, [(.note, "Lisboa")])
            let item = try fixture.first.add(draft, now: fixture.now, using: &fixture.random)
            let large = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            _ = try fixture.first.attach(
                large, named: try VaultName("billete.pdf"), to: item.id, now: fixture.now, using: &fixture.random)
            let sent = try await fixture.sync("uno").run(on: fixture.first, now: fixture.now)
            #expect(sent.sent == 31 + 7 && sent.conflicts.isEmpty)

            let (second, device2) = try await fixture.join("dos")
            #expect(try SyncFixture.says(second) == SyncFixture.says(fixture.first))
            let ticket = try second.item(item.id)
            #expect(try second.attachment(try #require(ticket.attachments.first)) == large)
            // Its own keys open its own file; the first device's file it does not open.
            second.lock()
            #expect(try SyncFixture.says(try device2.unlock()) == SyncFixture.says(fixture.first))
        }
    }

    @Test func `nothing to do sends nothing and writes not a byte`() async throws {
        try await SyncFixture.with { fixture in
            try fixture.add("Correo", "uno", to: fixture.first)
            _ = try await fixture.sync("uno").run(on: fixture.first, now: fixture.now)
            let sequence = fixture.first.sequence
            let before = fixture.server[fixture.first.header.vault].last
            #expect(try await fixture.sync("uno").run(on: fixture.first, now: fixture.now) == SyncReport())
            #expect(fixture.first.sequence == sequence && fixture.server[fixture.first.header.vault].last == before)
        }
    }

    @Test func `changes, removals and the trash travel both ways`() async throws {
        try await SyncFixture.with { fixture in
            let kept = try fixture.add("Banco", "uno", to: fixture.first)
            let gone = try fixture.add("Viejo", "uno", to: fixture.first)
            let trashed = try fixture.add("Quizá", "uno", to: fixture.first)
            let (uno, dos) = (fixture.sync("uno"), fixture.sync("dos"))
            try await uno.run(on: fixture.first, now: fixture.now)
            let second = try await fixture.join("dos").vault
            try fixture.edit(kept.id, "dos", in: second)
            try second.erase(gone.id)
            try second.moveToTrash(trashed.id, now: fixture.now)
            let added = try fixture.add("Nuevo", "tres", to: second)
            let sent = try await dos.run(on: second, now: fixture.now)
            #expect(sent.sent == 4)
            let report = try await uno.run(on: fixture.first, now: fixture.now)
            #expect(report.received == 4 && report.conflicts.isEmpty)
            #expect(try SyncFixture.says(fixture.first) == SyncFixture.says(second))
            #expect(try fixture.first.item(kept.id).fields.first?.value == "dos")
            #expect(try fixture.first.item(kept.id).history.first?.value == "uno")
            #expect(try fixture.first.summaries(deleted: true).map(\.id) == [trashed.id])
            try fixture.first.erase(added.id)
            try await uno.run(on: fixture.first, now: fixture.now)
            try await dos.run(on: second, now: fixture.now)
            #expect(try SyncFixture.says(fixture.first) == SyncFixture.says(second))
            #expect(throws: VaultFault.unknownRecord) { try second.item(added.id) }
        }
    }

    @Test func `what both changed is kept twice, the second with device and day in its title`() async throws {
        try await SyncFixture.with { fixture in
            let item = try fixture.add("Correo", "antes", to: fixture.first)
            let (uno, dos) = (fixture.sync("portátil"), fixture.sync("móvil"))
            try await uno.run(on: fixture.first, now: fixture.now)
            let second = try await fixture.join("dos").vault
            try fixture.edit(item.id, "del portátil", in: fixture.first)
            try fixture.edit(item.id, "del móvil", in: second)
            let file = Array("adjunto".utf8)
            _ = try second.attach(
                file, named: try VaultName("a.txt"), to: item.id, now: fixture.now, using: &fixture.random)
            try await uno.run(on: fixture.first, now: fixture.now)
            let report = try await dos.run(on: second, now: fixture.now)
            #expect(report.conflicts.map(\.text) == ["Correo (móvil, 2026-11-21)"])
            try await uno.run(on: fixture.first, now: fixture.now)
            for vault in [fixture.first, second] {
                #expect(
                    try SyncFixture.values(vault) == ["Correo (móvil, 2026-11-21): del móvil", "Correo: del portátil"])
            }
            #expect(try SyncFixture.says(fixture.first) == SyncFixture.says(second))
            let copy = try #require(try VaultFixture.content(fixture.first).first { $0.id != item.id })
            #expect(try fixture.first.attachment(try #require(copy.attachments.first)) == file)
            // It is one conflict, not one on each device each time.
            #expect(try await dos.run(on: second, now: fixture.now) == SyncReport())
        }
    }

    @Test func `the same change on both sides is no conflict`() async throws {
        try await SyncFixture.with { fixture in
            let item = try fixture.add("Correo", "antes", to: fixture.first)
            try await fixture.sync("uno").run(on: fixture.first, now: fixture.now)
            let second = try await fixture.join("dos").vault
            try fixture.edit(item.id, "igual", in: fixture.first)
            try fixture.edit(item.id, "igual", in: second)
            try await fixture.sync("uno").run(on: fixture.first, now: fixture.now)
            #expect(try await fixture.sync("dos").run(on: second, now: fixture.now).conflicts.isEmpty)
            #expect(try SyncFixture.values(second) == ["Correo: igual"])
        }
    }

    @Test func `a change is stronger than a removal, whoever is first`() async throws {
        try await SyncFixture.with { fixture in
            let (one, two) = (
                try fixture.add("Uno", "antes", to: fixture.first), try fixture.add("Dos", "antes", to: fixture.first)
            )
            let (uno, dos) = (fixture.sync("uno"), fixture.sync("dos"))
            try await uno.run(on: fixture.first, now: fixture.now)
            let second = try await fixture.join("dos").vault
            try fixture.first.erase(one.id)
            try fixture.edit(one.id, "cambiado", in: second)
            try fixture.edit(two.id, "cambiado", in: fixture.first)
            try second.erase(two.id)
            try await uno.run(on: fixture.first, now: fixture.now)
            try await dos.run(on: second, now: fixture.now)
            try await uno.run(on: fixture.first, now: fixture.now)
            #expect(try SyncFixture.values(fixture.first) == ["Dos: cambiado", "Uno: cambiado"])
            #expect(try SyncFixture.says(fixture.first) == SyncFixture.says(second))
        }
    }

    @Test func `categories of one name become one, and a removed one comes back with what was put into it`()
        async throws
    {
        try await SyncFixture.with { fixture in
            let (uno, dos) = (fixture.sync("uno"), fixture.sync("dos"))
            try await uno.run(on: fixture.first, now: fixture.now)
            let second = try await fixture.join("dos").vault
            for (vault, name) in [(fixture.first, "Viajes"), (second, "VIAJES")] {
                let category = try vault.addCategory(try VaultName(name), using: &fixture.random)
                let draft = try VaultFixture.draft("De \(name)", in: category.id, [(.note, "x")])
                _ = try vault.add(draft, now: fixture.now, using: &fixture.random)
            }
            // The first device is in Spanish and has its Notas; the second is in English and may have one.
            let notas = try second.addCategory(try VaultName("Notas"), using: &fixture.random)
            for _ in 0..<2 {
                try await uno.run(on: fixture.first, now: fixture.now)
                try await dos.run(on: second, now: fixture.now)
            }
            try await uno.run(on: fixture.first, now: fixture.now)
            try await dos.run(on: second, now: fixture.now)
            #expect(try SyncFixture.says(fixture.first) == SyncFixture.says(second))
            let travel = try fixture.first.categories().filter { $0.category.name.folded.text == "viajes" }
            #expect(travel.count == 1 && travel.first?.count == 2)
            #expect(
                try fixture.first.categories().first { $0.id == notas.id }?.category.name.text == "Notas (2)")

            let viajes = try #require(travel.first).id
            try fixture.first.removeCategory(viajes, now: fixture.now)
            let late = try VaultFixture.draft("Tarde", in: viajes, [(.note, "y")])
            _ = try second.add(late, now: fixture.now, using: &fixture.random)
            try await dos.run(on: second, now: fixture.now)
            try await uno.run(on: fixture.first, now: fixture.now)
            try await dos.run(on: second, now: fixture.now)
            #expect(try SyncFixture.says(fixture.first) == SyncFixture.says(second))
            #expect(try fixture.first.categories().first { $0.id == viajes }?.count == 1)
        }
    }

    @Test func `another cipher on one device is no change for the others`() async throws {
        try await SyncFixture.with { fixture in
            var device = fixture.firstDevice
            _ = try device.fill(fixture.first, count: 12)
            try await fixture.sync("uno").run(on: fixture.first, now: fixture.now)
            let second = try await fixture.join("dos").vault
            try second.changeCipher(to: .chaCha20Poly1305)
            let report = try await fixture.sync("dos").run(on: second, now: fixture.now)
            #expect(report == SyncReport())
            #expect(try SyncFixture.says(fixture.first) == SyncFixture.says(second))
        }
    }

    @Test func `pages may end anywhere, and an item may come before its category and its pieces`() async throws {
        try await SyncFixture.with { fixture in
            let category = try fixture.first.addCategory(try VaultName("Viajes"), using: &fixture.random)
            var draft = try VaultFixture.draft("Billete", in: category.id, [(.note, "Lisboa")])
            draft.attachments = [(try VaultName("b.pdf"), [UInt8](repeating: 7, count: 600_000))]
            let item = try fixture.first.add(draft, now: fixture.now, using: &fixture.random)
            try fixture.add("Correo", "uno", to: fixture.first)
            let uno = fixture.sync("uno")
            try await uno.run(on: fixture.first, now: fixture.now)
            // The category is written again, after its item.
            try fixture.first.renameCategory(category.id, to: try VaultName("Escapadas"))
            try await uno.run(on: fixture.first, now: fixture.now)
            fixture.server.limitPages(to: 1)
            let second = try await fixture.join("dos").vault
            #expect(try SyncFixture.says(fixture.first) == SyncFixture.says(second))
            #expect(try second.item(item.id).attachments.count == 1)
        }
    }

    @Test func `the wrong recovery code joins nothing, and leaves nothing behind`() async throws {
        try await SyncFixture.with { fixture in
            try await fixture.sync("uno").run(on: fixture.first, now: fixture.now)
            let device = VaultFixture(fixture.root.appending(path: "tres"))
            let new = NewVault(user: try VaultName("Ana"), password: Password("x"), cost: .floor)
            let code = RecoveryCode(using: &fixture.random)
            let fault = await syncFault {
                _ = try await fixture.sync("tres").join(new, recovery: code, in: device.folder, now: fixture.now)
            }
            #expect(fault == .nothingToJoin)
            #expect((try? device.files())?.isEmpty ?? true)
            #expect(device.keys.names.isEmpty)
        }
    }

    @Test func `a device joins a vault once, under whatever name, and a second time leaves nothing`() async throws {
        try await SyncFixture.with { fixture in
            try fixture.add("Uno", "1", to: fixture.first)
            try await fixture.sync("uno").run(on: fixture.first, now: fixture.now)
            let (second, device) = try await fixture.join("dos")
            second.lock()
            let before = try device.files()
            for name in ["Ana", "Eva"] {
                let new = NewVault(user: try VaultName(name), password: Password("x"), cost: .floor)
                let fault = await syncFault {
                    _ = try await fixture.sync("dos").join(
                        new, recovery: fixture.recovery, in: device.folder, now: fixture.now)
                }
                #expect(fault == .vault(.vaultExists))
                #expect(try device.files() == before)
            }
        }
    }

    @Test func `a device whose file was lost joins again`() async throws {
        try await SyncFixture.with { fixture in
            try fixture.add("Uno", "1", to: fixture.first)
            try await fixture.sync("uno").run(on: fixture.first, now: fixture.now)
            let (second, device) = try await fixture.join("dos")
            try fixture.add("Dos", "2", to: second)
            try await fixture.sync("dos").run(on: second, now: fixture.now)
            second.lock()
            try FileManager.default.removeItem(at: second.file)
            let new = NewVault(user: try VaultName("Ana"), password: Password("x"), cost: .floor)
            let again = try await fixture.sync("dos").join(
                new, recovery: fixture.recovery, in: device.folder, now: fixture.now)
            #expect(try again.vault.summaries().count == 2)
            again.vault.lock()
            let locked = try device.folder.open(user: try VaultName("Ana").folded)
            let opened = try locked.unlock(
                with: UnlockSecrets(password: Password("x")), moment: VaultFixture.moment(0))
            #expect(try opened.summaries().count == 2)
        }
    }

    @Test func `a vault of many items goes from device to device, and none is missing`() async throws {
        let isLong = ProcessInfo.processInfo.environment["CERCA_LONG"] == "1"
        let count = isLong ? 100_000 : 2_500
        #expect(VaultLimits.records >= 2 * 100_000)
        try await SyncFixture.with { fixture in
            let web = try VaultFixture.web(fixture.first)
            let drafts = try (0..<count).map { try VaultFixture.draft("\($0)", in: web, [(.password, "p\($0)")]) }
            try fixture.first.importAll([], drafts, now: fixture.now, using: &fixture.random)
            let sent = try await fixture.sync("uno").run(on: fixture.first, now: fixture.now).sent
            #expect(sent == count + 6)
            let second = try await fixture.join("dos").vault
            #expect(try Set(second.summaries().map(\.id)) == Set(fixture.first.summaries().map(\.id)))
            let last = try #require(try second.summaries().max { $0.id < $1.id }).id
            #expect(try second.item(last) == fixture.first.item(last))
            // Nothing more to say to each other, and one change is one.
            #expect(try await fixture.sync("uno").run(on: fixture.first, now: fixture.now).sent == 0)
            try fixture.edit(last, "otra", in: second)
            #expect(try await fixture.sync("dos").run(on: second, now: fixture.now).sent == 1)
            #expect(try await fixture.sync("uno").run(on: fixture.first, now: fixture.now).received == 1)
        }
    }
}
