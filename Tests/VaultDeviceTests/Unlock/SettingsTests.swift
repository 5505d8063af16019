import Basics
import Foundation
import Testing
import Vault

@testable import VaultDevice

@Suite("Settings of a vault")
struct SettingsTests {
    @Test func `what is kept unchanged leaves every byte of the file as it is`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            let items = try fixture.fill(vault, count: 3)
            let before = try fixture.files()
            try vault.changeSettings { _ in }
            try vault.setCell(vault.header.cell)
            try vault.setCost(vault.header.cost)
            try vault.setRule(vault.header.lockoutRule)
            try vault.changeCipher(to: vault.header.cipher)
            for item in items { try vault.update(item, now: VaultFixture.start.advanced(bySeconds: 60)) }
            try vault.restore(items[0].id)
            #expect(try vault.emptyTrash(olderThan: VaultFixture.start) == 0)
            let category = try #require(try vault.categories().first?.category)
            try vault.setTemplate(category.template, of: category.id)
            try vault.setRemovable(category.isRemovable, of: category.id)
            try vault.renameCategory(category.id, to: category.name)
            #expect(try fixture.files() == before)
        }
    }

    @Test func `what is changed is there after opening`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            var settings = vault.settings
            settings.autoLockSeconds = 60
            settings.lockWhenLeaving = true
            settings.language = "en"
            try vault.changeSettings { $0 = settings }
            try vault.setCell(try #require(CellSide(metres: 100)))
            try vault.setRule(.strict)
            let cost = try #require(KeyDerivationCost(memoryKiB: 32 * 1024, passes: 2))
            try vault.setCost(cost)
            #expect(vault.settings == settings)
            vault.lock()
            let again = try fixture.unlock()
            #expect(again.settings == settings)
            #expect(again.header.cell.metres == 100)
            #expect(again.header.lockoutRule == .strict)
            #expect(again.header.cost == cost)
        }
    }

    @Test func `a locked vault does nothing any more`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            vault.lock()
            vault.lock()
            #expect(throws: VaultFault.locked) { _ = try vault.keys }
            #expect(throws: VaultFault.locked) { _ = try vault.categories() }
            #expect(throws: VaultFault.locked) { _ = try vault.syncState() }
            #expect(throws: VaultFault.locked) { try vault.setRule(.strict) }
            #expect(throws: VaultFault.locked) { try vault.changeCipher(to: .chaCha20Poly1305) }
        }
    }
}
