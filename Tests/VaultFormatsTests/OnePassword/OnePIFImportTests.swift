import Testing
import Vault
import VaultFormats

@Suite("Reading 1Password's 1PIF")
struct OnePIFImportTests {
    @Test("keeps every field, and what is unknown hidden")
    func fields() throws {
        let vault = try VaultImport.read(.onePIF, from: Fixtures.bytes("1pif/data.1pif"))
        #expect(vault.categories == ["Work"])
        #expect(vault.items.map(\.title) == ["Bank", "Card", "From Windows"])
        #expect(vault.items[0].isFavourite && vault.items[0].category == "Work")
        #expect(vault.items[0].history.map(\.value) == ["before"])
        #expect(
            vault.items[0].fields == [
                Field(kind: .user, value: "jane"), Field(kind: .password, value: "s3cret"),
                Field(kind: .url, value: "https://bank.example"), Field(kind: .url, value: "https://www.bank.example"),
                Field(kind: .text(name: "Label of URL 2"), value: "web"),
                Field(kind: .text(name: "More: Branch"), value: "0001"),
                Field(kind: .oneTimePassword, value: "JBSWY3DPEHPK3PXP"),
                Field(kind: .concealed(name: "More: Answer"), value: "blue"),
                Field(kind: .concealed(name: "More: Later"), value: "?"), Field(kind: .note, value: "a note"),
                Field(kind: .text(name: "Tags"), value: "one, two"),
                Field(kind: .concealed(name: "newThing"), value: "kept"),
            ])
        #expect(vault.items[1].deleted != nil)
        #expect(
            vault.items[1].fields == [
                Field(kind: .type, value: "Credit Card"), Field(kind: .text(name: "cardholder name"), value: "A B"),
                Field(kind: .text(name: "type"), value: "mc"),
                Field(kind: .secretNumber, value: "4242333342423333"),
                Field(kind: .concealed(name: "verification number"), value: "123"),
                Field(kind: .text(name: "expiry date"), value: "2025-01"), Field(kind: .pin, value: "1234"),
            ])
        #expect(
            vault.items[2].fields == [
                Field(kind: .type, value: "Password"), Field(kind: .password, value: "w1n"),
                Field(kind: .url, value: "https://w.example"),
            ])
    }

    @Test("reads the ZIP file of the folder with attached files")
    func zip() throws {
        let folder = "1Password 2020.1pif/"
        let bytes = ZIPFile.bytes([
            (folder + "data.1pif", try Fixtures.bytes("1pif/data.1pif")),
            (folder + "attachments/w1/scan.txt", Array("scan!".utf8)),
        ])
        let vault = try VaultImport.read(.onePIF, from: bytes)
        #expect(vault.items[2].attachments == [ForeignAttachment(name: "scan.txt", bytes: Array("scan!".utf8))])
    }

    @Test("takes the rest when one line is damaged")
    func oneBadLine() throws {
        var text = String(decoding: try Fixtures.bytes("1pif/data.1pif"), as: UTF8.self)
        text += "{\"uuid\":\"cut\n***5642bee8-a5ff-11dc-8314-0800200c9a66***\r\n"
        #expect(
            throws: ImportFault.item(.init(number: 4, title: "", field: "line"), .expected(.object))
        ) { try VaultImport.read(.onePIF, from: Array(text.utf8)) }
        let vault = try VaultImport.read(.onePIF, from: Array(text.utf8), skips: true)
        #expect(vault.items.count == 3)
    }
}
