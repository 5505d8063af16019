import ArgumentParser
import Basics
import Foundation
import Phone
import Testing
import Vault
import VaultDevice
import VaultFormats

@testable import Commands

/// An item with these fields, changed at the beginning of 2026.
private func item(
    _ title: String = "Correo", _ fields: [Field] = [], asksAgain: Bool = false, created: Int64 = 1_767_225_600,
    history: [PastValue] = []
) throws -> Item {
    var random = SplitMix64(seed: UInt64(title.utf8.reduce(0) { $0 &* 31 &+ Int($1) } & 0xFFFF_FFFF))
    return Item(
        id: RecordID(using: &random), category: RecordID(using: &random), title: try VaultName(title), fields: fields,
        asksAgain: asksAgain, created: Timestamp(seconds: created), modified: Timestamp(seconds: 1_767_225_600),
        history: history)
}

private func text(_ write: (inout OutputBuffer) -> Void) -> String {
    var output = OutputBuffer(descriptor: nil)
    write(&output)
    return output.takenText()
}

private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
}

@Suite("An item as it is shown")
struct ItemPageTests {
    private let secret = [
        Field(kind: .user, value: "ana"), Field(kind: .password, value: "hunter2hunter2"),
        Field(kind: .concealed(name: "PIN"), value: "1"), Field(kind: .note, value: "one\ntwo"),
    ]

    private func shown(_ item: Item, reveals: Bool, json: Bool = false) -> String {
        text {
            ItemPage(item: item, category: "Web", now: Timestamp(seconds: 59), reveals: reveals).write(
                json: json, to: &$0)
        }
    }

    @Test("what is concealed is dots, as many for a short secret as for a long one, until it is asked for")
    func concealed() throws {
        let item = try item("Correo", secret)
        let hidden = shown(item, reveals: false)
        #expect(!hidden.contains("hunter2") && hidden.contains("ana"))
        #expect(hidden.components(separatedBy: "••••••••").count == 3 && !hidden.contains("•••••••••"))
        let open = shown(item, reveals: true)
        #expect(open.contains("hunter2hunter2") && !open.contains("•"))
    }

    @Test("the lines of a note stand below each other, and nothing in an item gives orders to the terminal")
    func lines() throws {
        let note = shown(try item("Correo", secret), reveals: false).split(separator: "\n")
        let one = try #require(note.first { $0.hasSuffix("one") })
        let two = try #require(note.first { $0.hasSuffix("two") })
        #expect(one.count == two.count)
        let hostile = try item("T", [Field(kind: .text(name: "\u{1B}]0;x\u{7}"), value: "a\u{1B}[2J\u{9B}b")])
        #expect(
            !shown(hostile, reveals: true).unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{9B}" || $0 == "\u{7}" }
        )
    }

    @Test("a one-time password is its code in two halves, except where the item asks again")
    func codes() throws {
        // RFC 6238, appendix B: the secret 12345678901234567890 at 59 s.
        let field = Field(kind: .oneTimePassword, value: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
        #expect(shown(try item("A", [field]), reveals: false).contains("287 082  (1 s)"))
        let again = try item("B", [field], asksAgain: true)
        #expect(!shown(again, reveals: false).contains("287"))
        #expect(shown(again, reveals: true).contains("287 082"))
    }

    @Test("for programs every field has its kind and value, names apart")
    func json() throws {
        let object = try object(shown(try item("Correo", secret), reveals: true, json: true))
        #expect(object["title"] as? String == "Correo" && object["category"] as? String == "Web")
        let fields = try #require(object["fields"] as? [[String: Any]])
        #expect(fields.map { $0["kind"] as? String } == ["user", "password", "concealed", "note"])
        #expect(fields[2]["name"] as? String == "PIN" && fields[3]["value"] as? String == "one\ntwo")
        #expect(object["deleted"] == nil && object["history"] as? Int == 0)
    }
}

@Suite("What is to be improved in a vault")
struct VaultAuditTests {
    private let now = Timestamp(seconds: 1_800_000_000)
    private let strong = "vY7#qLw2!mZx9@Tk"

    private func fields(_ password: String, url: String? = nil, code: Bool = false) -> [Field] {
        [Field(kind: .password, value: password)] + (url.map { [Field(kind: .url, value: $0)] } ?? [])
            + (code ? [Field(kind: .oneTimePassword, value: "JBSWY3DPEHPK3PXP")] : [])
    }

