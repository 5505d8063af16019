import Crypto

/// A key under which secrets lie in a database that does not have it: 32 bytes and the name that sealed bytes carry.
package struct SealingKey: Sendable {
    /// Bytes of a key.
    package static let byteCount = 32

    /// What sealed bytes say of the key that opens them: the first four bytes of a digest of the key.
    package let id: [UInt8]
    let symmetric: SymmetricKey

    /// The key of these bytes, of which there are ``byteCount``; nil for any other number.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.init(checked: bytes)
    }

    private init(checked bytes: [UInt8]) {
        symmetric = SymmetricKey(data: bytes)
        var digest = SHA256()
        digest.update(data: Array("cerca sealing key".utf8))
        digest.update(data: bytes)
        id = Array(digest.finalize().prefix(SealingKeys.idByteCount))
    }

    /// A new key.
    package static func make(using random: inout some RandomNumberGenerator) -> SealingKey {
        var bytes: [UInt8] = []
        while bytes.count < byteCount { withUnsafeBytes(of: random.next()) { bytes += $0 } }
        return SealingKey(checked: bytes)
    }

    /// The key itself, for the file that keeps it.
    package var bytes: [UInt8] { symmetric.withUnsafeBytes(Array.init) }
}
