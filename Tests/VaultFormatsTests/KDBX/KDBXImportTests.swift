import Testing
import Vault
import VaultFormats

/// The fixtures were made by `Interop/kdbx.py`, which stands on PyCryptodome and argon2-cffi; KeePassXC opens them.
@Suite("KeePass databases")
struct KDBXImportTests {
    private let password: Password

    init() throws {
        password = try #require(Password("contraseña"))
    }

    private func fault(_ path: String, password: Password? = nil, keyFile: KeyFile? = nil) throws -> ImportFault? {
        let bytes = try Fixtures.bytes(path)
        do throws(ImportFault) {
            _ = try VaultImport.read(.kdbx, from: bytes, password: password, keyFile: keyFile)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "are read whole, whatever encrypts them",
        arguments: [
            "v4-aes-argon2d", "v4-chacha20-argon2id", "v4-aes-kdf-salsa20", "v4-argon2-10", "v3-salsa20",
            "v3-chacha20-plain",
        ])
    func whole(name: String) throws {
        let bytes = try Fixtures.bytes("kdbx/valid/\(name).kdbx")
        let vault = try VaultImport.read(.kdbx, from: bytes, password: password)
        #expect(vault.categories == ["Banks"])
        #expect(vault.changes.isEmpty)
        #expect(vault.items.map(\.title) == ["Bank", "Other", "Gone"])
        #expect(
            vault.items[0].fields == [
                Field(kind: .user, value: "jane"), Field(kind: .password, value: "segundo ñ"),
                Field(
                    kind: .oneTimePassword,
                    value: "otpauth://totp/Bank:jane?secret=JBSWY3DPEHPK3PXP&period=30&digits=6"),
                Field(kind: .pin, value: "4321"),
            ])
        #expect(vault.items[0].history.map(\.value) == ["first"])
        #expect(vault.items[0].identifier == "0102030405060708090a0b0c0d0e0f10")
        // A reference to another entry's password, which is protected, is resolved.
        #expect(vault.items[1].fields.contains(Field(kind: .password, value: "segundo ñ")))
        #expect(vault.items[1].category == "Banks")
        #expect(vault.items[2].deleted != nil)
        #expect(
            vault.items[0].attachments.first == ForeignAttachment(name: "scan ñ.txt", bytes: Array("scan!".utf8)))
        if name.hasPrefix("v3") {
            #expect(vault.items[0].attachments.last == ForeignAttachment(name: "plan.txt", bytes: Array("plan".utf8)))
        }
    }

    private static let key = (0..<32).map { UInt8($0) }

    @Test("open with a key file in every form, alone or with a password")
    func keyFiles() throws {
        let digits = Self.key.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let files: [[UInt8]] = [
            Self.key, Array(digits.utf8), Array(digits.uppercased().utf8), try Fixtures.bytes("kdbx/key-v1.xml"),
            try Fixtures.bytes("kdbx/key-v2.xml"),
        ]
        for file in files {
            let keyFile = try KeyFile(file)
            #expect(try fault("kdbx/valid/v4-key-file.kdbx", keyFile: keyFile) == nil)
            #expect(try fault("kdbx/valid/v4-both.kdbx", password: password, keyFile: keyFile) == nil)
        }
    }

    @Test("say what doesn't open them")
    func wrong() throws {
        let other = try #require(Password("contrasena"))
        // Any other file is a key by its SHA-256.
        let wrongFile = try KeyFile(Array("not the key".utf8))
        let keyFile = try KeyFile(Self.key)
        for name in ["v4-aes-argon2d", "v4-chacha20-argon2id", "v3-salsa20", "v3-chacha20-plain"] {
            #expect(try fault("kdbx/valid/\(name).kdbx") == .needsPassword)
            #expect(try fault("kdbx/valid/\(name).kdbx", password: other) == .wrongPassword)
        }
        #expect(try fault("kdbx/valid/v4-key-file.kdbx", keyFile: wrongFile) == .wrongKeyFile)
        #expect(try fault("kdbx/valid/v4-both.kdbx", password: password) == .wrongPassword)
        #expect(try fault("kdbx/valid/v4-both.kdbx", password: password, keyFile: wrongFile) == .wrongPasswordOrKeyFile)
        #expect(try fault("kdbx/valid/v4-both.kdbx", password: other, keyFile: keyFile) == .wrongPasswordOrKeyFile)
    }

    @Test("take no key file that is damaged")
    func damagedKeyFiles() throws {
        let damaged = try Fixtures.bytes("kdbx/key-v2-damaged.xml")
        #expect(throws: ImportFault.keyFile(.plain(.keyChecksum))) { try KeyFile(damaged) }
        #expect(throws: ImportFault.keyFile(.plain(.emptyKey))) { try KeyFile([]) }
        let cases = [
            ("<KeyFile><Meta><Version>1.00</Version></Meta></KeyFile>", ImportReason.Problem.noKey),
            (
                "<KeyFile><Meta><Version>1.0</Version></Meta><Key><Data>AAAA</Data></Key></KeyFile>",
                ImportReason.Problem.keyNotBase64
            ),
            (
                "<KeyFile><Meta><Version>2.0</Version></Meta><Key><Data>00</Data></Key></KeyFile>",
                ImportReason.Problem.keyNotDigits
            ),
            (
                "<KeyFile><Meta><Version>3.0</Version></Meta><Key><Data>00</Data></Key></KeyFile>",
                ImportReason.Problem.keyVersion
            ),
        ]
        for (text, reason) in cases {
            #expect(throws: ImportFault.keyFile(.plain(reason))) { try KeyFile(Array(text.utf8)) }
        }
    }

    @Test(
        "that are broken are refused with the reason",
        arguments: [
            ("block", "the file is damaged: block 1 doesn't match its checksum"),
            ("cut", "the file is damaged: it ends too early, in block 1"),
            ("cut-header", "the file is damaged: it ends too early, in the header"),
            ("header", "the file is damaged: the header doesn't match its checksum"),
            ("v3-cut", "the file is damaged: it ends too early, in block 1"),
            ("v3-odd", "the file is damaged: it ends too early, in the contents"),
            (
                "kdb",
                "the file is not in this format: it is a database of KeePass 1 (KDB); open it in KeePassXC and save it as KDBX"
            ),
            (
                "version5",
                "the file is not in this format: it is a KDBX database of version 5.0; versions 3 and 4 are supported"
            ),
            (
                "twofish",
                "the file is not in this format: it is encrypted with Twofish, which isn't supported; change it to AES or ChaCha20 in KeePass"
            ),
            (
                "memory",
                "deriving the file's key would cost too much: Argon2d with 2 passes over 4,096 MiB in 2 lanes"
            ),
            (
                "passes",
                "deriving the file's key would cost too much: Argon2d with 70,000 passes over 1,025 MiB in 2 lanes"
            ),
            ("rounds", "deriving the file's key would cost too much: AES-KDF with 1,000,000,000 rounds"),
        ])
    func broken(name: String, reason: String) throws {
        #expect(try fault("kdbx/broken/\(name).kdbx", password: password)?.description == reason)
    }
}
