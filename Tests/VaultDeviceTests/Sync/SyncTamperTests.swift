import Foundation
import Testing
import Vault

@testable import VaultDevice

@Suite("A server that cannot be trusted")
struct SyncTamperTests {
    /// A first device with three items on the server, and what the server held before the last change.
    private func prepared(
        _ fixture: inout SyncFixture
    ) async throws -> (vault: RecordID, item: Item, backup: FakeVaultServer.Content) {
        let item = try fixture.add("Correo", "antes", to: fixture.first)
        try fixture.add("Banco", "uno", to: fixture.first)
        try fixture.add("Wifi de casa", "dos", to: fixture.first)
        try await fixture.sync("uno").run(on: fixture.first, now: fixture.now)
        let vault = fixture.first.header.vault
        let backup = fixture.server[vault]
        try fixture.edit(item.id, "después", in: fixture.first)
        try await fixture.sync("uno").run(on: fixture.first, now: fixture.now)
        return (vault, item, backup)
    }

    private func name(_ id: RecordID, _ fixture: SyncFixture) throws -> RecordID {
        SyncKeys(vault: fixture.first.header.vault, data: try fixture.first.keys.data, travel: nil)
            .name(of: .item, id)
    }

    @Test func `a server that went back is noticed, and starting over loses nothing of this device`() async throws {
        try await SyncFixture.with { fixture in
            let (vault, _, backup) = try await prepared(&fixture)
            fixture.server[vault] = backup
            let before = try SyncFixture.values(fixture.first)
            #expect(
                await syncFault { try await fixture.sync("uno").run(on: fixture.first, now: fixture.now) }
                    == .rolledBack)
            #expect(try SyncFixture.values(fixture.first) == before)
            try await fixture.sync("uno").run(on: fixture.first, now: fixture.now, startsOver: true)
            let values = try SyncFixture.values(fixture.first)
            #expect(values.contains { $0.hasSuffix(": después") })
            let second = try await fixture.join("dos").vault
            #expect(try SyncFixture.says(fixture.first) == SyncFixture.says(second))
        }
    }

    @Test func `a server that lost the vault is noticed`() async throws {
        try await SyncFixture.with { fixture in
            let (vault, _, _) = try await prepared(&fixture)
            try await fixture.server.remove(vault)
            #expect(
                await syncFault { try await fixture.sync("uno").run(on: fixture.first, now: fixture.now) }
                    == .rolledBack)
            try await fixture.sync("uno").run(on: fixture.first, now: fixture.now, startsOver: true)
            #expect(fixture.server[vault].exists)
        }
    }

    @Test func `one old record among new ones is noticed by whoever has seen the new one`() async throws {
        try await SyncFixture.with { fixture in
            let (vault, item, backup) = try await prepared(&fixture)
            let name = try name(item.id, fixture)
            var content = fixture.server[vault]
            content.records[name] = backup.records[name]
            content.last += 1
            content.numbers[name] = content.last
            fixture.server[vault] = content
            #expect(
                await syncFault { try await fixture.sync("uno").run(on: fixture.first, now: fixture.now) }
                    == .rolledBack)
        }
    }

    @Test func `a joining device notices what is withheld, old, exchanged or changed`() async throws {
        try await SyncFixture.with { fixture in
            let (vault, item, backup) = try await prepared(&fixture)
            let name = try name(item.id, fixture)
            let honest = fixture.server[vault]
            var wrong: [FakeVaultServer.Content] = []
            var content = honest
            content.records[name] = nil
            content.numbers[name] = nil
            wrong.append(content)
            content = honest
            content.records[name] = backup.records[name]
            wrong.append(content)
            for other in honest.records.keys.sorted() where other != name {
                content = honest
                let (left, right) = (
                    try #require(honest.records[name]), try #require(honest.records[other])
                )
                content.records[name] = SealedRecord(id: name, version: left.version, sealed: right.sealed)
                content.records[other] = SealedRecord(id: other, version: right.version, sealed: left.sealed)
                wrong.append(content)
            }
            for record in honest.records.values {
                for position in [0, 12, record.sealed.count / 2, record.sealed.count - 1] {
                    content = honest
                    var sealed = record.sealed
                    sealed[position] ^= 1
                    content.records[record.id] = SealedRecord(
                        id: record.id, version: record.version, sealed: sealed)
                    wrong.append(content)
                }
                content = honest
                content.records[record.id] = SealedRecord(
                    id: record.id, version: record.version + 1, sealed: record.sealed)
                wrong.append(content)
                content = honest
                content.records[record.id] = SealedRecord(
                    id: record.id, version: record.version, sealed: Array(record.sealed.dropLast()))
                wrong.append(content)
            }
            let keys = SyncKeys(
                vault: vault, data: try fixture.first.keys.data, travel: try fixture.first.keys.travel)
            for (number, content) in wrong.enumerated() {
                fixture.server[vault] = content
                // What a device that knows nothing yet does; to make it a file each time would take too long here.
                var total = SyncState.Total()
                var manifest: SyncState.Total?
                var isClosed = false
                for record in content.records.values {
                    guard let opened = keys.open(record) else {
                        isClosed = true
                        continue
                    }
                    if opened.payload.kind == .manifest {
                        manifest = try SyncState.Total(bytes: opened.payload.content ?? [])
                    } else {
                        total.count += 1
                        total.mark = total.mark ^ keys.mark(of: record)
                    }
                }
                #expect(isClosed || manifest != total, "case \(number)")
            }
            fixture.server[vault] = wrong[0]
            #expect(await syncFault { _ = try await fixture.join("dos") } == .tampered)
            fixture.server[vault] = wrong[1]
            #expect(await syncFault { _ = try await fixture.join("tres") } == .tampered)
            fixture.server[vault] = wrong[2]
            #expect(await syncFault { _ = try await fixture.join("cuatro") } == .tampered)
            fixture.server[vault] = honest
            let joined = try await fixture.join("cinco").vault
            #expect(try SyncFixture.says(joined) == SyncFixture.says(fixture.first))
        }
    }

    @Test func `a device that was shown an old state once catches up when the true one is back`() async throws {
        try await SyncFixture.with { fixture in
            let item = try fixture.add("Correo", "antes", to: fixture.first)
            try await fixture.sync("uno").run(on: fixture.first, now: fixture.now)
            let second = try await fixture.join("dos").vault
            let vault = fixture.first.header.vault
            let old = fixture.server[vault]
            try fixture.edit(item.id, "después", in: fixture.first)
            try await fixture.sync("uno").run(on: fixture.first, now: fixture.now)
            let honest = fixture.server[vault]
            // The old records stand under the new numbers, and the second device's cursor moves past them.
            var content = honest
            content.records = old.records
            fixture.server[vault] = content
            #expect(try await fixture.sync("dos").run(on: second, now: fixture.now).received == 0)
            fixture.server[vault] = honest
            #expect(try await fixture.sync("dos").run(on: second, now: fixture.now).received == 1)
            #expect(try second.item(item.id).value(of: .password) == "después")
            #expect(try SyncFixture.says(fixture.first) == SyncFixture.says(second))
        }
    }

    @Test func `a device from which something was withheld when it joined goes on once the server is whole`()
        async throws
    {
        try await SyncFixture.with { fixture in
            let (vault, item, _) = try await prepared(&fixture)
            let name = try name(item.id, fixture)
            let honest = fixture.server[vault]
            var content = honest
            content.records[name] = nil
            content.numbers[name] = nil
            fixture.server[vault] = content
            let device = VaultFixture(fixture.root.appending(path: "dos"))
            let new = NewVault(
                user: try VaultName("Ana"), password: Password(VaultFixture.password), cost: .floor, language: "en")
            let fault = await syncFault {
                _ = try await fixture.sync("dos").join(
                    new, recovery: fixture.recovery, in: device.folder, now: fixture.now)
            }
            #expect(fault == .tampered)
            let second = try device.unlock()
            #expect(await syncFault { try await fixture.sync("dos").run(on: second, now: fixture.now) } == .tampered)
            fixture.server[vault] = honest
            try await fixture.sync("dos").run(on: second, now: fixture.now)
            #expect(try SyncFixture.says(fixture.first) == SyncFixture.says(second))
        }
    }

    @Test func `a manifest that says something else under its number is no manifest`() async throws {
        try await SyncFixture.with { fixture in
            let (vault, _, backup) = try await prepared(&fixture)
            let keys = SyncKeys(vault: vault, data: try fixture.first.keys.data, travel: nil)
            let name = keys.name(of: .manifest, .zero)
            let (now, before) = (
                try #require(fixture.server[vault].records[name]), try #require(backup.records[name])
            )
            fixture.server[vault].records[name] = SealedRecord(
                id: name, version: now.version, sealed: before.sealed)
            #expect(
                await syncFault { try await fixture.sync("uno").run(on: fixture.first, now: fixture.now) } == .tampered)
            fixture.server[vault].records[name] = nil
            #expect(
                await syncFault { try await fixture.sync("uno").run(on: fixture.first, now: fixture.now) }
                    == .rolledBack)
        }
    }

    @Test func `a changed header joins nothing`() async throws {
        try await SyncFixture.with { fixture in
            let (vault, _, _) = try await prepared(&fixture)
            var content = fixture.server[vault]
            let header = try #require(content.join)
            for position in stride(from: 0, to: header.count, by: 3) {
                var changed = header
                changed[position] ^= 0x10
                content.join = changed
                fixture.server[vault] = content
                let device = VaultFixture(fixture.root.appending(path: "tres"))
                let new = NewVault(user: try VaultName("Ana"), password: Password("x"), cost: .floor)
                let fault = await syncFault {
                    _ = try await fixture.sync("tres").join(
                        new, recovery: fixture.recovery, in: device.folder, now: fixture.now)
                }
                #expect(fault != nil, "byte \(position)")
                #expect((try? device.files())?.isEmpty ?? true)
            }
        }
    }

    @Test func `the server sees sizes that say little and names that say nothing`() async throws {
        try await SyncFixture.with { fixture in
            let item = try fixture.add("Correo secretísimo", "contraseña", to: fixture.first)
            try await fixture.sync("uno").run(on: fixture.first, now: fixture.now)
            let vault = fixture.first.header.vault
            let name = try name(item.id, fixture)
            let live = try #require(fixture.server[vault].records[name])
            for record in fixture.server[vault].records.values {
                #expect(record.sealed.count == 512 + 28)
                #expect(record.id != item.id)
                let text = String(decoding: record.sealed, as: UTF8.self)
                #expect(!text.contains("Correo") && !text.contains("Web"))
            }
            try fixture.first.erase(item.id)
            try await fixture.sync("uno").run(on: fixture.first, now: fixture.now)
            let removed = try #require(fixture.server[vault].records[name])
            #expect(removed.sealed.count == live.sealed.count && removed.version == 2)
        }
    }
}
