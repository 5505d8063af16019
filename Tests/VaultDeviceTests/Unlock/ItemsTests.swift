import Foundation
import GRDB
import Testing
import Time
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
            func found(_ text: String) throws -> [[FieldKind]] { try vault.search(text).map(\.fields) }
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
            #expect(try vault.expireTrash(now: VaultFixture.start.advanced(bySeconds: 30 * day)) == 0)
            #expect(try vault.expireTrash(now: VaultFixture.start.advanced(bySeconds: 30 * day + 1)) == 1)
            #expect(try vault.summaries(deleted: true).map(\.id) == [items[1].id])
            // Something that goes in takes with it what is due.
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

    @Test func `a removed category takes its items with it, those in the trash and their attachments too`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            let kept = try fixture.fill(vault, count: 3).sorted { $0.id < $1.id }
            let category = try vault.addCategory(try VaultName("Viajes"), using: &fixture.random).id
            for title in ["Uno", "Dos"] {
                var draft = try VaultFixture.draft(title, in: category, [(.note, "x")])
                draft.attachments = [(try VaultName("a"), [1])]
                let item = try vault.add(draft, now: VaultFixture.start, using: &fixture.random)
                if title == "Dos" { try vault.moveToTrash(item.id, now: VaultFixture.start) }
            }
            #expect(throws: VaultFault.protectedCategory) {
                try vault.removeCategory(try VaultFixture.web(vault))
            }
            try vault.removeCategory(category)
            #expect(try VaultFixture.content(vault) == kept)
            let rows = try VaultFixture.raw(try fixture.file()) {
                try Int.fetchOne($0, sql: "SELECT count(*) FROM object WHERE kind IN (3, 4)")
            }
            #expect(rows == 4)
        }
    }
}
