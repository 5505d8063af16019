import Basics
import Foundation
import GRDB
import Testing
import Vault

@testable import VaultDevice

@Suite("Items of a vault")
struct ItemsTests {
    @Test func `an item without any value is not made, and changes nothing`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            let web = try VaultFixture.web(vault)
            let before = try fixture.files()
            for fields in [[], [(.user, "")], [(.user, " "), (.password, "\n")]] as [[(FieldKind, String)]] {
                #expect(throws: VaultFault.emptyItem) {
                    let draft = try VaultFixture.draft("Nada", in: web, fields)
                    _ = try vault.add(draft, now: VaultFixture.start, using: &fixture.random)
                }
            }
            #expect(throws: VaultFault.unknownRecord) {
                let draft = try VaultFixture.draft("Sin sitio", in: .zero, [(.note, "x")])
                _ = try vault.add(draft, now: VaultFixture.start, using: &fixture.random)
            }
            #expect(try fixture.files() == before)
            let item = try #require(try fixture.fill(vault, count: 2).last)
            var blank = item
            blank.fields = [Field(kind: .user, value: "")]
            #expect(throws: VaultFault.emptyItem) { _ = try vault.update(blank, now: VaultFixture.start) }
            #expect(try vault.item(item.id) == item)
        }
    }

    @Test func `former values are kept, the newest first and twenty at most`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            var item = try fixture.fill(vault, count: 1)[0]
            for round in 0..<25 {
                item.fields[1].value = "clave \(round)"
                item = try vault.update(item, now: VaultFixture.start.advanced(bySeconds: Int64(round)))
            }
            let stored = try vault.item(item.id)
            #expect(stored.history.map(\.value) == (4..<24).reversed().map { "clave \($0)" })
            #expect(stored.modified == VaultFixture.start.advanced(bySeconds: 24))
            // Another order of the fields is no other value; a title in another case is a change.
            item.fields.swapAt(0, 1)
            item.title = try VaultName("CUENTA 0")
            item = try vault.update(item, now: VaultFixture.start)
            #expect(try vault.item(item.id).title.text == "CUENTA 0")
            #expect(try vault.item(item.id).history == stored.history)
        }
    }

    @Test func `a code that counts is used up before it is shown, and leaves the history alone`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            let web = try VaultFixture.web(vault)
            let address = "otpauth://hotp/E:ana?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&counter=5"
            let item = try vault.add(
                try VaultFixture.draft("Contador", in: web, [(.user, "ana"), (.oneTimePassword, address)]),
                now: VaultFixture.start, using: &fixture.random)
            let later = VaultFixture.start.advanced(bySeconds: 60)
            #expect(try vault.nextCode(of: item.id, field: 1, now: later) == "254676")
            #expect(try vault.nextCode(of: item.id, field: 1, now: later) == "287922")
            let stored = try vault.item(item.id)
            #expect(stored.fields[1].value == address.replacing("counter=5", with: "counter=7"))
            #expect(stored.history.isEmpty && stored.modified == later)
            for place in [0, 2, -1] {
                #expect(throws: VaultFault.unknownRecord) {
                    _ = try vault.nextCode(of: item.id, field: place, now: later)
                }
            }
        }
    }

    @Test func `a title can be taken once in a category, and is found in any case and composed form`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            let web = try VaultFixture.web(vault)
            let other = try vault.addCategory(try VaultName("Otra"), using: &fixture.random).id
            func add(_ title: String, _ category: RecordID) throws -> Item {
                try vault.add(
                    try VaultFixture.draft(title, in: category, [(.note, "x")]), now: VaultFixture.start,
                    using: &fixture.random)
            }
            let first = try add("Ñandú K", web)
            _ = try add("Ñandú K", other)
            #expect(throws: VaultFault.nameTaken("ñANDÚ k")) { _ = try add("ñANDÚ k", web) }
            #expect(try vault.items(titled: try VaultName("n\u{303}andu\u{301} \u{212A}").folded).count == 2)
            #expect(try vault.items(titled: try VaultName("ÑANDÚ K").folded, in: web).map(\.id) == [first.id])
            #expect(try vault.items(titled: try VaultName("Nandu K").folded).isEmpty)
            try vault.moveToTrash(first.id, now: VaultFixture.start)
            #expect(try vault.items(titled: try VaultName("Ñandú K").folded, in: web).isEmpty)
            _ = try add("Ñandú K", web)
        }
    }

    @Test func `words are found in every field but not in the trash, in history or after erasing`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            let web = try VaultFixture.web(vault)
            let draft = try VaultFixture.draft(
                "Periódico", in: web, [(.user, "ana"), (.note, "La Nube Gris"), (.concealed(name: "Clave"), "nube")])
            var item = try vault.add(draft, now: VaultFixture.start, using: &fixture.random)
            _ = try fixture.fill(vault, count: 5)
            func found(_ text: String) throws -> [[FieldKind]] {
                try vault.search(text, in: .concealed).map(\.fields)
            }
            #expect(try found("NUBE") == [[.note, .concealed(name: "Clave")]])
            #expect(try found("periodico") == [[]])
            #expect(try found("nada de esto").isEmpty)
            item.fields = [Field(kind: .note, value: "sol")]
            try vault.update(item, now: VaultFixture.start)
            #expect(try found("nube").isEmpty)
            try vault.moveToTrash(item.id, now: VaultFixture.start)
            #expect(try found("sol").isEmpty)
            try vault.restore(item.id)
            #expect(try found("sol") == [[.note]])
            try vault.erase(item.id)
            #expect(try found("sol").isEmpty)
        }
    }

    @Test func `the trash goes by its days`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            let items = try fixture.fill(vault, count: 3)
            let day: Int64 = 86_400
            try vault.moveToTrash(items[0].id, now: VaultFixture.start)
            try vault.moveToTrash(items[1].id, now: VaultFixture.start.advanced(bySeconds: 20 * day))
            // Something that is added, or goes in, takes with it what is due.
            func add(_ title: String, at seconds: Int64) throws {
                let draft = try VaultFixture.draft(title, in: items[0].category, [(.note, "x")])
                let now = VaultFixture.start.advanced(bySeconds: seconds)
                _ = try vault.add(draft, now: now, using: &fixture.random)
            }
            try add("Aún no", at: 30 * day)
            #expect(try vault.summaries(deleted: true).count == 2)
            try add("Ahora", at: 30 * day + 1)
            #expect(try vault.summaries(deleted: true).map(\.id) == [items[1].id])
            try vault.moveToTrash(items[2].id, now: VaultFixture.start.advanced(bySeconds: 60 * day))
            #expect(try vault.summaries(deleted: true).map(\.id) == [items[2].id])
            #expect(try vault.emptyTrash(olderThan: VaultFixture.start.advanced(bySeconds: 61 * day)) == 1)
            #expect(try vault.summaries(deleted: true).isEmpty)
        }
    }

    @Test func `an attachment of many pieces comes back as it was, and goes with its item`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            let item = try fixture.fill(vault, count: 2)[1]
            let bytes = (0..<Attachment.chunkByteCount * 2 + 5).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let name = try VaultName("plano.pdf")
            let attachment = try vault.attach(
                bytes, named: name, to: item.id, now: VaultFixture.start, using: &fixture.random)
            let empty = try vault.attach(
                [], named: try VaultName("nada.pdf"), to: item.id, now: VaultFixture.start, using: &fixture.random)
            #expect(throws: VaultFault.nameTaken("PLANO.pdf")) {
                _ = try vault.attach(
                    [1], named: try VaultName("PLANO.pdf"), to: item.id, now: VaultFixture.start, using: &fixture.random
                )
            }
            #expect(attachment.chunks == 3)
            #expect(try vault.attachment(attachment) == bytes)
            #expect(try vault.attachment(empty) == [])
            #expect(throws: VaultFault.tooLarge("attachment")) {
                let tooMuch = [UInt8](repeating: 0, count: Attachment.byteLimit + 1)
                _ = try vault.attach(tooMuch, named: name, to: item.id, now: VaultFixture.start, using: &fixture.random)
            }
            func pieces() throws -> Int? {
                try VaultFixture.raw(try fixture.file()) {
                    try Int.fetchOne($0, sql: "SELECT count(*) FROM object WHERE kind = 4")
                }
            }
            #expect(try pieces() == 4)
            #expect(try vault.item(item.id).attachments == [attachment, empty])
            try vault.removeAttachment(attachment.id, of: item.id, now: VaultFixture.start)
            #expect(try pieces() == 1)
            #expect(throws: VaultFault.damaged("attachment")) { _ = try vault.attachment(attachment) }
            let again = try vault.attach(
                [1], named: name, to: item.id, now: VaultFixture.start, using: &fixture.random)
            #expect(try vault.attachment(again) == [1])
            try vault.erase(item.id)
            #expect(try pieces() == 1)
        }
    }

    @Test func `nothing that only looks erases anything, however long it has been in the trash`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            var draft = try VaultFixture.draft("De otro", in: try VaultFixture.web(vault), [(.password, "x")])
            draft.isInTrash = true
            draft.created = Timestamp(milliseconds: 0)
            try vault.importAll([], [draft], now: VaultFixture.start, using: &fixture.random)
            let item = try #require(try vault.summaries(deleted: true).first)
            #expect(try vault.item(item.id).deleted == VaultFixture.start)
            let before = try Data(contentsOf: try fixture.file())
            vault.lock()
            // Years later.
            let again = try fixture.unlock(at: VaultFixture.moment(900 * 86_400))
            _ = try again.categories()
            _ = try again.summaries()
            _ = try again.search("otro", in: .concealedOfAll)
            #expect(try again.summaries(deleted: true).map(\.id) == [item.id])
            #expect(try Data(contentsOf: try fixture.file()) == before)
            try again.restore(item.id)
            #expect(try again.item(item.id).value(of: .password) == "x")
        }
    }

    @Test func `items of a removed category lie in the trash, and come back with it`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            let kept = try fixture.fill(vault, count: 3).sorted { $0.id < $1.id }
            let now = VaultFixture.start.advanced(bySeconds: 60)
            let category = try vault.addCategory(try VaultName("Viajes"), template: [.pin], using: &fixture.random)
            let items = try ["Uno", "Dos", "Tres"].map { title in
                var draft = try VaultFixture.draft(title, in: category.id, [(.note, "x")])
                draft.attachments = [(try VaultName("a"), [1])]
                return try vault.add(draft, now: VaultFixture.start, using: &fixture.random)
            }
            try vault.moveToTrash(items[0].id, now: VaultFixture.start)
            #expect(throws: VaultFault.protectedCategory) {
                try vault.removeCategory(try VaultFixture.web(vault), now: now)
            }
            #expect(try vault.removeCategory(category.id, now: now) == 2)
            #expect(try vault.categories().allSatisfy { $0.id != category.id })
            #expect(try Set(vault.summaries().map(\.id)) == Set(kept.map(\.id)))
            #expect(try Set(vault.summaries(deleted: true).map(\.id)) == Set(items.map(\.id)))
            #expect(try vault.item(items[0].id).deleted == VaultFixture.start)
            #expect(try vault.item(items[1].id).deleted == now)
            try vault.restore(items[1].id)
            let back = try #require(try vault.categories().first { $0.id == category.id })
            #expect(back.category == category && back.count == 1)
            #expect(try vault.attachment(try vault.item(items[1].id).attachments[0]) == [1])
            // Another one of that name takes its place.
            try vault.removeCategory(category.id, now: now)
            let namesake = try vault.addCategory(try VaultName("VIAJES"), using: &fixture.random)
            try vault.restore(items[2].id)
            #expect(try vault.item(items[2].id).category == namesake.id)
            // What is erased in the end leaves nothing of it.
            for item in items[..<2] { try vault.erase(item.id) }
            try vault.erase(items[2].id)
            #expect(try VaultFixture.content(vault) == kept)
            #expect(try vault.transaction { edit throws(VaultFault) in edit.root.removedCategories }.isEmpty)
            let rows = try VaultFixture.raw(try fixture.file()) {
                try Int.fetchOne($0, sql: "SELECT count(*) FROM object WHERE kind IN (3, 4)")
            }
            #expect(rows == 4)
        }
    }

    @Test func `concealed fields answer a search only when asked, and those that ask again only to the owner`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            let web = try VaultFixture.web(vault)
            for (title, asksAgain) in [("Delicado", true), ("Corriente", false)] {
                var draft = try VaultFixture.draft(
                    title, in: web, [(.user, "ana"), (.password, "Sw0rd-fish"), (.concealed(name: "Clave"), "fish")])
                draft.asksAgain = asksAgain
                _ = try vault.add(draft, now: VaultFixture.start, using: &fixture.random)
            }
            func found(_ text: String, in depth: ItemSearch.Depth) throws -> [String: Int] {
                let rows = try vault.search(text, in: depth).map { ($0.item.title.text, $0.fields.count) }
                return Dictionary(uniqueKeysWithValues: rows)
            }
            #expect(try found("Sw0rd", in: .open).isEmpty)
            #expect(try found("delicado sw", in: .open).isEmpty)
            #expect(try found("ana", in: .open) == ["Delicado": 1, "Corriente": 1])
            #expect(try found("FISH", in: .concealed) == ["Corriente": 2])
            #expect(try found("ana fish", in: .concealed) == ["Corriente": 3])
            #expect(try found("fish", in: .concealedOfAll) == ["Delicado": 2, "Corriente": 2])
            // A whole password cannot be asked for letter by letter.
            let letters = (0x21...0x7E).map { String(UnicodeScalar(UInt8($0))) }
            #expect(try letters.allSatisfy { try found("Delicado " + $0, in: .concealed)["Delicado", default: 0] <= 1 })
        }
    }
}
