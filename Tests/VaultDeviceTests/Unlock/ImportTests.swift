import Basics
import Foundation
import Testing
import Vault

@testable import VaultDevice

@Suite("Importing into a vault")
struct ImportTests {
    private static let written = VaultFixture.start.advanced(bySeconds: -86_400)

    private static func draft(
        _ identifier: String?, _ fields: [(FieldKind, String)], at time: Timestamp? = written, in category: RecordID
    ) throws -> ItemDraft {
        var draft = try VaultFixture.draft("Tienda", in: category, fields)
        draft.identifier = identifier
        draft.created = time
        draft.modified = time
        return draft
    }

    private static func counts(_ outcome: ImportOutcome) -> [Int] {
        [outcome.added, outcome.updated, outcome.unchanged, outcome.inTrash]
    }

    @Test func `the same file again doubles nothing and writes nothing`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            let web = try VaultFixture.web(vault)
            var drafts = try ["a", "b", nil].map { try Self.draft($0, [(.password, "x")], in: web) }
            drafts[1].isInTrash = true
            drafts[0].attachments = [(try VaultName("f"), [1, 2, 3])]
            let first = try vault.importAll([], drafts, now: VaultFixture.start, using: &fixture.random)
            #expect(Self.counts(first) == [3, 0, 0, 1])
            let content = try VaultFixture.content(vault)
            let before = try fixture.files()
            let again = try vault.importAll(
                [], Array(drafts[..<2]), now: VaultFixture.start.advanced(bySeconds: 9), using: &fixture.random)
            #expect(Self.counts(again) == [0, 0, 2, 0])
            #expect(try VaultFixture.content(vault) == content)
            #expect(try fixture.files() == before)
            // What has nothing to be known by is new each time.
            let third = try vault.importAll([], [drafts[2]], now: VaultFixture.start, using: &fixture.random)
            #expect(Self.counts(third) == [1, 0, 0, 0])
        }
    }

    @Test func `what was changed later counts, here or there, and the other side's value is in the history`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            let web = try VaultFixture.web(vault)
            let other = try vault.addCategory(try VaultName("Otra"), using: &fixture.random).id
            let drafts = try ["a", "b"].map { try Self.draft($0, [(.user, "ana"), (.password, "vieja")], in: web) }
            try vault.importAll([], drafts, now: VaultFixture.start, using: &fixture.random)
            let ids = try vault.summaries().map(\.id)
            let later = VaultFixture.start.advanced(bySeconds: 3600)
            for id in ids {
                let title = try VaultName("Tienda \(id.text.prefix(4))")
                try vault.change(id, now: later) { item throws(VaultFault) in
                    item.fields[1].value = "mía"
                    item.category = other
                    item.title = title
                }
            }
            // The file of an hour before, and of an hour after.
            var file = drafts
            file[0] = try Self.draft("a", [(.user, "ana"), (.password, "de antes")], at: VaultFixture.start, in: web)
            file[1] = try Self.draft(
                "b", [(.user, "ana"), (.password, "nueva")], at: later.advanced(bySeconds: 3600), in: web)
            let outcome = try vault.importAll([], file, now: later, using: &fixture.random)
            #expect(Self.counts(outcome) == [0, 2, 0, 0])
            let items = try vault.summaries().map { try vault.item($0.id) }
            #expect(items.count == 2 && items.allSatisfy { $0.category == other })
            let kept = try #require(items.first { $0.value(of: .password) == "mía" })
            #expect(Set(kept.history.map(\.value)) == ["vieja", "de antes"])
            let changed = try #require(items.first { $0.value(of: .password) == "nueva" })
            #expect(Set(changed.history.map(\.value)) == ["vieja", "mía"])
            let again = try vault.importAll([], file, now: later, using: &fixture.random)
            #expect(Self.counts(again) == [0, 0, 2, 0])
        }
    }

    @Test func `a file that another program changed is kept beside ours`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            let web = try VaultFixture.web(vault)
            var draft = try Self.draft("a", [(.note, "x")], in: web)
            draft.attachments = [(try VaultName("f"), [1])]
            try vault.importAll([], [draft], now: VaultFixture.start, using: &fixture.random)
            draft.attachments = [(try VaultName("f"), [2]), (try VaultName("g"), [3])]
            try vault.importAll([], [draft], now: VaultFixture.start, using: &fixture.random)
            let item = try vault.item(try #require(try vault.summaries().first).id)
            #expect(Set(item.attachments.map(\.name.text)) == ["f", "f (2)", "g"])
            #expect(try Set(item.attachments.map { try vault.attachment($0) }) == [[1], [2], [3]])
        }
    }

    @Test func `what its owner threw away stays there, unless it was changed since`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            let web = try VaultFixture.web(vault)
            try vault.importAll(
                [], [try Self.draft("a", [(.note, "x")], in: web)], now: VaultFixture.start, using: &fixture.random)
            let id = try #require(try vault.summaries().first).id
            try vault.moveToTrash(id, now: VaultFixture.start)
            try vault.importAll(
                [], [try Self.draft("a", [(.note, "x")], in: web)], now: VaultFixture.start, using: &fixture.random)
            #expect(try vault.summaries().isEmpty)
            let newer = try Self.draft("a", [(.note, "y")], at: VaultFixture.start.advanced(bySeconds: 60), in: web)
            try vault.importAll([], [newer], now: VaultFixture.start, using: &fixture.random)
            #expect(try vault.summaries().map(\.id) == [id])
        }
    }

    @Test func `an export of the vault itself comes back as what is there, and identifiers tell nobody anything`()
        throws
    {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            let items = try fixture.fill(vault, count: 2)
            let drafts = try items.map { item in
                try Self.draft(item.id.text, item.fields.map { ($0.kind, $0.value) }, in: item.category)
            }
            try vault.importAll([], drafts, now: VaultFixture.start, using: &fixture.random)
            #expect(try vault.summaries().count == 2)
            let foreign = "00112233445566778899aabbccddeeff"
            try vault.importAll(
                [], [try Self.draft(foreign, [(.note, "x")], in: items[0].category)], now: VaultFixture.start,
                using: &fixture.random)
            #expect(try vault.summaries().allSatisfy { $0.id.text != foreign })
        }
    }
}
