import Crypto
import CryptoExtras

/// Derives keys and identifiers with swift-crypto, on every platform.
package struct PortableDeriver: ~Copyable {
    package init() {}

    /// The key of the day after `key`'s.
    package mutating func next(after key: DayKey) -> DayKey {
        var words = key.words
        let digest = withUnsafeBytes(of: &words) { SHA256.hash(data: $0) }
        return DayKey(words: digest.withUnsafeBytes { $0.loadUnaligned(as: DayKey.Words.self) })
    }

    /// Calls `body` with the 96 identifiers of a day, one after the other.
    package mutating func withIdentifiers<Result>(of key: DayKey, _ body: (UnsafeRawBufferPointer) -> Result) -> Result
    {
        var words = key.words
        let seed = withUnsafeBytes(of: &words) { key in
            Derivation.message.withUTF8Buffer {
                HMAC<SHA256>.authenticationCode(for: $0, using: SymmetricKey(data: key))
            }
        }
        do {
            let nonce = try AES._CTR.Nonce(nonceBytes: [UInt8](repeating: 0, count: 16))
            let zeros = [UInt8](repeating: 0, count: Derivation.byteCount)
            let identifiers = try AES._CTR.encrypt(zeros, using: SymmetricKey(data: seed), nonce: nonce)
            return [UInt8](identifiers).withUnsafeBytes(body)
        } catch {
            // A key of 32 bytes and a nonce of 16 are always right; identifiers of zeros would be worse than an end.
            preconditionFailure("AES-256-CTR is not available")
        }
    }
}
