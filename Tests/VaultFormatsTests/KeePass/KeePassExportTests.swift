import Foundation
import Randomness
import Testing
import Time
import Vault
import VaultFormats

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("Writing KeePass XML")
struct KeePassExportTests {
    private func xml(_ vault: ImportedVault) throws -> [UInt8] {
        var random = SplitMix64(seed: 1)
        return try VaultExport.write(.keepassXML, vault, now: Timestamp(seconds: 1_700_000_000), using: &random)
    }

    @Test("gives what Foundation's parser reads as well", arguments: 0..<8 as Range<UInt64>)
    func wellFormed(seed: UInt64) throws {
        var samples = ItemSamples(seed: seed)
        let parser = XMLParser(data: Data(try xml(try samples.vault(precision: 1000, hasFiles: true))))
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
    }

    @Test("names the field whose character XML cannot say")
    func unspeakable() {
        let item = ForeignItem(title: "Bank", fields: [Field(kind: .pin, value: "a\u{1}b")])
        #expect(throws: ExportFault.notInXML(title: "Bank", field: "PIN", character: 1)) {
            try xml(ImportedVault(items: [item]))
        }
        let last = ForeignItem(title: "Bank", fields: [Field(kind: .note, value: "ñ\u{FFFD}\u{FFFF}")])
        #expect(throws: ExportFault.notInXML(title: "Bank", field: "Notes", character: 0xFFFF)) {
            try xml(ImportedVault(items: [last]))
        }
        #expect(
            ExportFault.notInXML(title: "Bank", field: "PIN", character: 1).description
                == #"item "Bank": field PIN has the character U+0001, which XML cannot express"#)
    }

    @Test("an item in the trash says where it was")
    func trash() throws {
        let item = ForeignItem(
            category: "Banks", title: "Bank", fields: [Field(kind: .user, value: "u")],
            created: Timestamp(seconds: 1), modified: Timestamp(seconds: 2), deleted: Timestamp(seconds: 3))
        let again = try VaultImport.read(.keepassXML, from: try xml(ImportedVault(items: [item])))
        #expect(again.comparable == [item.comparable] && again.categories == ["Banks"])
    }

    @Test("a history that whole versions cannot say is kept as well")
    func impossibleHistory() throws {
        // The same value twice, and one that the present has too.
        var item = ForeignItem(
            title: "Bank", fields: [Field(kind: .user, value: "u")], created: Timestamp(seconds: 1),
            modified: Timestamp(seconds: 9))
        item.history = [
            PastValue(kind: .user, value: "u", until: Timestamp(seconds: 5)),
            PastValue(kind: .user, value: "u", until: Timestamp(seconds: 4)),
        ]
        let again = try VaultImport.read(.keepassXML, from: try xml(ImportedVault(items: [item])))
        #expect(again.comparable == [item.comparable])
    }
}
