import Foundation
import Synchronization
import Testing
import Vault

@testable import VaultDevice

@Suite("Several processes with one vault")
struct ConcurrencyTests {
    @Test func `each sees at once what the other has changed`() throws {
        try VaultFixture.with { fixture in
            let one = try fixture.make().vault
            let other = try fixture.unlock()
            let items = try fixture.fill(one, count: 3)
            #expect(try other.summaries().count == 3)
            try other.erase(items[0].id)
            try one.changeCipher(to: .chaCha20Poly1305)
            #expect(try other.item(items[1].id) == items[1])
            #expect(other.header.cipher == .chaCha20Poly1305)
            var settings = other.settings
            settings.autoLockSeconds = 99
            try other.changeSettings { $0.autoLockSeconds = 99 }
            #expect(try one.summaries().count == 2)
            #expect(one.settings == settings)
            #expect(one.sequence == other.sequence)
        }
    }

    @Test func `what several write at the same time is all kept`() async throws {
        let root = VaultFixture.freshFolder()
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: root) }
        var fixture = VaultFixture(root)
        let vault = try fixture.make().vault
        let web = try VaultFixture.web(vault)
        let shared = fixture
        try await withThrowingTaskGroup { group in
            for writer in 0..<4 {
                group.addTask {
                    var random = SystemRandomNumberGenerator()
                    let vault = try shared.unlock(at: VaultFixture.moment(Int64(writer)))
                    for number in 0..<10 {
                        let draft = try VaultFixture.draft("\(writer) \(number)", in: web, [(.note, "x")])
                        _ = try vault.add(draft, now: VaultFixture.start, using: &random)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(Set(try vault.summaries().map(\.title.text)).count == 40)
        #expect(vault.sequence == 41)
    }

    /// Does `work` in several tasks at once, each with a vault of its own that is open already.
    private static func sideBySide(
        _ fixture: VaultFixture, _ count: Int, _ work: @escaping @Sendable (Int, UnlockedVault) throws -> Void
    ) async throws {
        try await withThrowingTaskGroup { group in
            for number in 0..<count {
                group.addTask {
                    let vault = try fixture.unlock(at: VaultFixture.moment(Int64(number)))
                    try work(number, vault)
                }
            }
            try await group.waitForAll()
        }
    }

    /// Calls `body` with a vault and its fixture, in a folder that is gone afterwards.
    private static func with(_ body: (VaultFixture, UnlockedVault, Item) async throws -> Void) async throws {
        let root = VaultFixture.freshFolder()
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: root) }
        var fixture = VaultFixture(root)
        let vault = try fixture.make().vault
        let item = try fixture.fill(vault, count: 1)[0]
        try await body(fixture, vault, item)
    }

    @Test func `of edits of one item side by side none is lost, and all that was acknowledged is in it`() async throws {
        try await Self.with { fixture, vault, item in
            let rounds = 30
            let kinds: [FieldKind] = [.user, .password, .url]
            try await Self.sideBySide(fixture, 5) { number, vault in
                for round in 1...rounds {
                    switch number {
                    case 3: try vault.setFavourite(item.id, round % 2 == 1)
                    case 4:
                        var random = SystemRandomNumberGenerator()
                        let name = try VaultName("f\(round)")
                        try vault.attach([1], named: name, to: item.id, now: VaultFixture.start, using: &random)
                    default:
                        try vault.change(item.id, now: VaultFixture.start) { item throws(VaultFault) in
                            item.fields.removeAll { $0.kind == kinds[number] }
                            item.fields.append(Field(kind: kinds[number], value: "\(round)"))
                        }
                    }
                    // What was acknowledged is there, whatever the others did meanwhile.
                    let now = try vault.item(item.id)
                    if number < 3 { #expect(now.value(of: kinds[number]) == "\(round)") }
                    if number == 3 { #expect(now.isFavourite == (round % 2 == 1)) }
                    if number == 4 { #expect(now.attachments.count == round + 1) }
                }
            }
            let end = try vault.item(item.id)
            for kind in kinds { #expect(end.value(of: kind) == "\(rounds)") }
            #expect(end.attachments.count == rounds + 1)
        }
    }

    @Test func `a change made for an older writing is refused, and changes nothing`() async throws {
        try await Self.with { fixture, vault, item in
            let seen = try vault.itemWithRevision(item.id)
            let other = try fixture.unlock()
            try other.change(item.id, now: VaultFixture.start) { item throws(VaultFault) in item.isFavourite = true }
            let before = try fixture.files()
            #expect(throws: VaultFault.changedMeanwhile) {
                try vault.change(item.id, at: seen.revision, now: VaultFixture.start) { item throws(VaultFault) in
                    item.fields = []
                }
            }
            #expect(try fixture.files() == before)
            let now = try vault.itemWithRevision(item.id)
            try vault.change(item.id, at: now.revision, now: VaultFixture.start) { item throws(VaultFault) in
                item.fields = [Field(kind: .note, value: "x")]
            }
            #expect(try other.item(item.id).fields == [Field(kind: .note, value: "x")])
            #expect(try other.item(item.id).isFavourite)
        }
    }

    @Test func `categories and settings that several change keep all changes`() async throws {
        try await Self.with { fixture, vault, item in
            try await Self.sideBySide(fixture, 3) { number, vault in
                for round in 1...25 {
                    switch number {
                    case 0: try vault.setTemplate([FieldKind](repeating: .note, count: round), of: item.category)
                    case 1: try vault.setRemovable(round % 2 == 1, of: item.category)
                    default: try vault.changeSettings { $0.clipboardSeconds = 10 + round }
                    }
                }
            }
            let category = try #require(try vault.categories().first { $0.id == item.category }).category
            #expect(category.template.count == 25 && category.isRemovable)
            #expect(vault.settings.clipboardSeconds == 35)
        }
    }

    @Test func `nobody who opens the vault beside those who write is told that the file is old`() async throws {
        try await Self.with { fixture, vault, item in
            let keys = try vault.keys
            let alarms = Mutex(0)
            try await Self.sideBySide(fixture, 4) { number, vault in
                for round in 0..<150 {
                    if number < 2 {
                        try vault.change(item.id, now: VaultFixture.start) { item throws(VaultFault) in
                            item.fields = [Field(kind: .note, value: "\(number) \(round)")]
                        }
                    } else {
                        do throws(VaultFault) {
                            let locked: LockedVault
                            do { locked = try fixture.locked() } catch { throw .noVault }
                            try locked.unlock(keys: keys).lock()
                        } catch {
                            guard case .older = error else { throw error }
                            alarms.withLock { $0 += 1 }
                        }
                    }
                }
            }
            #expect(alarms.withLock { $0 } == 0)
        }
    }
}

extension UnlockedVault {
    fileprivate func setFavourite(_ id: RecordID, _ isOn: Bool) throws {
        try change(id, now: VaultFixture.start) { item throws(VaultFault) in item.isFavourite = isOn }
    }
}
