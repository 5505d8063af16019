import CLibCrypto

/// libcrypto's old ciphers, in a library context of their own.
///
/// DES, CAST-128, RC4 and RC2 are in libcrypto's "legacy" provider, which is off. It is loaded, beside the default one,
/// into a context of its own: what the rest of the process may negotiate does not change.
// The pointers are set once, before anybody else sees them; libcrypto counts references of fetched ciphers atomically
// and never changes them, so that threads may share them.
final class LegacyProvider: @unchecked Sendable {
    private static let loaded = LegacyProvider()

    private let ciphers: [LegacyAlgorithm: OpaquePointer]

    private init() {
        var fetched: [LegacyAlgorithm: OpaquePointer] = [:]
        // The context and what is fetched from it last as long as the process.
        if let context = OSSL_LIB_CTX_new() {
            _ = OSSL_PROVIDER_load(context, "default")
            _ = OSSL_PROVIDER_load(context, "legacy")
            for algorithm in LegacyAlgorithm.allCases {
                fetched[algorithm] = EVP_CIPHER_fetch(context, algorithm.fetchName, nil)
            }
        }
        ciphers = fetched
    }

    /// The cipher of an algorithm.
    ///
    /// - Throws: `VaultFault.storage` when this system's libcrypto has no such cipher or cannot load its old ones.
    static func cipher(_ algorithm: LegacyAlgorithm) throws(VaultFault) -> OpaquePointer {
        guard let cipher = loaded.ciphers[algorithm] else {
            throw .storage(
                "\(algorithm.fetchName) is not available: libcrypto's legacy provider could not be loaded")
        }
        return cipher
    }
}
