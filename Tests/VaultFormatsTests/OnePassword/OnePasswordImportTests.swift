import Basics
import Testing
import Vault
import VaultFormats

@Suite("Reading 1Password's 1PUX")
struct OnePasswordImportTests {
    private static let files = [
        ("files/doc1__scan ñ.txt", Array("scan!".utf8)), ("files/doc2__plan.pdf", Array("%PDF".utf8)),
        ("files/picture.png", [1, 2, 3]),
    ]

    private func archive(_ files: [(String, [UInt8])] = files) throws -> [UInt8] {
        let document = try Fixtures.bytes("1pux/valid/export.data.json")
        return ZIPFile.bytes([("export.attributes", Array("{}".utf8)), ("export.data", document)] + files)
    }

    private func vault() throws -> ImportedVault {
        try VaultImport.read(.onePUX, from: archive())
    }

    @Test("vaults are categories")
    func vaults() throws {
        let vault = try vault()
        #expect(vault.categories == ["Personal", "Shared"])
        #expect(vault.items.map(\.title) == ["Website", "Document", "Password", "Gone"])
        #expect(vault.items.allSatisfy { $0.category == "Personal" })
        #expect(vault.items.map(\.isFavourite) == [true, false, false, false])
    }

    @Test("every sort of value is kept")
    func values() throws {
        let item = try #require(try vault().items.first)
        #expect(
            item.fields == [
                Field(kind: .user, value: "jane"),
                Field(kind: .password, value: "hunter2"),
                Field(kind: .concealed(name: "pin"), value: "1234"),
                Field(kind: .url, value: "https://a.example"),
                Field(kind: .url, value: "https://b.example"),
                Field(kind: .text(name: "Label of URL 2"), value: "admin"),
                Field(kind: .oneTimePassword, value: "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP"),
                Field(kind: .email, value: "jane@example.com"),
                Field(kind: .text(name: "Extra: old email"), value: "old@example.com"),
                Field(kind: .phone, value: "600"),
                Field(kind: .text(name: "Extra: birth date"), value: "2016-01-01"),
                Field(kind: .text(name: "Extra: expiry date"), value: "2022-06"),
                Field(kind: .text(name: "Extra: home"), value: "https://home.example"),
                Field(kind: .secretNumber, value: "4111"),
                Field(kind: .text(name: "Extra: type"), value: "visa"),
                Field(kind: .text(name: "Extra: gender"), value: "female"),
                Field(kind: .text(name: "Extra: kind"), value: "checking"),
                Field(kind: .concealed(name: "Extra: secret word"), value: "swordfish"),
                Field(kind: .pin, value: "0000"),
                Field(kind: .text(name: "Extra: see"), value: "i2"),
                Field(kind: .text(name: "Extra: address street"), value: "1 Main"),
                Field(kind: .text(name: "Extra: address city"), value: "Madrid"),
                Field(kind: .text(name: "Extra: address country"), value: "es"),
                Field(kind: .text(name: "Extra: address zip"), value: "28001"),
                Field(kind: .text(name: "Extra: address state"), value: "M"),
                Field(kind: .concealed(name: "Extra: Private key"), value: "-----BEGIN"),
                Field(kind: .text(name: "Extra: Public key"), value: "ssh-ed25519 AA"),
                Field(kind: .text(name: "Extra: Key fingerprint"), value: "SHA256:x"),
                Field(kind: .text(name: "Extra: key keyType"), value: "ed25519"),
                Field(kind: .text(name: "Extra: sign in with"), value: #"{"provider":"google","item":null}"#),
                Field(kind: .concealed(name: "Extra: new thing"), value: #"{"depth":3}"#),
                Field(kind: .note, value: "a note"),
                Field(kind: .text(name: "Tags"), value: "work, shared"),
            ])
        #expect(item.attachments == [ForeignAttachment(name: "scan ñ.txt", bytes: Array("scan!".utf8))])
        #expect(item.created == Timestamp(seconds: 1_663_642_010))
        #expect(
            item.history
                == [PastValue(kind: .password, value: "hunter1", until: Timestamp(seconds: 1_663_000_000))])
    }