    private func findings(_ items: [Item], isProven: Bool = true) -> [String: Set<VaultAudit.Finding>] {
        let audit = VaultAudit(items, isProven: isProven, now: now)
        return Dictionary(uniqueKeysWithValues: audit.entries.map { ($0.item.title.text, Set($0.findings)) })
    }

    @Test("an item without a password, or with a good one, has nothing to improve")
    func good() throws {
        let recent: Int64 = 1_799_000_000
        let audit = VaultAudit(
            [try item("A", fields(strong), created: recent), try item("B", [Field(kind: .note, value: "x")])],
            isProven: true, now: now)
        #expect(audit.entries.isEmpty && audit.score == 100 && audit.itemCount == 2)
        #expect(VaultAudit([], isProven: true, now: now).score == 100)
    }

    @Test("weak, repeated and old passwords, and sites without a second factor or without encryption")
    func bad() throws {
        let recent: Int64 = 1_799_000_000
        let found = findings([
            try item("Weak", fields("password1"), created: recent), try item("One", fields(strong), created: recent),
            try item("Two", fields(strong), created: recent),
            try item("Old", fields("Gr7$kPz0&wNu4!Qe"), created: 1_700_000_000),
            try item("Site", fields("hB3%xVt8*cMj6?Rs", url: "http://a.example"), created: recent),
            try item("Safe", fields("Jd9^fYb1(pLw5)Ka", url: "https://b.example", code: true), created: recent),
        ])
        #expect(found["Weak"] == [.weak])
        #expect(found["One"] == [.reused] && found["Two"] == [.reused])
        #expect(found["Old"] == [.old])
        #expect(found["Site"] == [.noSecondFactor, .insecureAddress])
        #expect(found["Safe"] == nil)
    }

    @Test("a password that was changed lately is not old, whenever its item was made")
    func changed() throws {
        let past = PastValue(kind: .password, value: "before", until: Timestamp(seconds: 1_799_000_000))
        let item = try item("Old", fields(strong), created: 1_500_000_000, history: [past])
        #expect(findings([item]).isEmpty)
    }

    @Test("of an item that asks again nothing is compared that a guess could be confirmed with")
    func asksAgain() throws {
        let recent: Int64 = 1_799_000_000
        let items = [
            try item("Bank", fields("password1"), asksAgain: true, created: recent),
            try item("Guess", fields("password1"), created: recent),
        ]
        #expect(findings(items, isProven: false)["Bank"] == nil)
        #expect(findings(items, isProven: false)["Guess"] == [.weak])
        #expect(findings(items, isProven: true)["Bank"] == [.weak, .reused])
    }

    @Test("the score never leaves 0 to 100, and an item loses no more than it has")
    func score() throws {
        let worst = try (0..<3).map {
            try item("W\($0)", fields("123", url: "http://a.example"), created: 1_500_000_000)
        }
        let audit = VaultAudit(worst, isProven: true, now: now)
        #expect(audit.score == 0 && audit.count(of: .weak) == 3 && audit.count(of: .reused) == 3)
    }
}

@Suite("A file of another program on its way into the vault")
struct ImportPlanTests {
    private func plan(_ imported: ImportedVault) throws -> ImportPlan {
        var random = SplitMix64(seed: 1)
        return try ImportPlan(imported, language: "es", using: &random)
    }

    private func foreign(_ title: String, category: String? = nil, _ fields: [Field], id: String? = nil) -> ForeignItem
    {
        var item = ForeignItem(category: category, title: title, fields: fields)
        item.identifier = id
        return item
    }

    private let password = [Field(kind: .password, value: "x")]

    @Test("categories are made once, whatever their case, also those without items")
    func categories() throws {
        let plan = try plan(
            ImportedVault(
                items: [foreign("A", category: "WORK", password), foreign("B", category: "work", password)],
                categories: ["Work", "Empty"]))
        #expect(plan.categories.map(\.name.text) == ["Work", "Empty"])
        #expect(Set(plan.drafts.map(\.category)) == [plan.categories[0].id])
    }

    @Test("what is in no category goes to the notes when it is one, and to the first category otherwise")
    func withoutCategory() throws {
        let plan = try plan(
            ImportedVault(items: [
                foreign("Note", [Field(kind: .note, value: "x"), Field(kind: .password, value: "")]),
                foreign("Login", password),
            ]))
        #expect(plan.drafts[0].category != plan.drafts[1].category && plan.categories.count == 2)
    }

