import Basics
import Crypto
import Foundation
import Vault

/// How a database is encrypted.
public struct KDBXSettings: Equatable, Sendable {
    /// How the key is derived from password and key file.
    public enum Derivation: String, CaseIterable, Sendable {
        /// Argon2id (RFC 9106), which KeePass 2.47 and KeePassXC 2.7 read.
        case argon2id
        /// Argon2d, which older programs read as well.
        case argon2d
    }

    /// The cipher of the contents.
    public var cipher: KDBXCipher
    /// How the key is derived.
    public var derivation: Derivation
    /// Passes of Argon2; at least 1.
    public var passes: Int
    /// Memory of Argon2 in MiB; 1 to 1,024.
    public var memoryMiB: Int
    /// Lanes of Argon2; 1 to 64.
    public var lanes: Int

    /// Settings of these parts.
    public init(
        cipher: KDBXCipher = .aes256, derivation: Derivation = .argon2id, passes: Int = 12, memoryMiB: Int = 64,
        lanes: Int = 2
    ) {
        self.cipher = cipher
        self.derivation = derivation
        self.passes = passes
        self.memoryMiB = memoryMiB
        self.lanes = lanes
    }

    /// AES-256 and Argon2id with 12 passes over 64 MiB.
    public static let standard = KDBXSettings()

    /// Whether a reader of ours takes a database of this cost.
    fileprivate var isWritten: Bool {
        (1...1024).contains(memoryMiB) && (1...64).contains(lanes) && passes > 0 && passes <= 65_536 / memoryMiB
    }
}

/// Writes databases of KDBX 4.0: KeePass's XML of ``KeePassWriter``, packed and encrypted, with the files before it.
enum KDBXWriter {
    /// The database of `vault`, and what was changed for it.
    static func database(
        _ vault: ImportedVault, secret: KDBXSecret, settings: KDBXSettings, now: Timestamp,
        using random: inout some RandomNumberGenerator
    ) throws(ExportFault) -> ExportedFile {
        guard settings.isWritten else { throw .invalidCost }
        let derivation = KDBXDerivation(
            .argon2(
                isHybrid: settings.derivation == .argon2id, passes: UInt64(settings.passes),
                kibibytes: UInt64(settings.memoryMiB) * 1024, lanes: UInt64(settings.lanes), version: 0x13),
            salt: bytes(32, &random))
        let (seed, vector) = (bytes(32, &random), bytes(settings.cipher.vectorByteCount, &random))
        guard let derived = derivation.key(secret.composite) else { throw .derivationFailed }
        let keys = KDBXKeys(derived, seed: seed)
        let streamKey = bytes(64, &random)
        guard let stream = try? KDBXInnerStream(number: KDBXInnerStream.chaCha20Number, key: streamKey) else {
            throw .derivationFailed
        }
        let document = KeePassWriter.xml(vault, protection: { stream.next($0) }, now: now, using: &random)
        var contents = field(1, LittleEndian.bytes(KDBXInnerStream.chaCha20Number, 4)) + field(2, streamKey)
        // The byte before each file asks programs to keep it protected in memory.
        for file in vault.items.flatMap(\.attachments) { contents += field(3, [1] + file.bytes) }
        contents += field(0, []) + document.bytes
        let header = KDBXHeader.written(settings.cipher, derivation, seed: seed, vector: vector)
        guard let packed = Gzip.packed(contents),
            let sealed = settings.cipher.sealed(packed, key: keys.encryption, vector: vector)
        else { throw .derivationFailed }
        let file = header + Array(SHA256.hash(data: header)) + keys.code(header: header[...])
        return ExportedFile(bytes: file + KDBXBlocks.written(sealed, keys: keys), changes: document.changes)
    }

    private static func field(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
        [number] + LittleEndian.bytes(content.count, 4) + content
    }

    private static func bytes(_ count: Int, _ random: inout some RandomNumberGenerator) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
}
