import Crypto
import Foundation

/// AES-256-GCM over the few bytes of a slot: nonce, ciphertext, tag.
enum SealedPart {
    private static let nonceCount = 12

    static func seal(
        _ secret: SymmetricKey, under key: SymmetricKey, bound: [UInt8], using random: inout some RandomNumberGenerator
    ) throws(VaultFault) -> [UInt8] {
        do {
            let nonce = try AES.GCM.Nonce(data: random.bytes(nonceCount))
            let box = try secret.withUnsafeBytes {
                try AES.GCM.seal($0, using: key, nonce: nonce, authenticating: bound)
            }
            return Array(nonce) + box.ciphertext + box.tag
        } catch {
            throw .derivationFailed
        }
    }

    /// What was sealed, or nil when key or bytes are not those of then.
    static func open(_ sealed: [UInt8], under key: SymmetricKey, bound: [UInt8]) -> SymmetricKey? {
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            var plain = try? AES.GCM.open(box, using: key, authenticating: bound)
        else { return nil }
        defer { plain.resetBytes(in: plain.indices) }
        return SymmetricKey(data: plain).kept()
    }
}
