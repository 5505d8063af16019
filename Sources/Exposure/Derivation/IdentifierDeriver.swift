#if canImport(CLibCrypto)
    /// What derives day keys and identifiers on this platform: libcrypto, several times as fast as swift-crypto.
    package typealias IdentifierDeriver = LibcryptoDeriver
#else
    /// What derives day keys and identifiers on this platform: swift-crypto.
    package typealias IdentifierDeriver = PortableDeriver
#endif

/// The constants of the derivation (DP-3T reference implementation, `LowCostDP3T.py`).
enum Derivation {
    /// The message of the pseudo-random function; its first letter is small.
    static let message: StaticString = "broadcast key"

    /// How many bytes the identifiers of a day have.
    static let byteCount = 16 * DayKey.identifiersPerDay

    /// Writes the counter blocks 0 to 95 of AES-CTR: 128 bits each, big-endian.
    ///
    /// The plaintext is zeros, so that encrypting these blocks one by one is the whole of the counter mode.
    static func writeCounterBlocks(to bytes: UnsafeMutableRawBufferPointer) {
        bytes.initializeMemory(as: UInt8.self, repeating: 0)
        for index in 0..<DayKey.identifiersPerDay { bytes[16 * index + 15] = UInt8(index) }
    }
}
