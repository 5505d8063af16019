import Foundation
import Testing
import Vault

@testable import VaultDevice

@Suite("The ways into a vault")
struct SlotsTests {
    @Test func `another password opens, the former does not, and no object is touched`() throws {
        try VaultFixture.with { fixture in
            let (vault, code) = try fixture.make(fixes: [try VaultFixture.fix()])
            let items = try fixture.fill(vault, count: 3).sorted { $0.id < $1.id }
            let file = try fixture.file()
            func rows() throws -> [Data] {
                try VaultFixture.raw(file) { database in
                    try ["page", "item", "attachment"].indices.flatMap { kind in
                        var found: [Data] = []
                        let kind = try #require(ObjectKind(rawValue: UInt8(kind + 2)))
                        try ObjectTable(database: database).forEach(kind) { found.append(Data($2)) }
                        return found
                    }
                }
            }
            let before = try rows()
            let slots = vault.header.slots
            try vault.changePassword(to: try #require(Password("nueva")), day: 20_000, using: &fixture.random)
            #expect(try rows() == before)
            #expect(vault.header.slots.map(\.id) == slots.map(\.id))
            #expect(vault.header.slots.map(\.label) == slots.map(\.label))
            vault.lock()
            #expect(throws: VaultFault.doesNotOpen) { _ = try fixture.unlock() }
            #expect(try VaultFixture.content(try fixture.unlock(password: "nueva")) == items)
            _ = try fixture.unlock(password: nil, fix: try VaultFixture.fix())
            _ = try fixture.unlock(password: nil, recovery: code)
        }
    }

    @Test func `another place opens, and the former does not`() throws {
        try VaultFixture.with { fixture in
            let home = try VaultFixture.fix()
            let office = try VaultFixture.fix(40.45)
            _ = try fixture.make(fixes: [home])
            // A vault that was opened with its password holds the travel key, which the slot needs.
            let vault = try fixture.unlock()
            try vault.changePlace(to: [office], day: 20_000, using: &fixture.random)
            vault.lock()
            #expect(throws: VaultFault.doesNotOpen) { _ = try fixture.unlock(password: nil, fix: home) }
            #expect(try fixture.unlock(password: nil, fix: office).keys.travel != nil)
        }
    }

    @Test func `a slot of place and password needs both`() throws {
        try VaultFixture.with { fixture in
            let home = try VaultFixture.fix()
            let vault = try fixture.make(password: "una").vault
            let both = try vault.addSlot(
                label: "las dos", [.place([home]), .password(try #require(Password("dos")))], day: 20_000,
                using: &fixture.random)
            #expect(both.kinds == [.place, .password])
            vault.lock()
            #expect(throws: VaultFault.doesNotOpen) { _ = try fixture.unlock(password: "dos") }
            #expect(throws: VaultFault.missingFactor(.password)) { _ = try fixture.unlock(password: nil, fix: home) }
            let opened = try fixture.unlock(password: "dos", fix: home)
            #expect(try opened.keys.slot == both.id)
            // Its password cannot be changed without being there.
            let new = try #require(Password("tres"))
            #expect(throws: VaultFault.missingFactor(.place)) {
                try opened.changePassword(to: new, day: 20_000, using: &fixture.random)
            }
            try opened.changePassword(to: new, fixes: [home], day: 20_000, using: &fixture.random)
            opened.lock()
            _ = try fixture.unlock(password: "tres")
            _ = try fixture.unlock(password: "tres", fix: home)
            #expect(throws: VaultFault.doesNotOpen) { _ = try fixture.unlock(password: "dos", fix: home) }
        }
    }

    @Test func `the last way in stays, and so does the recovery code`() throws {
        try VaultFixture.with { fixture in
            let (vault, code) = try fixture.make(fixes: [try VaultFixture.fix()])
            let ids = vault.header.slots.map(\.id)
            #expect(throws: VaultFault.lastSlot) { try vault.removeSlot(ids[2]) }
            try vault.removeSlot(ids[0])
            #expect(throws: VaultFault.lastSlot) { try vault.removeSlot(ids[1]) }
            #expect(throws: VaultFault.unknownSlot(ids[0])) { try vault.removeSlot(ids[0]) }
            vault.lock()
            #expect(throws: VaultFault.missingFactor(.password)) {
                _ = try fixture.unlock(password: nil, fix: try VaultFixture.fix())
            }
            _ = try fixture.unlock()
            _ = try fixture.unlock(password: nil, recovery: code)
        }
    }

    @Test func `a new recovery code takes the former one's place`() throws {
        try VaultFixture.with { fixture in
            let (vault, code) = try fixture.make()
            let new = try vault.newRecoveryCode(day: 20_000, using: &fixture.random)
            #expect(vault.header.slots.count { $0.opensAnywhere } == 1)
            vault.lock()
            #expect(throws: VaultFault.doesNotOpen) { _ = try fixture.unlock(password: nil, recovery: code) }
            _ = try fixture.unlock(password: nil, recovery: RecoveryCode(new.text.lowercased()))
        }
    }

    @Test func `while it travels, no slot that gives the travel key can be made without it`() throws {
        try VaultFixture.with { fixture in
            let home = try VaultFixture.fix()
            let (vault, code) = try fixture.make(fixes: [home])
            try vault.transaction { edit throws(VaultFault) in
                edit.root.travelKey = nil
                edit.root.isTravelling = true
            }
            vault.lock()
            let opened = try fixture.unlock()
            #expect(opened.isTravelling)
            #expect(throws: VaultFault.travelling) {
                _ = try opened.addSlot(label: "aquí", [.place([home])], day: 20_000, using: &fixture.random)
            }
            #expect(throws: VaultFault.travelling) {
                _ = try opened.newRecoveryCode(day: 20_000, using: &fixture.random)
            }
            let password = try #require(Password("otra"))
            _ = try opened.addSlot(label: "otra", [.password(password)], day: 20_000, using: &fixture.random)
            opened.lock()
            let there = try fixture.unlock(password: nil, recovery: code)
            _ = try there.addSlot(label: "aquí", [.place([home])], day: 20_000, using: &fixture.random)
        }
    }
}
