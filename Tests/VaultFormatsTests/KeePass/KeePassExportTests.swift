import Basics
import Foundation
import Testing
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

    @Test(
        "a character that XML cannot say gets a mark, which is told and read again as it was",
        arguments: [
            ("a\u{2}b", "a⟦U+0002⟧b"), ("ñ\u{FFFD}\u{FFFF}", "ñ\u{FFFD}⟦U+FFFF⟧"), ("\u{1}\u{301}", "⟦U+0001⟧\u{301}"),
            ("typed ⟦U+0002⟧ \u{0}", "typed ⟦U+27E6⟧U+0002⟧ ⟦U+0000⟧"),
        ])
    func unspeakable(value: String, written: String) throws {
        let item = ForeignItem(
            title: "Bank", fields: [Field(kind: .note, value: value)], created: Timestamp(seconds: 1),
            modified: Timestamp(seconds: 2))
        var random = SplitMix64(seed: 1)
        let file = try VaultExport.file(
            .keepassXML, ImportedVault(items: [item]), now: Timestamp(seconds: 3), using: &random)
        #expect(String(decoding: file.bytes, as: UTF8.self).contains("<Value>\(written)</Value>"))
        #expect(file.changes.map(\.title) == ["Bank"] && file.changes.map(\.field) == ["Notes"])
        let again = try VaultImport.read(.keepassXML, from: file.bytes)
        #expect(again.items[0].fields.map { Array($0.value.utf8) } == [Array(value.utf8)])
    }

    @Test("only a file of ours has marks: in another one, what looks like a mark is a text")
    func foreignMarks() throws {
        let item = ForeignItem(title: "Bank", fields: [Field(kind: .note, value: "a ⟦U+0002⟧")])
        let ours = String(decoding: try xml(ImportedVault(items: [item])), as: UTF8.self)
        #expect(try VaultImport.read(.keepassXML, from: Array(ours.utf8)).items[0].fields[0].value == "a ⟦U+0002⟧")
        let theirs = ours.replacing("<Generator>Cerca<", with: "<Generator>KeePassXC<").replacing("⟦U+27E6⟧", with: "⟦")
        #expect(try VaultImport.read(.keepassXML, from: Array(theirs.utf8)).items[0].fields[0].value == "a ⟦U+0002⟧")
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
