import Basics
import Foundation
import GRDB
import Testing
import Vault

@testable import VaultDevice

@Suite("Index of titles")
struct TitleIndexTests {
    private static func add(_ title: String, to vault: UnlockedVault, _ fixture: inout VaultFixture) throws -> Item {
        var draft = try VaultFixture.draft(title, in: try VaultFixture.web(vault), [(.password, "x")])
        draft.allowsDuplicateTitle = true
        return try vault.add(draft, now: VaultFixture.start, using: &fixture.random)
    }

    /// What looking through everything finds.
    private static func scan(_ vault: UnlockedVault, _ title: String) throws -> [RecordID] {
        let folded = try VaultName(title).folded
        return try vault.summaries().filter { $0.title.folded == folded }.map(\.id).sorted()
    }

    private static func find(_ vault: UnlockedVault, _ title: String) throws -> [RecordID] {
        try vault.items(titled: try VaultName(title).folded).map(\.id).sorted()
    }

    /// How many pages are looked into for a title; nil for all.
    private static func pages(_ vault: UnlockedVault, _ title: String) throws -> Int? {
        let folded = try VaultName(title).folded
        return try vault.read { reading, _ in try reading.pages(titled: folded)?.count }
    }

    @Test func `one page of many is opened for a title`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            let drafts = try (0..<600).map {
                try VaultFixture.draft("Elemento \($0)", in: try VaultFixture.web(vault), [(.password, "x\($0)")])
            }
            try vault.importAll([], drafts, now: VaultFixture.start, using: &fixture.random)
            #expect(try vault.read { reading, _ in reading.pageRevisions.count } > 200)
            for number in stride(from: 0, to: 600, by: 37) {
                #expect(try Self.pages(vault, "ELEMENTO \(number)") == 1)
                #expect(try Self.find(vault, "elemento \(number)").count == 1)
            }
            #expect(try Self.pages(vault, "Otra cosa") == 0)
            #expect(try Self.find(vault, "Otra cosa") == [])
            vault.lock()
            let again = try fixture.unlock()
            #expect(try Self.pages(again, "Elemento 7") == 1)
            // Another cipher leaves it as it is.
            try again.changeCipher(to: .chaCha20Poly1305)
            #expect(try Self.pages(again, "Elemento 7") == 1)
            #expect(try Self.find(again, "Elemento 7") == Self.scan(again, "Elemento 7"))
        }
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `whatever is changed, it finds what looking through everything finds`(seed: UInt64) throws {
        try VaultFixture.with { fixture in
            var random = SplitMix64(seed: seed)
            let vault = try fixture.make().vault
            let titles = ["Uno", "uno", "Dos", "Ñandú", "ñandu\u{301}", "Straße", "STRASSE", "Cuatro"]
            var items: [Item] = []
            for _ in 0..<60 {
                let title = try #require(titles.randomElement(using: &random))
                switch Int.random(in: 0..<6, using: &random) {
                case 0...2: items.append(try Self.add(title, to: vault, &fixture))
                case 3:
                    guard var item = items.randomElement(using: &random) else { continue }
                    item = try vault.item(item.id)
                    item.title = try VaultName(title)
                    // The title may be taken.
                    _ = try? vault.update(item, now: VaultFixture.start)
                case 4:
                    guard let item = items.randomElement(using: &random) else { continue }
                    try vault.moveToTrash(item.id, now: VaultFixture.start)
                    if Bool.random(using: &random) { try vault.restore(item.id) }
                default:
                    guard let place = items.indices.randomElement(using: &random) else { continue }
                    try vault.erase(items.remove(at: place).id)
                }
                for title in titles { #expect(try Self.find(vault, title) == Self.scan(vault, title)) }
                #expect(try Self.pages(vault, title) != nil)
            }
        }
    }

    /// What a program without an index does: it changes a page and leaves the rest of the root as it is.
    private static func writeWithoutIndex(_ vault: UnlockedVault, _ body: (inout VaultEdit) throws -> Void) throws {
        let kept = try vault.read { _, state in state.root.titleIndex }
        let rows = try VaultFixture.raw(vault.file) {
            try Row.fetchAll($0, sql: "SELECT * FROM object WHERE kind = 6")
        }
        try vault.transaction { edit throws(VaultFault) in
            do { try body(&edit) } catch { throw VaultFault(error) }
        }
        // The root of after with the index of before.
        let (root, sequence) = try vault.read { _, state in (state.root, state.sequence) }
        var former = root
        former.titleIndex = kept
        let sealer = try vault.read { _, state in state.sealer }
        var random = SystemRandomNumberGenerator()
        let sealed = try sealer.seal(former, sequence: sequence, using: &random)
        vault.lock()
        try VaultFixture.raw(vault.file) { database in
            try database.execute(sql: "UPDATE object SET sealed = ? WHERE kind = 1", arguments: [Data(sealed)])
            try database.execute(sql: "DELETE FROM object WHERE kind = 6")
            for row in rows {
                try database.execute(
                    sql: "INSERT INTO object (kind, id, revision, sealed) VALUES (?, ?, ?, ?)",
                    arguments: [row["kind"], row["id"], row["revision"], row["sealed"]])
            }
        }
    }

    @Test func `what a program without an index wrote is found, and indexed with the next change`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            for title in ["Uno", "Dos", "Tres"] { _ = try Self.add(title, to: vault, &fixture) }
            let item = try #require(try vault.items(titled: try VaultName("Uno").folded).first)
            let whole = try vault.item(item.id)
            try Self.writeWithoutIndex(vault) { edit in
                var changed = whole
                changed.title = try VaultName("Cuatro")
                try edit.put(changed)
            }
            let opened = try fixture.unlock()
            #expect(try Self.find(opened, "Cuatro") == [item.id])
            #expect(try Self.find(opened, "Uno") == [])
            #expect(try Self.pages(opened, "Cuatro") == 1)
            let other = try Self.add("Cinco", to: opened, &fixture)
            #expect(try opened.read { _, state in state.root.titleIndex?.sequence } == opened.sequence)
            for title in ["Uno", "Dos", "Tres", "Cuatro", "Cinco"] {
                #expect(try Self.find(opened, title) == Self.scan(opened, title), "\(title)")
            }
            #expect(try Self.pages(opened, "Uno") == 0)
            #expect(try Self.find(opened, "Cinco") == [other.id])
        }
    }

    @Test func `a vault without an index is looked through, and gets one with its next change`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            for title in ["Uno", "Dos"] { _ = try Self.add(title, to: vault, &fixture) }
            try VaultFixture.raw(vault.file) { try $0.execute(sql: "DELETE FROM object WHERE kind = 6") }
            // A program that knows no index drops it when it changes the cipher, and leaves the root's word of it.
            #expect(try Self.pages(vault, "Uno") == nil)
            #expect(try Self.find(vault, "Uno").count == 1)
            _ = try Self.add("Tres", to: vault, &fixture)
            for title in ["Uno", "Dos", "Tres"] {
                #expect(try Self.pages(vault, title) == 1)
                #expect(try Self.find(vault, title).count == 1)
            }
        }
    }

    @Test func `a bucket that was changed, exchanged or put back is refused`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            _ = try Self.add("Uno", to: vault, &fixture)
            let file = vault.file
            let before = try #require(
                try VaultFixture.raw(file) { try Row.fetchOne($0, sql: "SELECT * FROM object WHERE kind = 6") })
            // Until a title falls into the same bucket.
            var number = 0
            while try VaultFixture.raw(
                file,
                {
                    try Int64.fetchOne(
                        $0, sql: "SELECT revision FROM object WHERE kind = 6 AND id = ?", arguments: [before["id"]])
                }) == before["revision"] as Int64
            {
                _ = try Self.add("Otro \(number)", to: vault, &fixture)
                number += 1
            }
            let sealed: Data = before["sealed"]
            try VaultFixture.raw(file) {
                try $0.execute(
                    sql: "UPDATE object SET sealed = ?, revision = ? WHERE kind = 6 AND id = ?",
                    arguments: [sealed, before["revision"], before["id"]])
            }
            #expect(throws: VaultFault.damaged("index")) { _ = try Self.find(vault, "Uno") }
            try VaultFixture.raw(file) {
                try $0.execute(sql: "UPDATE object SET sealed = zeroblob(200) WHERE kind = 6")
            }
            #expect(throws: VaultFault.damaged("index")) { _ = try Self.find(vault, "Uno") }
        }
    }

    @Test func `no title stands in the file, and equal titles of two vaults have different codes`() throws {
        try VaultFixture.with { fixture in
            var codes: Set<UInt64> = []
            for user in ["Ana", "Berta"] {
                let vault = try fixture.make(user).vault
                let title = try VaultName("Correo").folded
                codes.insert(try vault.read { reading, _ in reading.sealer.titleKey.code(of: title) })
            }
            #expect(codes.count == 2)
        }
    }
}
