import Basics
import Foundation
import Testing
import Vault

@testable import VaultDevice

@Suite("Copies of a vault")
struct CopiesTests {
    @Test func `on another device a copy opens with nothing but the recovery code`() throws {
        try VaultFixture.with { fixture in
            let home = try VaultFixture.fix()
            let (vault, code) = try fixture.make(fixes: [home])
            let items = try fixture.fill(vault, count: 3).sorted { $0.id < $1.id }
            vault.lock()
            // Also when the thief has vaults of his own.
            for hasVault in [false, true] {
                let device = "thief\(hasVault)"
                var thief = VaultFixture(fixture.root, vaults: device, device: device + "-data")
                thief.random = SplitMix64(seed: 666)
                if hasVault { _ = try thief.make("Ladrón") }
                try? FileManager.default.createDirectory(at: thief.folder.folder, withIntermediateDirectories: true)
                try FileManager.default.copyItem(at: try fixture.file(), to: try thief.file())
                #expect(throws: VaultFault.noDeviceKeys) { _ = try thief.unlock() }
                #expect(throws: VaultFault.noDeviceKeys) { _ = try thief.unlock(password: nil, fix: home) }
                let opened = try thief.unlock(password: nil, recovery: code)
                #expect(try VaultFixture.content(opened) == items)
                // Then this device has keys, but the slots are still another's; a new one opens here.
                opened.lock()
                #expect(throws: VaultFault.doesNotOpen) { _ = try thief.unlock() }
                let again = try thief.unlock(password: nil, recovery: code)
                try again.changePassword(to: try #require(Password("nueva")), day: 20_000, using: &thief.random)
                again.lock()
                #expect(try VaultFixture.content(try thief.unlock(password: "nueva")) == items)
            }
        }
    }

    @Test func `a copy shares the counter, by whatever name it goes`() throws {
        try VaultFixture.with { fixture in
            _ = try fixture.make()
            let elsewhere = VaultFixture(fixture.root, keys: fixture.keys, vaults: "copy")
            try FileManager.default.createDirectory(
                at: elsewhere.folder.folder, withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: try fixture.file(), to: try elsewhere.file())
            #expect(throws: VaultFault.doesNotOpen) { _ = try fixture.unlock(password: "mal") }
            #expect(throws: VaultFault.doesNotOpen) { _ = try elsewhere.unlock(password: "mal") }
            #expect(throws: VaultFault.doesNotOpen) { _ = try fixture.unlock(password: "mal") }
            #expect(throws: VaultFault.lockedOut(seconds: 300)) { _ = try elsewhere.unlock() }
        }
    }

    @Test func `an older copy is refused until it is accepted, and then goes on`() throws {
        try VaultFixture.with { fixture in
            let (vault, code) = try fixture.make()
            _ = try fixture.fill(vault, count: 2)
            let file = try fixture.file()
            let older = try Data(contentsOf: file)
            let then = vault.sequence
            let keys = try vault.keys
            _ = try vault.addCategory(try VaultName("Otra"), using: &fixture.random)
            vault.lock()
            try older.write(to: file)
            let fault = VaultFault.older(sequence: then, seen: then + 1)
            #expect(throws: fault) { _ = try fixture.unlock() }
            #expect(throws: fault) { _ = try fixture.unlock(password: nil, recovery: code) }
            #expect(throws: fault) { _ = try fixture.locked().unlock(keys: keys) }
            #expect(try Data(contentsOf: file) == older)
            let accepted = try fixture.unlock(password: nil, recovery: code, acceptsOlder: true)
            #expect(try accepted.summaries().count == 2)
            accepted.lock()
            _ = try fixture.unlock()
        }
    }

    @Test func `an intruder with an older copy and its password opens nothing, and wins no attempts by it`() throws {
        try VaultFixture.with { fixture in
            let home = try VaultFixture.fix()
            let (vault, code) = try fixture.make(fixes: [home])
            _ = try fixture.fill(vault, count: 1)
            let file = try fixture.file()
            let older = try Data(contentsOf: file)
            try vault.changePassword(to: try #require(Password("nueva")), day: 20_000, using: &fixture.random)
            vault.lock()
            let present = try Data(contentsOf: file)
            // Guesses at the present vault, and the old password to set the count back in between.
            #expect(throws: VaultFault.doesNotOpen) { _ = try fixture.unlock(password: "mal") }
            try older.write(to: file)
            for _ in 0..<2 {
                #expect(throws: VaultFault.self) { _ = try fixture.unlock(acceptsOlder: true) }
            }
            #expect(throws: VaultFault.lockedOut(seconds: 300)) { _ = try fixture.unlock(acceptsOlder: true) }
            #expect(try fixture.locked().lockout(at: VaultFixture.moment(0)).failures == 3)
            try present.write(to: file)
            #expect(throws: VaultFault.lockedOut(seconds: 300)) { _ = try fixture.unlock(password: "nueva") }
            _ = try fixture.unlock(password: nil, recovery: code)
            _ = try fixture.unlock(password: "nueva")
        }
    }

    @Test func `a vault knows whether a slot was opened for it or keys were held`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            let keys = try vault.keys
            vault.lock()
            #expect(try fixture.unlock().isFresh)
            #expect(try !fixture.locked().unlock(keys: keys).isFresh)
        }
    }

    @Test func `a vault that is rolled back under an open one is refused`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            let file = try fixture.file()
            _ = try fixture.fill(vault, count: 1)
            let older = try Data(contentsOf: file)
            _ = try vault.add(
                try VaultFixture.draft("Otra", in: try VaultFixture.web(vault), [(.note, "x")]),
                now: VaultFixture.start, using: &fixture.random)
            let handle = try FileHandle(forUpdating: file)
            try handle.write(contentsOf: older)
            try handle.truncate(atOffset: UInt64(older.count))
            try handle.close()
            #expect(throws: VaultFault.self) { _ = try vault.summaries() }
            #expect(throws: VaultFault.self) { try vault.setCell(try #require(CellSide(metres: 20))) }
        }
    }
}
