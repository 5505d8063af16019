import CArgon2
import CSodium
import Crypto
import CryptoExtras
import Foundation
import Vault

/// The two keys of a protected Bitwarden export.
struct BitwardenKeys {
    /// For AES-256-CBC.
    let encryption: SymmetricKey
    /// For HMAC-SHA256.
    let authentication: SymmetricKey

    /// The keys that a password gives with a salt, which is the text in the file; takes as long as `cost` says.
    init(_ password: Password, salt: String, cost: BitwardenKeyCost) throws(ExportFault) {
        let salt = Array(salt.utf8)
        let master: SymmetricKey
        switch cost {
        case .pbkdf2(let rounds):
            master = try Self.pbkdf2(password, salt: salt, rounds: rounds)
        case .argon2id(let passes, let memory, let lanes):
            master = try Self.argon2id(password, salt: salt, passes: passes, memoryMiB: memory, lanes: lanes)
        }
        encryption = HKDF<SHA256>.expand(pseudoRandomKey: master, info: Data("enc".utf8), outputByteCount: 32)
        authentication = HKDF<SHA256>.expand(pseudoRandomKey: master, info: Data("mac".utf8), outputByteCount: 32)
    }

    private static func pbkdf2(_ password: Password, salt: [UInt8], rounds: Int) throws(ExportFault) -> SymmetricKey {
        do {
            // Exports have as few rounds as their account had, less than swift-crypto allows by itself.
            return try password.withBytes { password in
                try KDF.Insecure.PBKDF2.deriveKey(
                    from: password, salt: salt, using: .sha256, outputByteCount: 32, unsafeUncheckedRounds: rounds)
            }
        } catch {
            throw .derivationFailed
        }
    }

    /// Argon2id by libargon2, because libsodium's has one lane only; its salt is the SHA-256 of the text.
    private static func argon2id(
        _ password: Password, salt: [UInt8], passes: Int, memoryMiB: Int, lanes: Int
    ) throws(ExportFault) -> SymmetricKey {
        let salt = Array(SHA256.hash(data: salt))
        var key = [UInt8](repeating: 0, count: 32)
        let code = password.withBytes { password in
            argon2id_hash_raw(
                UInt32(passes), UInt32(memoryMiB) * 1024, UInt32(lanes), password.baseAddress, password.count, salt,
                salt.count, &key, key.count)
        }
        // The array would leave the key in freed memory.
        defer { sodium_memzero(&key, key.count) }
        guard code == ARGON2_OK.rawValue else { throw .derivationFailed }
        return SymmetricKey(data: key)
    }
}
