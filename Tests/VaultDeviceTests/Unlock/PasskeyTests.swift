import Foundation
import Testing
import Vault

@testable import VaultDevice

@Suite("A passkey as a way into a vault")
struct PasskeyTests {
    /// A passkey, and what its authenticator evaluates.
    private struct Key {
        let factor: PasskeyFactor
        let evaluation: PasskeyEvaluation

        init(_ number: UInt8) throws {
            factor = try PasskeyFactor(
                credential: [number, 1, 2], salt: [UInt8](repeating: number, count: PasskeyFactor.saltCount))
            evaluation = try #require(
                PasskeyEvaluation(bytes: [UInt8](repeating: number, count: PasskeyEvaluation.byteCount)))
        }

        func add(to vault: UnlockedVault, _ fixture: inout VaultFixture) throws -> Slot {
            try vault.addSlot(
                label: "llave", [.passkey(factor, evaluation)], day: 20_000, using: &fixture.random)
        }
    }

    private func unlock(
        _ fixture: VaultFixture, _ slot: Slot, _ evaluation: PasskeyEvaluation, at seconds: Int64 = 0
    ) throws -> UnlockedVault {
        try fixture.locked().unlock(
            with: UnlockSecrets(passkey: [slot.id: evaluation]), moment: VaultFixture.moment(seconds))
    }

    @Test func `it opens what it was added to, its items included, until it is removed`() throws {
        try VaultFixture.with { fixture in
            let (vault, code) = try fixture.make()
            let items = try fixture.fill(vault, count: 3).sorted { $0.id < $1.id }
            let key = try Key(1)
            let slot = try key.add(to: vault, &fixture)
            vault.lock()
            let opened = try unlock(fixture, slot, key.evaluation)
            #expect(try opened.keys.slot == slot.id && opened.isFresh)
            #expect(try opened.keys.travel == nil)
            #expect(try VaultFixture.content(opened) == items)
            #expect(throws: VaultFault.doesNotOpen) { _ = try unlock(fixture, slot, try Key(2).evaluation) }
            try opened.removeSlot(slot.id)
            opened.lock()
            #expect(throws: VaultFault.missingFactor(.password)) { _ = try unlock(fixture, slot, key.evaluation) }
            #expect(try fixture.locked().header.format == 1)
            _ = try fixture.unlock()
            _ = try fixture.unlock(password: nil, recovery: code)
        }
    }

    @Test func `it may be the only one for daily use, and then stays`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            let password = try #require(vault.header.slots.first { $0.kinds == [.password] })
            #expect(throws: VaultFault.lastSlot) { try vault.removeSlot(password.id) }
            let key = try Key(1)
            let slot = try key.add(to: vault, &fixture)
            try vault.removeSlot(password.id)
            #expect(throws: VaultFault.lastSlot) { try vault.removeSlot(slot.id) }
            vault.lock()
            #expect(throws: VaultFault.missingFactor(.passkey)) { _ = try fixture.unlock() }
            _ = try unlock(fixture, slot, key.evaluation)
        }
    }

    @Test func `nobody can guess it, so it is not counted; while the vault waits it opens nothing`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            let key = try Key(1)
            let other = try Key(2)
            let slot = try key.add(to: vault, &fixture)
            vault.lock()
            for _ in 0..<5 {
                #expect(throws: VaultFault.doesNotOpen) { _ = try unlock(fixture, slot, other.evaluation) }
            }
            #expect(try fixture.locked().lockout(at: VaultFixture.moment(0)).failures == 0)
            for _ in 0..<3 { #expect(throws: VaultFault.doesNotOpen) { _ = try fixture.unlock(password: "mal") } }
            #expect(throws: VaultFault.lockedOut(seconds: 300)) { _ = try unlock(fixture, slot, key.evaluation) }
            #expect(throws: VaultFault.lockedOut(seconds: 1)) {
                _ = try unlock(fixture, slot, key.evaluation, at: 299)
            }
            _ = try unlock(fixture, slot, key.evaluation, at: 300)
            #expect(try fixture.locked().lockout(at: VaultFixture.moment(300)).failures == 0)
        }
    }

    @Test func `a copy on another device does not open with it, nor with somebody else's slot`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            let key = try Key(1)
            let slot = try key.add(to: vault, &fixture)
            vault.lock()
            let elsewhere = VaultFixture(fixture.root, device: "elsewhere")
            #expect(throws: VaultFault.noDeviceKeys) { _ = try unlock(elsewhere, slot, key.evaluation) }

            let other = try fixture.make("Berta").vault
            let theirs = try key.add(to: other, &fixture)
            #expect(theirs.id == slot.id)
            // The same passkey and salt open the other vault for its own user alone.
            try other.removeSlot(theirs.id)
            other.lock()
            let locked = try fixture.locked("Berta")
            var header = locked.header
            header.slots.append(slot)
            #expect(
                try header.open(
                    slot, with: UnlockSecrets(passkey: [slot.id: key.evaluation]), user: locked.user,
                    device: locked.deviceSecrets()) == nil)
        }
    }

    @Test func `what a joining device gets has no passkey, and is what older programs read`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            _ = try Key(1).add(to: vault, &fixture)
            #expect(vault.header.format == 2)
            let (header, code) = try JoinHeader.read(JoinHeader(vault.header, key: vault.keys.data).bytes)
            #expect(header.format == 1 && header.slots.map(\.kinds) == [[.recovery]])
            #expect(header.isAuthentic(code: code, under: try vault.keys.data))
        }
    }
}
