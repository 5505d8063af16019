import Basics
import CSodium

/// Bytes sealed under a passphrase, as two lines of text: `argon2id 1 MEMORY PASSES SALT`, then Base64.
///
/// The key is Argon2id (RFC 9106, version 19, one lane) of the passphrase, MEMORY in KiB, the salt 16 bytes in hexadecimal
/// digits; what is sealed is as ``SealingKeys`` says, with the first line authenticated, so that nobody makes it cheaper
/// to guess. Lines that begin with `#` say nothing.
package enum PassphraseSeal {
    /// The fewest bytes of a passphrase that is chosen.
    package static let shortest = 12

    /// What a guess costs.
    package struct Cost: Equatable, Sendable {
        /// Memory in KiB.
        var memoryKiB: Int
        /// How often the memory is gone through.
        var passes: Int

        /// 256 MiB, three times.
        package static let standard = Cost(memoryKiB: 262_144, passes: 3)
        /// So little that it guards nothing; for tests.
        package static let least = Cost(memoryKiB: 8, passes: 1)

        /// Whether a text that we did not write may ask for it: up to 1 GiB, ten times.
        fileprivate var isBounded: Bool { (8...1_048_576).contains(memoryKiB) && (1...10).contains(passes) }
    }

    private static let purpose = "cerca keys under a passphrase"
    // libsodium picks its fastest code when it is initialised; a lazy constant does that once, whoever comes first.
    private static let isReady = sodium_init() >= 0

    /// Seals `secret`; the salt comes from `random`.
    package static func seal(
        _ secret: [UInt8], under passphrase: [UInt8], cost: Cost = .standard,
        using random: inout some RandomNumberGenerator
    ) throws(PassphraseFault) -> String {
        var salt: [UInt8] = []
        while salt.count < Int(crypto_pwhash_argon2id_SALTBYTES) {
            withUnsafeBytes(of: random.next()) { salt += $0 }
        }
        let line = "argon2id 1 \(cost.memoryKiB) \(cost.passes) \(salt.hexadecimal)"
        let keys = SealingKeys(try key(of: passphrase, salt, cost))
        do throws(SealingFault) {
            return "\(line)\n\(Base64.text(try keys.seal(secret, for: purpose, row: Array(line.utf8))))\n"
        } catch {
            throw .derivationFailed
        }
    }

    /// Opens what ``seal(_:under:cost:using:)`` wrote.
    package static func open(_ text: [UInt8], with passphrase: [UInt8]) throws(PassphraseFault) -> [UInt8] {
        let lines = text.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
            .filter { !$0.hasPrefix("#") }
        guard lines.count == 2 else { throw .notSealed }
        let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 5, words[0] == "argon2id", words[1] == "1", let memory = Int(words[2]),
            let passes = Int(words[3]), let salt = [UInt8](hexadecimal: String(words[4])),
            salt.count == Int(crypto_pwhash_argon2id_SALTBYTES), let sealed = Base64.bytes(lines[1])
        else { throw .notSealed }
        let cost = Cost(memoryKiB: memory, passes: passes)
        guard cost.isBounded else { throw .notSealed }
        let keys = SealingKeys(try key(of: passphrase, salt, cost))
        do throws(SealingFault) {
            return try keys.open(sealed, for: purpose, row: Array(lines[0].utf8))
        } catch {
            // Under another passphrase the key has another name.
            throw error == .notSealed ? .notSealed : .wrongPassphrase
        }
    }

    private static func key(
        of passphrase: [UInt8], _ salt: [UInt8], _ cost: Cost
    ) throws(PassphraseFault) -> SealingKey {
        guard isReady else { throw .derivationFailed }
        // Nobody can have chosen that.
        guard !passphrase.isEmpty else { throw .wrongPassphrase }
        var bytes = [UInt8](repeating: 0, count: SealingKey.byteCount)
        let code = passphrase.withUnsafeBytes { passphrase -> CInt in
            guard let start = passphrase.baseAddress else { return -1 }
            return crypto_pwhash_argon2id(
                &bytes, UInt64(SealingKey.byteCount), start.assumingMemoryBound(to: CChar.self),
                UInt64(passphrase.count), salt, UInt64(cost.passes), cost.memoryKiB * 1024,
                crypto_pwhash_argon2id_ALG_ARGON2ID13)
        }
        defer { sodium_memzero(&bytes, bytes.count) }
        guard code == 0, let key = SealingKey(bytes: bytes) else { throw .derivationFailed }
        return key
    }
}

/// Why something is not sealed under a passphrase, or does not open; nothing in it comes from either.
package enum PassphraseFault: Error, Equatable, Sendable {
    /// These bytes were never sealed so.
    case notSealed
    /// The passphrase is another one, or what is sealed was altered.
    case wrongPassphrase
    /// The memory that it takes cannot be had.
    case derivationFailed
}
