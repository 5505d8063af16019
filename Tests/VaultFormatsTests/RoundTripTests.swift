import Basics
import Testing
import Vault
import VaultFormats

@Suite("What is written is read as it was")
struct RoundTripTests {
    private static let now = Timestamp(seconds: 1_700_000_000)

    @Test("Bitwarden's JSON holds everything but files", arguments: 0..<32 as Range<UInt64>)
    func bitwarden(seed: UInt64) throws {
        var samples = ItemSamples(seed: seed)
        let vault = try samples.vault()
        let again = try rewritten(vault, as: .bitwarden, seed: seed)
        #expect(again.comparable == vault.comparable)
        #expect(again.categories == vault.categories)
    }

    @Test("KeePass XML holds everything to the second", arguments: 0..<32 as Range<UInt64>)
    func keepass(seed: UInt64) throws {
        var samples = ItemSamples(seed: seed)
        let vault = try samples.vault(precision: 1000, hasFiles: true)
        let again = try rewritten(vault, as: .keepassXML, seed: seed)
        #expect(again.comparable == vault.comparable)
        #expect(again.categories == vault.categories)
    }

    @Test("CSV holds the fields that have a value", arguments: 0..<32 as Range<UInt64>)
    func csv(seed: UInt64) throws {
        var samples = ItemSamples(seed: seed)
        var vault = try samples.vault()
        for index in vault.items.indices {
            vault.items[index].history = []
            vault.items[index].fields.removeAll { $0.value.isEmpty }
        }
        #expect(try rewritten(vault, as: .csv, seed: seed).comparable == vault.comparable)
    }

    @Test("a protected file holds the same as one that is not")
    func protected() throws {
        var samples = ItemSamples(seed: 7)
        let vault = try samples.vault()
        var random = SplitMix64(seed: 7)
        let password = try #require(Password("contraseña"))
        for cost in [BitwardenKeyCost.argon2id(passes: 2, memoryMiB: 16, lanes: 4), .widelyReadable] {
            let bytes = try VaultExport.write(
                .bitwardenProtected, vault, password: password, cost: cost, now: Self.now, using: &random)
            #expect(!String(decoding: bytes, as: UTF8.self).contains("note"))
            let again = try VaultImport.read(.bitwardenProtected, from: bytes, password: password)
            #expect(again.comparable == vault.comparable)
        }
    }

    @Test("the fields of a Bitwarden item stay in the order of the file")
    func order() throws {
        let vault = try Fixtures.vault(.bitwarden, "bitwarden/valid/person.json")
        let again = try rewritten(vault, as: .bitwarden, seed: 0)
        #expect(again.items.map(\.fields) == vault.items.map(\.fields))
    }

    @Test(
        "a fixture that is written in another format is read as it was",
        arguments: [
            (ImportFormat.bitwarden, "bitwarden/valid/person.json"),
            (.bitwarden, "bitwarden/valid/organisation.json"), (.keepassXML, "keepass-xml/valid/keepassxc.xml"),
            (.csv, "csv/valid/bitwarden.csv"), (.csv, "csv/valid/keepassxc.csv"), (.csv, "csv/valid/generic.csv"),
        ])
    func conversion(format: ImportFormat, path: String) throws {
        var vault = try Fixtures.vault(format, path)
        for index in vault.items.indices {
            // Formats that have no such thing get the time of writing.
            vault.items[index].created = vault.items[index].created ?? Self.now
            vault.items[index].modified = vault.items[index].modified ?? Self.now
        }
        let bitwarden = try rewritten(vault, as: .bitwarden, seed: 1)
        #expect(bitwarden.comparable == vault.comparable)
        let modified = vault.comparable.map { Timestamp(seconds: $0.modified?.seconds ?? 0) }
        let keepass = try rewritten(vault, as: .keepassXML, seed: 1)
        #expect(keepass.comparable.map(\.fields) == vault.comparable.map(\.fields))
        #expect(keepass.comparable.map(\.history) == vault.comparable.map(\.history))
        #expect(keepass.comparable.map(\.modified) == modified)
    }

    private func rewritten(_ vault: ImportedVault, as format: ExportFormat, seed: UInt64) throws -> ImportedVault {
        var random = SplitMix64(seed: seed)
        let bytes = try VaultExport.write(format, vault, now: Self.now, using: &random)
        let same = try #require(ImportFormat(rawValue: format.rawValue))
        return try VaultImport.read(same, from: bytes)
    }
}
