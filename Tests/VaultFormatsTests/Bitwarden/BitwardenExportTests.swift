import Basics
import Foundation
import Testing
import Vault
import VaultFormats

@Suite("Writing Bitwarden's JSON")
struct BitwardenExportTests {
    private func json(_ items: [ForeignItem], categories: [String] = []) throws -> [String: Any] {
        var random = SplitMix64(seed: 1)
        let bytes = try VaultExport.write(
            .bitwarden, ImportedVault(items: items, categories: categories), now: Timestamp(seconds: 1_700_000_000),
            using: &random)
        return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    private func item(_ fields: [Field]) throws -> [String: Any] {
        let items = try json([ForeignItem(title: "Bank", fields: fields)])["items"] as? [[String: Any]]
        return try #require(items?.first)
    }

    @Test("a login stands where Bitwarden looks for it")
    func login() throws {
        let item = try item([
            Field(kind: .password, value: "secret"), Field(kind: .user, value: "jane"),
            Field(kind: .url, value: "https://a.example"), Field(kind: .url, value: "https://b.example"),
            Field(kind: .oneTimePassword, value: "JBSWY3DPEHPK3PXP"), Field(kind: .note, value: "n"),
            Field(kind: .pin, value: "1234"), Field(kind: .password, value: "another"),
            Field(kind: .text(name: "PIN"), value: "open"), Field(kind: .concealed(name: "PIN"), value: "own"),
        ])
        #expect(item["type"] as? Int == 1)
        #expect(item["notes"] as? String == "n")
        #expect(item["creationDate"] as? String == "2023-11-14T22:13:20.000Z")
        let login = try #require(item["login"] as? [String: Any])
        #expect(login["username"] as? String == "jane")
        #expect(login["password"] as? String == "secret")
        #expect(login["totp"] as? String == "JBSWY3DPEHPK3PXP")
        let addresses = (login["uris"] as? [[String: Any]])?.compactMap { $0["uri"] as? String }
        #expect(addresses == ["https://a.example", "https://b.example"])
        let custom = (item["fields"] as? [[String: Any]])?.map { field in
            "\(field["name"] ?? "") \(field["value"] ?? "") \(field["type"] ?? "")"
        }
        #expect(custom == ["PIN 1234 1", "Password another 1", "PIN open 0", "concealed:PIN own 1"])
    }

    @Test(
        "an item is of the type that its fields are of",
        arguments: [
            ([Field(kind: .note, value: "n")], 2),
            ([Field(kind: .user, value: "u")], 1),
            ([Field(kind: .text(name: "Brand"), value: "Visa"), Field(kind: .secretNumber, value: "4")], 3),
            ([Field(kind: .text(name: "First name"), value: "J"), Field(kind: .user, value: "u")], 4),
            ([Field(kind: .text(name: "Brand"), value: "V"), Field(kind: .password, value: "p")], 1),
            ([Field(kind: .concealed(name: "Private key"), value: "k")], 5),
            ([Field(kind: .text(name: "IBAN"), value: "ES")], 6),
            ([Field(kind: .text(name: "Licence class"), value: "B")], 7),
            ([Field(kind: .text(name: "Surname"), value: "D")], 8),
            ([Field(kind: .secretNumber, value: "4")], 2),
        ])
    func type(fields: [Field], number: Int) throws {
        #expect(try item(fields)["type"] as? Int == number)
    }

    @Test("passkeys and the way of comparing addresses go back where they came from")
    func passkeys() throws {
        let vault = try Fixtures.vault(.bitwarden, "bitwarden/valid/person.json")
        let items = try json(vault.items, categories: vault.categories)["items"] as? [[String: Any]]
        let login = try #require(items?.first?["login"] as? [String: Any])
        let passkeys = try #require(login["fido2Credentials"] as? [[String: Any]])
        #expect(passkeys.map { $0["rpId"] as? String } == ["bank.example"])
        #expect(passkeys.first?.count == 13)
        let matches = (login["uris"] as? [[String: Any]])?.map { $0["match"] as? Int }
        #expect(matches == [nil, 3])
        // Identity, card and the rest are of the types that they had; the unknown one has become a note.
        #expect(items?.map { $0["type"] as? Int } == [1, 2, 3, 4, 5, 6, 7, 8, 2, 2])
    }

    @Test("files are named, earlier values are hidden fields")
    func whatBitwardenHasNoPlaceFor() throws {
        var item = ForeignItem(title: "Bank", fields: [Field(kind: .user, value: "new")])
        item.history = [PastValue(kind: .user, value: "old", until: Timestamp(seconds: 1_600_000_000))]
        item.attachments = [ForeignAttachment(name: "scan.pdf", bytes: [UInt8](repeating: 0, count: 1234))]
        let written = try #require((try json([item])["items"] as? [[String: Any]])?.first)
        let custom = (written["fields"] as? [[String: Any]])?.map { "\($0["name"] ?? "") = \($0["value"] ?? "")" }
        #expect(
            custom == [
                "History: 2020-09-13T12:26:40.000Z user = old", "File that was not exported = scan.pdf (1,234 bytes)",
            ])
    }
}
