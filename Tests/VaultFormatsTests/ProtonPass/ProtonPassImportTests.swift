import Testing
import Vault
import VaultFormats

@Suite("Reading Proton Pass's export")
struct ProtonPassImportTests {
    private func document() throws -> [UInt8] {
        try Fixtures.bytes("proton-pass/data.json")
    }

    private func archive() throws -> [UInt8] {
        ZIPFile.bytes([
            ("Proton Pass/data.json", try document()), ("Proton Pass/files/file1/scan ñ.txt", Array("scan!".utf8)),
        ])
    }

    @Test("keeps every field, and what is unknown hidden")
    func login() throws {
        let vault = try VaultImport.read(.protonPass, from: document())
        #expect(vault.categories == ["Personal", "Work"])
        #expect(vault.items.map(\.title) == ["Bank", "Card", "Me", "Alias", "Office"])
        let bank = vault.items[0]
        #expect(bank.isFavourite && bank.category == "Personal" && bank.identifier == "proton-pass item1==")
        #expect(
            bank.fields == [
                Field(kind: .user, value: "jane"), Field(kind: .password, value: "s3cret"),
                Field(kind: .email, value: "jane@example.org"), Field(kind: .url, value: "https://bank.example/"),
                Field(kind: .url, value: "https://www.bank.example/"),
                Field(
                    kind: .oneTimePassword,
                    value: "otpauth://totp/Bank:jane?secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30"),
                Field(
                    kind: .concealed(name: "Passkey: bank.example"),
                    value: #"{"rpId":"bank.example","content":"AAAA"}"#),
                Field(kind: .concealed(name: "somethingNew"), value: "kept"), Field(kind: .note, value: "my note"),
                Field(kind: .text(name: "Branch"), value: "0001"),
                Field(kind: .concealed(name: "Answer"), value: "blue"),
                Field(kind: .oneTimePassword, value: "JBSWY3DPEHPK3PXP"),
                Field(kind: .concealed(name: "Later.content"), value: "?"),
                Field(kind: .text(name: "File that the export does not have"), value: "scan ñ.txt"),
                Field(kind: .text(name: "File that the export does not have"), value: "missing.pdf"),
            ])
    }

    @Test("knows cards, identities, aliases and networks")
    func others() throws {
        let vault = try VaultImport.read(.protonPass, from: document())
        #expect(vault.items[1].deleted != nil)
        #expect(
            vault.items[1].fields == [
                Field(kind: .type, value: "Credit Card"),
                Field(kind: .text(name: "Cardholder name"), value: "Jane Doe"),
                Field(kind: .secretNumber, value: "4111111111111111"),
                Field(kind: .concealed(name: "Security code"), value: "333"),
                Field(kind: .text(name: "Expiry date"), value: "2027-01"), Field(kind: .pin, value: "1234"),
                Field(kind: .text(name: "Brand"), value: "Visa"),
            ])
        #expect(
            vault.items[2].fields == [
                Field(kind: .type, value: "Identity"), Field(kind: .text(name: "Full name"), value: "Jane Doe"),
                Field(kind: .email, value: "jane@example.org"),
                Field(kind: .concealed(name: "Social security number"), value: "987"),
                Field(kind: .concealed(name: "Badge"), value: "77"),
                Field(kind: .text(name: "Club: Number"), value: "12"),
            ])
        #expect(vault.changes.map(\.kind) == [.unreadableDate])
        #expect(vault.items[3].fields.contains(Field(kind: .email, value: "alias@passinbox.example")))
        #expect(vault.items[4].fields.contains(Field(kind: .password, value: "w1fi")))
        #expect(vault.items[4].category == "Work")
    }

    @Test("reads the ZIP file with attached files")
    func zip() throws {
        let vault = try VaultImport.read(.protonPass, from: archive())
        #expect(vault.items[0].attachments == [ForeignAttachment(name: "scan ñ.txt", bytes: Array("scan!".utf8))])
        #expect(vault.items.count == 5)
    }

    @Test("refuses an encrypted export by name")
    func encrypted() {
        let reason = ImportFault.foreign(.plain(.encryptedProtonPass))
        let message = Array("-----BEGIN PGP MESSAGE-----\n\nxxx".utf8)
        for bytes in [message, ZIPFile.bytes([("Proton Pass/data.pgp", message)])] {
            for format in [ImportFormat.protonPass, .bitwarden, .onePUX] {
                #expect(throws: reason) { try VaultImport.read(format, from: bytes) }
            }
        }
    }

    @Test("takes the rest when one item is none")
    func oneBadItem() throws {
        let text =
            #"{"version":"1","vaults":{"a":{"name":"A","items":[7,{"data":3},{"data":{"type":"note","#
            + #""metadata":{"name":"N","note":["x"]},"extraFields":"y","content":null}}]}}}"#
        let bytes = Array(text.utf8)
        #expect(throws: ImportFault.self) { try VaultImport.read(.protonPass, from: bytes) }
        let vault = try VaultImport.read(.protonPass, from: bytes, skips: true)
        #expect(vault.items.map(\.title) == ["N"])
        #expect(
            vault.items[0].fields == [
                Field(kind: .concealed(name: "note"), value: #"["x"]"#),
                Field(kind: .concealed(name: "extraFields"), value: "y"),
            ])
        #expect(
            vault.changes.map(\.kind.code) == ["skipped", "skipped", "kept-as-written", "kept-as-written"])
    }
}
