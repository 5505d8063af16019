import Basics
import Testing
import Vault
import VaultFormats

@Suite("Reading Bitwarden's JSON")
struct BitwardenImportTests {
    private let vault: ImportedVault

    init() throws {
        vault = try Fixtures.vault(.bitwarden, "bitwarden/valid/person.json")
    }

    private func item(_ title: String) throws -> ForeignItem {
        try #require(vault.items.first { $0.title == title })
    }

    @Test("folders are categories, also those without items")
    func folders() {
        #expect(vault.categories == ["Banks", "Años/Niñez", "Empty"])
        #expect(vault.items.map(\.category) == ["Banks", "Años/Niñez"] + Array(repeating: nil, count: 8))
    }

    @Test("a login has its fields, passkey and custom fields")
    func login() throws {
        let bank = try item("Bank")
        #expect(bank.isFavourite)
        #expect(bank.asksAgain)
        #expect(bank.created == Timestamp(rfc3339: "2022-01-01T08:00:00Z"))
        #expect(bank.modified == Timestamp(rfc3339: "2024-03-01T10:00:00.250Z"))
        #expect(bank.deleted == nil)
        let passkey = try #require(bank.fields.first { $0.kind == .concealed(name: "Passkey: bank.example") })
        #expect(passkey.value.hasPrefix(#"{"credentialId":"a3e15f8b-27c1-42ae-90cf-a615ad87854f","keyType":"#))
        #expect(
            bank.fields.filter { $0 != passkey } == [
                Field(kind: .user, value: "jane"),
                Field(kind: .password, value: #"correct horse "battery" \ staple"#),
                Field(kind: .url, value: "https://bank.example/login?a=1,2"),
                Field(kind: .url, value: "https://www.bank.example"),
                Field(kind: .oneTimePassword, value: "otpauth://totp/Bank:jane?secret=JBSWY3DPEHPK3PXP&issuer=Bank"),
                Field(kind: .text(name: "URL match 2"), value: "3"),
                Field(kind: .note, value: "line one\nline two"),
                Field(kind: .text(name: "Branch"), value: "0001"),
                Field(kind: .pin, value: "4321"),
                Field(kind: .text(name: "Stay signed in"), value: "true"),
                Field(kind: .text(name: "Login field"), value: "linked to 100"),
                Field(kind: .text(name: "Empty"), value: ""),
            ])
        #expect(bank.history.map(\.value) == ["second", "first"])
        #expect(bank.history.map(\.kind) == [.password, .password])
        #expect(bank.history.first?.until == Timestamp(rfc3339: "2024-03-01T10:00:00Z"))
    }

    @Test("what was deleted is in the trash")
    func deleted() throws {
        let note = try item("Thrown away")
        #expect(note.deleted == Timestamp(rfc3339: "2024-02-01T00:00:00Z"))
        #expect(note.fields == [Field(kind: .note, value: "a note 🗝 of the señor")])
    }

    @Test("the other types keep all that they say")
    func types() throws {
        #expect(
            try item("Card").fields == [
                Field(kind: .text(name: "Cardholder name"), value: "Jane Doe"),
                Field(kind: .text(name: "Brand"), value: "Visa"),
                Field(kind: .secretNumber, value: "4111111111111111"),
                Field(kind: .text(name: "Expiry month"), value: "10"),
                Field(kind: .text(name: "Expiry year"), value: "2031"),
                Field(kind: .concealed(name: "Security code"), value: "123"),
                Field(kind: .text(name: "Archived"), value: "2025-01-01T00:00:00.000Z"),
            ])
        let identity = try item("Identity").fields
        #expect(identity.count == 15)
        #expect(identity.contains(Field(kind: .email, value: "jane@example.com")))
        #expect(identity.contains(Field(kind: .concealed(name: "Social security number"), value: "123-12-1234")))
        #expect(try item("Key").fields.map(\.kind.isConcealed) == [true, false, false])
        let account = try item("Account").fields
        #expect(account.contains(Field(kind: .pin, value: "1234")))
        #expect(account.contains(Field(kind: .text(name: "IBAN"), value: "ES00")))
        #expect(try item("Licence").fields.count == 4)
        #expect(try item("Passport").fields.contains(Field(kind: .concealed(name: "Passport number"), value: "A1")))
    }

    @Test("what is unknown is kept, hidden")
    func unknown() throws {
        #expect(
            try item("Of the future").fields == [
                Field(kind: .text(name: "Bitwarden type"), value: "9"),
                Field(kind: .concealed(name: "future.secret"), value: "kept"),
                Field(kind: .concealed(name: "future.list"), value: "[1,2.50]"),
                Field(kind: .concealed(name: "marker"), value: "7"),
            ])
    }

    @Test("an item that says nothing keeps at least its title")
    func blank() throws {
        #expect(try item("(untitled)").fields == [Field(kind: .note, value: "(untitled)")])
    }

    @Test("collections of an organisation are categories; a second one is a field")
    func organisation() throws {
        let vault = try Fixtures.vault(.bitwarden, "bitwarden/valid/organisation.json")
        #expect(vault.categories == ["Shared", "Servers"])
        #expect(vault.items.map(\.category) == ["Servers"])
        #expect(vault.items[0].fields.last == Field(kind: .text(name: "Collection"), value: "Shared"))
    }

    @Test(
        "a broken file is refused for a reason that says where",
        arguments: [
            (
                "account-encrypted",
                "the file is not in this format: it is encrypted with the key of an account; "
                    + "only that account can read it"
            ),
            ("cut", "the file is damaged: line 1: a comma is expected"),
            ("items-of-text", "item 1: field items is not an object"),
            ("no-items", "the file is not in this format: there are no items"),
            ("not-an-object", "the file is not in this format: it is not a JSON object"),
        ])
    func broken(name: String, reason: String) throws {
        #expect(try Fixtures.fault(.bitwarden, "bitwarden/broken/\(name).json") == reason)
    }

    @Test("a list that is too long is refused")
    func bounds() {
        let items = Array(repeating: #"{"type":2}"#, count: 250_001).joined(separator: ",")
        #expect(fault(#"{"items":[\#(items)]}"#) == .tooMany(.items, limit: 250_000))
    }

    @Test("more history than a vault keeps loses its oldest end")
    func longHistory() throws {
        let past = (0..<30).map { #"{"password":"p\#($0)","lastUsedDate":"2024-01-01T00:00:\#(10 + $0).000Z"}"# }
        let json = #"{"items":[{"type":2,"passwordHistory":[\#(past.joined(separator: ","))]}]}"#
        let item = try #require(try VaultImport.read(.bitwarden, from: Array(json.utf8)).items.first)
        #expect(item.history.count == 20)
        #expect(item.history.first?.value == "p29")
        #expect(item.history.last?.value == "p10")
    }

    private func fault(_ json: String) -> ImportFault? {
        do throws(ImportFault) {
            _ = try VaultImport.read(.bitwarden, from: Array(json.utf8))
            return nil
        } catch {
            return error
        }
    }
}
