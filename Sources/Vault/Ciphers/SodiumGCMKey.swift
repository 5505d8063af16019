import CSodium
import Crypto

/// An expanded AES-256-GCM key of libsodium's, for opening many small records.
// The state is written once, before anybody else sees it, and only read afterwards, so that threads may share it.
final class SodiumGCMKey: @unchecked Sendable {
    private static let nonceByteCount = 12
    private static let tagByteCount = 16
    // libsodium looks at the processor when it is initialised.
    private static let isAvailable = sodium_init() >= 0 && crypto_aead_aes256gcm_is_available() == 1

    private let state: UnsafeMutablePointer<crypto_aead_aes256gcm_state>

    /// The expanded key, or nil where the processor has no AES or the key is not one of 256 bits.
    init?(_ key: SymmetricKey) {
        guard Self.isAvailable, key.bitCount == 256 else { return nil }
        state = .allocate(capacity: 1)
        // The expanded key is as good as the key.
        _ = sodium_mlock(state, MemoryLayout<crypto_aead_aes256gcm_state>.size)
        let isExpanded = key.withUnsafeBytes { bytes -> Bool in
            guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return false }
            return crypto_aead_aes256gcm_beforenm(state, start) == 0
        }
        if !isExpanded { return nil }
    }

    deinit {
        sodium_memzero(state, MemoryLayout<crypto_aead_aes256gcm_state>.size)
        state.deallocate()
    }

    /// Opens nonce, ciphertext and tag into `plain`, and returns how many bytes there are; nil when they are not what
    /// was sealed.
    func open(
        _ sealed: UnsafeRawBufferPointer, authenticating context: [UInt8], into plain: UnsafeMutableRawBufferPointer
    ) -> Int? {
        let count = sealed.count - Self.nonceByteCount - Self.tagByteCount
        guard count >= 0, plain.count >= count, let start = sealed.baseAddress?.assumingMemoryBound(to: UInt8.self)
        else { return nil }
        // libsodium checks the tag before it decrypts.
        let code = crypto_aead_aes256gcm_decrypt_afternm(
            plain.baseAddress?.assumingMemoryBound(to: UInt8.self), nil, nil, start + Self.nonceByteCount,
            UInt64(sealed.count - Self.nonceByteCount), context, UInt64(context.count), start, state)
        return code == 0 ? count : nil
    }
}