    @Test("the same file again has the same identifiers, and what it has twice stays two")
    func identifiers() throws {
        let items = [
            foreign("A", password), foreign("A", password), foreign("A", [Field(kind: .password, value: "y")]),
            foreign("B", password, id: "known"), foreign("C", password, id: "known"),
        ]
        let first = try plan(ImportedVault(items: items)).drafts.map(\.identifier)
        #expect(first == (try plan(ImportedVault(items: items)).drafts.map(\.identifier)))
        #expect(Set(first).count == 5 && first[3] == "known" && first[4] == "known #2")
        #expect(first[1] == first[0].map { "\($0) #2" })
        // What an item says is not in what it is known by.
        #expect(first.allSatisfy { $0?.contains("x") == false || $0 == nil })
    }

    @Test("a title that no item can have is told with the number of the item, and nothing else of it")
    func badTitle() throws {
        let failure = #expect(throws: CommandFailure.self) {
            _ = try plan(
                ImportedVault(items: [
                    foreign("Good", password), foreign(String(repeating: "long ", count: 2000), password),
                ]))
        }
        #expect(failure?.reason.contains("2") == true)
    }

    @Test("favourites, trash, history and files come along, and no more history than an item keeps")
    func rest() throws {
        var item = foreign("A", password)
        item.isFavourite = true
        item.asksAgain = true
        item.deleted = Timestamp(seconds: 1)
        item.history = (0..<(Item.historyLimit + 5)).map {
            PastValue(kind: .password, value: "v\($0)", until: Timestamp(seconds: Int64($0)))
        }
        let draft = try plan(ImportedVault(items: [item])).drafts[0]
        #expect(draft.isFavourite && draft.asksAgain && draft.isInTrash && draft.allowsDuplicateTitle)
        #expect(draft.history.count == Item.historyLimit && draft.history.first?.value == "v0")
    }
}

@Suite("Lists of a real vault")
struct ItemListTests {
    @Test("items stand in the order of the vault's language, and programs get every one of them")
    func list() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cerca-list-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var random = SplitMix64(seed: 4)
        let vaults = VaultFolder(
            folder: folder.appending(path: "vaults"), keys: FileKeyStore(folder: folder.appending(path: "keys")),
            data: folder)
        let password = try #require(Password("a test's password"))
        let now = Timestamp(seconds: 1_767_225_600)
        let vault = try vaults.create(
            NewVault(user: try VaultName("ana"), password: password, cost: .floor, language: "es"), now: now,
            using: &random
        ).vault
        let place = try #require(try vault.categories().first?.id)
        for title in ["Zapatos", "ñandú", "nube", "Ávila", "avión"] {
            _ = try vault.add(
                ItemDraft(
                    category: place, title: try VaultName(title),
                    fields: [Field(kind: .user, value: "ana"), Field(kind: .password, value: "s3cret")]),
                now: now, using: &random)
        }
        let list = try ItemList(vault)
        let items = try vault.summaries()
        let rows = text { list.write(items, json: false, width: nil, to: &$0) }.split(separator: "\n")
        let order = ["Ávila", "avión", "nube", "ñandú", "Zapatos"]
        #expect(rows.count == 6)
        for (row, title) in zip(rows.dropFirst(), order) { #expect(row.contains(title), "\(row)") }
        #expect(rows.dropFirst().allSatisfy { $0.hasSuffix("2026-01-01") && $0.contains("ana") })
        for width in [40, 60, 80] {
            let narrow = text { list.write(items, json: false, width: width, to: &$0) }.split(separator: "\n")
            #expect(narrow.allSatisfy { TerminalText.width(of: String($0)) <= max(width, 44) }, "\(width)")
        }
        let lines = text { list.write(items, json: true, width: nil, to: &$0) }.split(separator: "\n")
        #expect(try lines.map { try object(String($0))["title"] as? String } == order)
        #expect(!lines.contains { $0.contains("s3cret") } && !rows.contains { $0.contains("s3cret") })
        // Titles are found in any case; a word that is none of them says which.
        let choice = try ItemChoice.parse(["ÑANDÚ"])
        #expect(try choice.find(in: vault).title.text == "ñandú")
        #expect(throws: CommandFailure.self) { _ = try ItemChoice.parse(["nadie"]).find(in: vault) }
        #expect(throws: CommandFailure.self) {
            _ = try ItemChoice.parse(["nube", "--category", "Nada"]).find(in: vault)
        }
    }
}
