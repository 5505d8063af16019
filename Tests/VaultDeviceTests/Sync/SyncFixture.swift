import Basics
import Foundation
import Testing
import Vault

@testable import VaultDevice

/// One person's devices and a server between them.
struct SyncFixture {
    let server = FakeVaultServer()
    let root: URL
    /// The first device.
    let first: UnlockedVault
    let recovery: RecoveryCode
    let firstDevice: VaultFixture
    var now = VaultFixture.start
    var random = SplitMix64(seed: 99)

    static func with(_ body: (inout SyncFixture) async throws -> Void) async throws {
        let root = VaultFixture.freshFolder()
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: root) }
        var device = VaultFixture(root.appending(path: "first"))
        let made = try device.make(fixes: [try VaultFixture.fix()])
        var fixture = SyncFixture(root: root, first: made.vault, recovery: made.recovery, firstDevice: device)
        try await body(&fixture)
    }

    private init(root: URL, first: UnlockedVault, recovery: RecoveryCode, firstDevice: VaultFixture) {
        self.root = root
        self.first = first
        self.recovery = recovery
        self.firstDevice = firstDevice
    }

    func sync(_ name: String) -> VaultSync { VaultSync(server: server, device: name) }

    /// Another device that joins, with keys of its own.
    func join(_ name: String) async throws -> (vault: UnlockedVault, device: VaultFixture) {
        let device = VaultFixture(root.appending(path: name))
        let new = NewVault(
            user: try VaultName("Ana"), fixes: [try VaultFixture.fix()], password: Password(VaultFixture.password),
            cost: .floor, language: "en")
        return (try await sync(name).join(new, recovery: recovery, in: device.folder, now: now).vault, device)
    }

    /// Adds an item to the web category.
    @discardableResult
    mutating func add(_ title: String, _ value: String, to vault: UnlockedVault) throws -> Item {
        let draft = try VaultFixture.draft(title, in: try VaultFixture.web(vault), [(.password, value)])
        return try vault.add(draft, now: now, using: &random)
    }

    /// Changes the value of an item.
    mutating func edit(_ id: RecordID, _ value: String, in vault: UnlockedVault) throws {
        var item = try vault.item(id)
        item.fields = [Field(kind: .password, value: value)]
        now = now.advanced(bySeconds: 1)
        try vault.update(item, now: now)
    }

    /// What a vault says, without what each device has of its own.
    static func says(_ vault: UnlockedVault) throws -> [String] {
        let items = try VaultFixture.content(vault).map { item in
            let files = try item.attachments.map { "\($0.name.text)=\(try vault.attachment($0).count)" }
            return "\(item.id.text) \(item.title.text) \(item.category.text) "
                + "\(item.fields.map { "\($0.kind.word)=\($0.value)" }) \(item.deleted != nil) \(files)"
        }
        let categories = try vault.categories().map { summary in
            let category = summary.category
            return "\(category.id.text) \(category.isProtected ? "" : category.name.text) \(category.isRemovable)"
        }
        return items + categories.sorted()
    }

    /// Titles with values, for reading in failures.
    static func values(_ vault: UnlockedVault) throws -> [String] {
        try VaultFixture.content(vault).map { item in
            "\(item.title.text): \(item.fields.first?.value ?? "")"
        }.sorted()
    }
}

/// The fault that `body` throws, or nil.
func syncFault(_ body: () async throws -> Void) async -> SyncFault? {
    do {
        try await body()
        return nil
    } catch {
        return error as? SyncFault
    }
}
