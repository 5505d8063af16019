import Basics
import Testing
import Vault
import VaultFormats

@Suite("KeePass databases that are written")
struct KDBXExportTests {
    private static let now = Timestamp(seconds: 1_700_000_000)

    private func quick(
        _ cipher: KDBXCipher = .aes256, _ derivation: KDBXSettings.Derivation = .argon2id
    ) -> KDBXSettings {
        KDBXSettings(cipher: cipher, derivation: derivation, passes: 1, memoryMiB: 1, lanes: 1)
    }

    @Test("hold everything to the second", arguments: 0..<16 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var samples = ItemSamples(seed: seed)
        let vault = try samples.vault(precision: 1000, hasFiles: true)
        var random = SplitMix64(seed: seed)
        let password = seed % 3 == 1 ? nil : Password("contraseña")
        let keyFile = seed % 3 == 0 ? nil : try KeyFile([1, 2, 3])
        let bytes = try VaultExport.write(
            .kdbx, vault, password: password, keyFile: keyFile,
            database: quick(seed % 2 == 0 ? .aes256 : .chaCha20, seed % 4 < 2 ? .argon2id : .argon2d), now: Self.now,
            using: &random)
        let again = try VaultImport.read(.kdbx, from: bytes, password: password, keyFile: keyFile)
        #expect(again.comparable == vault.comparable)
        #expect(again.categories == vault.categories)
    }

    @Test("have large files in several blocks")
    func largeFiles() throws {
        var random = SplitMix64(seed: 1)
        let bytes = (0..<3_000_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        var item = ForeignItem(title: "Scan", fields: [Field(kind: .note, value: "a\u{2}b")])
        item.attachments = [
            ForeignAttachment(name: "a.bin", bytes: bytes), ForeignAttachment(name: "empty", bytes: []),
        ]
        let password = try #require(Password("contraseña"))
        let file = try VaultExport.file(
            .kdbx, ImportedVault(items: [item]), password: password, database: quick(), now: Self.now, using: &random)
        #expect(file.changes.map(\.field) == ["Notes"])
        let again = try VaultImport.read(.kdbx, from: file.bytes, password: password)
        #expect(again.items.first?.attachments == item.attachments)
        #expect(again.items.first?.fields == item.fields)
    }

    @Test("are not written without a secret, nor at a cost that we would not read")
    func refused() throws {
        var random = SplitMix64(seed: 1)
        #expect(throws: ExportFault.needsPassword) {
            try VaultExport.write(.kdbx, ImportedVault(), now: Self.now, using: &random)
        }
        for settings in [
            KDBXSettings(passes: 0), KDBXSettings(memoryMiB: 1025), KDBXSettings(lanes: 65),
            KDBXSettings(passes: 2000, memoryMiB: 64),
        ] {
            #expect(throws: ExportFault.invalidCost) {
                try VaultExport.write(
                    .kdbx, ImportedVault(), password: Password("x"), database: settings, now: Self.now, using: &random)
            }
        }
    }

    @Test("keep hidden values protected within")
    func different() throws {
        var random = SplitMix64(seed: 1)
        let password = try #require(Password("contraseña"))
        let vault = ImportedVault(items: [ForeignItem(title: "A", fields: [Field(kind: .password, value: "s3cret")])])
        let one = try VaultExport.write(
            .kdbx, vault, password: password, database: quick(), now: Self.now, using: &random)
        let other = try VaultExport.write(
            .kdbx, vault, password: password, database: quick(), now: Self.now, using: &random)
        #expect(one != other)
        #expect(one.starts(with: [0x03, 0xD9, 0xA2, 0x9A, 0x67, 0xFB, 0x4B, 0xB5, 0, 0, 4, 0]))
    }
}
