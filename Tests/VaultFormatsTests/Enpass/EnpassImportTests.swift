import Basics
import Testing
import Vault
import VaultFormats

@Suite("Reading Enpass's JSON")
struct EnpassImportTests {
    private func vault() throws -> ImportedVault {
        try VaultImport.read(.enpass, from: Fixtures.bytes("enpass/export.json"))
    }

    @Test("keeps every field, and what is unknown hidden")
    func login() throws {
        let vault = try vault()
        #expect(vault.categories == ["Social", "Social/Nets", "Other"])
        let item = vault.items[0]
        #expect(item.category == "Social/Nets" && item.isFavourite && item.deleted == nil)
        #expect(
            item.fields == [
                Field(kind: .user, value: "emily"), Field(kind: .email, value: "emily@example.org"),
                Field(kind: .password, value: "s3cret"),
                Field(kind: .concealed(name: "Second password"), value: "s3cond"),
                Field(kind: .url, value: "https://social.example/"),
                Field(kind: .oneTimePassword, value: "JBSW Y3DP EHPK 3PXP"),
                Field(kind: .text(name: "Security question"), value: "Color?"),
                Field(kind: .concealed(name: "Security answer"), value: "blue"),
                Field(kind: .concealed(name: "New kind"), value: "?"), Field(kind: .note, value: "a note"),
                Field(kind: .text(name: "Folder"), value: "Other"),
                Field(kind: .concealed(name: "somethingNew"), value: "7"),
            ])
        #expect(
            item.history == [
                PastValue(
                    kind: .text(name: "Gone"), value: "was here", until: Timestamp(seconds: 1_534_490_050)),
                PastValue(kind: .email, value: "old@example.org", until: Timestamp(seconds: 1_534_490_049)),
            ])
        #expect(item.attachments == [ForeignAttachment(name: "scan.txt", bytes: Array("scan!".utf8))])
        #expect(vault.changes.map(\.kind) == [.missingFolder])
    }

    @Test("knows cards, the trash and the archive")
    func card() throws {
        let item = try vault().items[1]
        #expect(item.deleted == Timestamp(seconds: 1_698_057_141))
        #expect(
            item.fields == [
                Field(kind: .type, value: "creditcard"), Field(kind: .text(name: "Cardholder"), value: "Jane Doe"),
                Field(kind: .secretNumber, value: "4111111111111111"),
                Field(kind: .concealed(name: "CVC"), value: "333"), Field(kind: .pin, value: "1234"),
                Field(kind: .text(name: "Subtitle"), value: "**** 1111"),
                Field(kind: .text(name: "State"), value: "archived"),
            ])
    }

    @Test("takes the rest when one item is none, and folders in a circle")
    func oneBadItem() throws {
        let text =
            #"{"folders":[{"uuid":"a","title":"A","parent_uuid":"b"},{"uuid":"b","title":"B","parent_uuid":"a"}],"#
            + #""items":["x",{"template_type":"note.default","title":"N","note":"n","fields":[3],"folders":["a"],"#
            + #""attachments":[{"name":"f"}]}]}"#
        let vault = try VaultImport.read(.enpass, from: Array(text.utf8), skips: true)
        #expect(vault.items.map(\.title) == ["N"])
        #expect(vault.changes.contains { $0.kind.code == "skipped" })
        #expect(vault.items[0].fields.contains(Field(kind: .text(name: "File that was not imported"), value: "f")))
    }
}
