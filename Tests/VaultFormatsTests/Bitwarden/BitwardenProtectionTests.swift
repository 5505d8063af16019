import Basics
import Testing
import Vault
import VaultFormats

/// The fixtures were made by Python's `cryptography` and `argon2-cffi`.
@Suite("Bitwarden's export under a password")
struct BitwardenProtectionTests {
    private let password: Password

    init() throws {
        password = try #require(Password("contraseña"))
    }

    @Test("opens with its password, however the key is derived", arguments: ["pbkdf2", "argon2id"])
    func opens(name: String) throws {
        let bytes = try Fixtures.bytes("bitwarden-protected/valid/\(name).json")
        let vault = try VaultImport.read(.bitwardenProtected, from: bytes, password: password)
        #expect(vault.categories == ["Banks"])
        #expect(vault.items.map(\.title) == ["Bank"])
        #expect(
            vault.items[0].fields == [
                Field(kind: .user, value: "jane"), Field(kind: .password, value: "secret"),
                Field(kind: .url, value: "https://bank.example"),
            ])
        #expect(throws: ImportFault.needsPassword) { try VaultImport.read(.bitwardenProtected, from: bytes) }
        #expect(throws: ImportFault.wrongPassword) {
            try VaultImport.read(.bitwardenProtected, from: bytes, password: Password("contrasena"))
        }
    }

    @Test("is not taken for one that is not protected, nor the other way round")
    func formats() throws {
        let sealed = try Fixtures.bytes("bitwarden-protected/valid/pbkdf2.json")
        #expect(throws: ImportFault.self) { try VaultImport.read(.bitwarden, from: sealed) }
        let plain = try Fixtures.bytes("bitwarden/valid/person.json")
        #expect(throws: ImportFault.self) {
            try VaultImport.read(.bitwardenProtected, from: plain, password: password)
        }
    }

    @Test(
        "that is broken is refused before it costs anything",
        arguments: [
            ("altered", ImportFault.altered),
            ("cipher", .foreign(.unknownSealing(.sealedData))),
            ("cost", .tooCostly(.rounds(function: "PBKDF2", 2_000_001))),
            ("cut", .malformed(.malformedSealing(.sealedData))),
            ("kdf", .foreign(.plain(.unknownDerivation))),
            ("memory", .tooCostly(.argon2("Argon2id", passes: 2, memoryMiB: 1_000_000, lanes: 4))),
            ("no-salt", .foreign(.plain(.missingSalt))),
        ])
    func broken(name: String, fault: ImportFault) throws {
        let bytes = try Fixtures.bytes("bitwarden-protected/broken/\(name).json")
        #expect(throws: fault) { try VaultImport.read(.bitwardenProtected, from: bytes, password: password) }
    }

    @Test("is not written without a password, nor at a cost that Bitwarden refuses")
    func writing() {
        var random = SplitMix64(seed: 1)
        #expect(throws: ExportFault.needsPassword) {
            try VaultExport.write(
                .bitwardenProtected, ImportedVault(), now: Timestamp(milliseconds: 0), using: &random)
        }
        for cost in [BitwardenKeyCost.pbkdf2(rounds: 599_999), .argon2id(passes: 1, memoryMiB: 64, lanes: 4)] {
            #expect(throws: ExportFault.invalidCost) {
                try VaultExport.write(
                    .bitwardenProtected, ImportedVault(), password: password, cost: cost,
                    now: Timestamp(milliseconds: 0), using: &random)
            }
        }
    }
}
