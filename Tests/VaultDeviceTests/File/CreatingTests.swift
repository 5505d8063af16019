import Basics
import Foundation
import Phone
import Testing
import Vault

@testable import VaultDevice

@Suite("Making a vault")
struct CreatingTests {
    @Test func `a new vault has the default configuration, the default categories and nothing in them`() throws {
        try VaultFixture.with { fixture in
            let new = NewVault(
                user: try VaultName("Ana"), fixes: [try VaultFixture.fix()], password: Password("una contraseña"))
            let vault = try fixture.folder.create(new, now: VaultFixture.start, using: &fixture.random).vault
            #expect(vault.header.cipher == .aes256GCM)
            #expect(vault.header.cell == .standard)
            #expect(vault.header.cost == .standard)
            #expect(vault.header.lockoutRule == .standard)
            #expect(vault.header.slots.map(\.kinds) == [[.place], [.password], [.recovery]])
            let categories = try vault.categories()
            #expect(
                Set(categories.map(\.category.name.text)) == ["Web", "Bancos", "Correo", "Tarjetas", "Wifi", "Notas"])
            #expect(categories.allSatisfy { $0.count == 0 && $0.category.isProtected })
            #expect(vault.user.text == "Ana")
            #expect(vault.settings == VaultSettings(language: "es"))
        }
    }

    @Test func `nobody but the owner can read the file and the folder, and no half-made file is left`() throws {
        try VaultFixture.with { fixture in
            _ = try fixture.make()
            let file = try fixture.file()
            func mode(_ url: URL) throws -> Int {
                let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
                return try #require(attributes[.posixPermissions] as? Int)
            }
            #expect(try mode(file) == 0o600)
            #expect(try mode(fixture.folder.folder) == 0o700)
            #expect(try mode(fixture.folder.data.appending(path: "vaults")) == 0o700)
            let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.folder.path).sorted()
            #expect(names == [file.lastPathComponent, file.lastPathComponent + ".name"])
            for (name, bytes) in try fixture.files() {
                #expect(!name.contains("Ana") && bytes.range(of: Data("Ana".utf8)) == nil, "\(name)")
            }
        }
    }

    @Test(arguments: ["Zoë", "zoë", "ZOË", "zoe\u{308}", "  Zoë "])
    func `a name that is taken is refused in any case and composed form, and nothing changes`(name: String) throws {
        try VaultFixture.with { fixture in
            _ = try fixture.make("Zoë")
            let before = try fixture.files()
            let keys = fixture.keys.names
            #expect(throws: VaultFault.vaultExists) { _ = try fixture.make(name) }
            #expect(try fixture.files() == before)
            #expect(fixture.keys.names == keys)
        }
    }

    @Test func `a vault that is refused leaves no file and no key`() throws {
        try VaultFixture.with { fixture in
            let user = try VaultName("Ana")
            let weak = NewVault(user: user, password: Password("x"), cipher: .des, cost: .floor)
            #expect(throws: VaultFault.weakCipher(.des)) {
                _ = try fixture.folder.create(weak, now: VaultFixture.start, using: &fixture.random)
            }
            let open = NewVault(user: user, cost: .floor)
            #expect(throws: VaultFault.missingFactor(.password)) {
                _ = try fixture.folder.create(open, now: VaultFixture.start, using: &fixture.random)
            }
            let coarse = NewVault(user: user, fixes: [try VaultFixture.fix(accuracy: 400)], cost: .floor)
            #expect(throws: VaultFault.self) {
                _ = try fixture.folder.create(coarse, now: VaultFixture.start, using: &fixture.random)
            }
            #expect(fixture.folder.vaults().isEmpty)
            #expect(try fixture.files().keys.allSatisfy { $0.hasSuffix(".lock") })
            #expect(fixture.keys.names.allSatisfy { $0 == "vault-install" })
        }
    }

    @Test func `the only user of a folder is remembered by this device alone`() throws {
        try VaultFixture.with { fixture in
            #expect(try fixture.folder.theOnlyUser() == nil)
            _ = try fixture.make("Íñigo")
            #expect(try fixture.folder.theOnlyUser()?.text == "Íñigo")
            let elsewhere = VaultFixture(fixture.root)
            // It says why nobody is known, rather than that there may be several.
            #expect(throws: VaultFault.noDeviceKeys) { try elsewhere.folder.theOnlyUser() }
            _ = try fixture.make("Ana")
            #expect(try fixture.folder.theOnlyUser() == nil)
            #expect(Set(fixture.folder.users().map(\.text)) == ["Ana", "Íñigo"])
        }
    }

    @Test func `a removed vault leaves nothing, and its name is free again`() throws {
        try VaultFixture.with { fixture in
            _ = try fixture.make()
            try fixture.folder.remove(user: try VaultName("ana").folded)
            #expect(try fixture.files().isEmpty)
            #expect(fixture.keys.names == ["vault-install"])
            #expect(throws: VaultFault.noVault) { try fixture.folder.remove(user: try VaultName("ana").folded) }
            _ = try fixture.make()
        }
    }

    @Test func `another device joins a vault with its recovery code, and has ways in of its own`() throws {
        try VaultFixture.with { fixture in
            let (vault, code) = try fixture.make()
            let header = vault.header
            var other = VaultFixture(fixture.root, vaults: "elsewhere", device: "telephone")
            let recovery = try #require(header.slots.first { $0.opensAnywhere })
            let keys = try #require(
                try header.open(
                    recovery, with: UnlockSecrets(recovery: code), user: try VaultName("Ana").folded, device: nil))
            let new = NewVault(user: try VaultName("Ana"), password: Password("otra"), cost: .floor)
            let joined = try other.folder.join(
                new, header: header, keys: keys, now: VaultFixture.start, using: &other.random)
            #expect(joined.header.vault == header.vault)
            #expect(try joined.keys.data == vault.keys.data)
            joined.lock()
            _ = try other.unlock(password: "otra")
            _ = try other.unlock(password: nil, recovery: code)
            #expect(throws: VaultFault.doesNotOpen) { _ = try other.unlock() }
        }
    }
}