    @Test("archived, trashed and future items are told apart")
    func states() throws {
        let items = try vault().items
        #expect(
            items[1].fields == [
                Field(kind: .type, value: "Document"), Field(kind: .text(name: "State"), value: "archived"),
            ])
        #expect(items[1].attachments == [ForeignAttachment(name: "plan.pdf", bytes: Array("%PDF".utf8))])
        #expect(items[2].fields == [Field(kind: .type, value: "Password"), Field(kind: .password, value: "only this")])
        #expect(items[3].deleted == Timestamp(seconds: 1_700_000_000))
        #expect(
            items[3].fields == [
                Field(kind: .type, value: "999"), Field(kind: .note, value: "n"),
                Field(kind: .concealed(name: "invention"), value: #"{"a":1}"#),
            ])
    }

    @Test("a document that is not in the file is missed by name")
    func missingDocument() throws {
        let archive = try archive(Array(Self.files.dropFirst()))
        #expect(
            throws: ImportFault.item(.init(number: 1, title: "Website", field: "scan"), .missingDocument)
        ) { try VaultImport.read(.onePUX, from: archive) }
        let rest = try VaultImport.read(.onePUX, from: archive, skipsMissing: true)
        #expect(rest.items.map(\.title) == ["Website", "Document", "Password", "Gone"])
        #expect(rest.items[0].attachments.isEmpty && rest.items[1].attachments.count == 1)
        let note = Field(kind: .text(name: "File that the export does not have"), value: "scan ñ.txt")
        #expect(rest.items[0].fields.contains(note))
    }

    @Test("what files of 2021 say was thrown away is")
    func trashed() throws {
        let document = #"""
            {"accounts":[{"attrs":{},"vaults":[{"attrs":{"name":"Old"},"items":[
            {"uuid":"a","createdAt":1,"updatedAt":2,"trashed":true,"categoryUuid":"003",
            "details":{"notesPlain":"gone"},"overview":{"title":"Gone"}},
            {"uuid":"b","createdAt":1,"updatedAt":2,"trashed":false,"categoryUuid":"003",
            "details":{"notesPlain":"here"},"overview":{"title":"Here"}}]}]}]}
            """#
        let archive = ZIPFile.bytes([("export.data", Array(document.utf8))])
        let items = try VaultImport.read(.onePUX, from: archive).items
        #expect(items.map { $0.deleted != nil } == [true, false])
        #expect(items.map(\.identifier) == ["1password a", "1password b"])
    }

    @Test("what is no such file is refused")
    func foreign() throws {
        #expect(throws: ImportFault.malformed(.plain(.notZIP))) {
            try VaultImport.read(.onePUX, from: Array("{}".utf8))
        }
        #expect(throws: ImportFault.foreign(.noEntry("export.data"))) {
            try VaultImport.read(.onePUX, from: ZIPFile.bytes([("a", [1])]))
        }
        #expect(throws: ImportFault.foreign(.plain(.noAccounts))) {
            try VaultImport.read(.onePUX, from: ZIPFile.bytes([("export.data", Array("{}".utf8))]))
        }
        #expect(throws: ImportFault.malformed(.repeatedEntry("export.data"))) {
            try VaultImport.read(.onePUX, from: ZIPFile.bytes([("export.data", []), ("export.data", [])]))
        }
    }

    @Test("an entry that does not agree with its checksum is refused")
    func checksum() throws {
        var bytes = try archive()
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: "hunter2".utf8) })
        bytes[place] = UInt8(ascii: "H")
        #expect(throws: ImportFault.malformed(.damagedEntry("export.data"))) {
            try VaultImport.read(.onePUX, from: bytes)
        }
    }
}
