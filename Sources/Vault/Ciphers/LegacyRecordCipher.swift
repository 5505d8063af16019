import Crypto

/// An old cipher made whole by encrypt-then-MAC.
///
/// Sealed bytes: salt (16), initialization vector (one block; none for RC4), ciphertext, HMAC-SHA256 (32).
/// Each sealing has keys of its own, HKDF-SHA256-Expand of the generation's key over the salt: so RC4 never uses a
/// keystream twice, and the birthday bound of 64-bit blocks counts within one record only. The code covers the length
/// of the context, the context, and all that comes before it; it is checked, in constant time, before anything is
/// decrypted, so a padding is never an oracle.
struct LegacyRecordCipher: RecordCipher {
    private static let saltByteCount = 16
    private static let codeByteCount = SHA256.byteCount

    private let algorithm: LegacyAlgorithm
    private let key: SymmetricKey

    init(_ algorithm: LegacyAlgorithm, key: SymmetricKey) {
        self.algorithm = algorithm
        self.key = key
    }

    var nonceByteCount: Int { Self.saltByteCount + algorithm.blockByteCount }

    func seal(_ plain: [UInt8], nonce: [UInt8], authenticating context: [UInt8]) throws(VaultFault) -> [UInt8] {
        guard nonce.count == nonceByteCount else { throw .storage("a nonce of the wrong length") }
        let keys = recordKeys(salt: nonce[..<Self.saltByteCount])
        var sealed = [UInt8](repeating: 0, count: nonce.count + plain.count + algorithm.blockByteCount)
        sealed.replaceSubrange(..<nonce.count, with: nonce)
        let vector = Array(nonce[Self.saltByteCount...])
        let length = try run(.encrypting, keys.encryption, vector: vector, plain, into: &sealed, at: nonce.count)
        guard let length else { throw .storage("libcrypto could not encrypt") }
        sealed.removeSubrange((nonce.count + length)...)
        let code = sealed.withUnsafeBytes { Self.code(over: $0, context, key: keys.authentication) }
        sealed.append(contentsOf: code)
        return sealed
    }

    func open(
        _ sealed: UnsafeRawBufferPointer, authenticating context: [UInt8], into plain: UnsafeMutableRawBufferPointer
    ) throws(VaultFault) -> Int? {
        guard sealed.count >= nonceByteCount + Self.codeByteCount else { return nil }
        let covered = UnsafeRawBufferPointer(rebasing: sealed[..<(sealed.count - Self.codeByteCount)])
        let code = UnsafeRawBufferPointer(rebasing: sealed[(sealed.count - Self.codeByteCount)...])
        let keys = recordKeys(salt: sealed[..<Self.saltByteCount])
        // Digests are compared in constant time by swift-crypto.
        guard Self.code(over: covered, context, key: keys.authentication) == code else { return nil }
        let vector = UnsafeRawBufferPointer(rebasing: sealed[Self.saltByteCount..<nonceByteCount])
        let input = UnsafeRawBufferPointer(rebasing: covered[nonceByteCount...])
        return try keys.encryption.withRawBytes { key throws(VaultFault) in
            try LegacyPrimitive.run(
                algorithm, .decrypting, key: key, vector: vector, isPadded: true, input: input, output: plain)
        }
    }

    private func run(
        _ direction: LegacyPrimitive.Direction, _ key: SymmetricKey, vector: [UInt8], _ input: [UInt8],
        into output: inout [UInt8], at offset: Int
    ) throws(VaultFault) -> Int? {
        try output.withUnsafeMutableBytes { output in
            Result { () throws(VaultFault) in
                try key.withRawBytes { key throws(VaultFault) in
                    try vector.withRawBytes { vector throws(VaultFault) in
                        try input.withRawBytes { input throws(VaultFault) in
                            try LegacyPrimitive.run(
                                algorithm, direction, key: key, vector: vector, isPadded: true, input: input,
                                output: UnsafeMutableRawBufferPointer(rebasing: output[offset...]))
                        }
                    }
                }
            }
        }.get()
    }

    private func recordKeys(salt: some Sequence<UInt8>) -> (encryption: SymmetricKey, authentication: SymmetricKey) {
        func derived(_ use: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.expand(
                pseudoRandomKey: key, info: Array(use.utf8) + Array(salt), outputByteCount: count)
        }
        return (
            derived("cerca.vault/record encryption", algorithm.keyByteCount),
            derived("cerca.vault/record authentication", 32)
        )
    }

    private static func code(
        over covered: UnsafeRawBufferPointer, _ context: [UInt8], key: SymmetricKey
    ) -> HMAC<SHA256>.MAC {
        var code = HMAC<SHA256>(key: key)
        withUnsafeBytes(of: UInt64(context.count).bigEndian) { code.update(data: $0) }
        code.update(data: context)
        code.update(data: covered)
        return code.finalize()
    }
}

extension SymmetricKey {
    /// Calls `body` with the key's bytes where they lie, and throws what it throws.
    fileprivate func withRawBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws(VaultFault) -> Result
    ) throws(VaultFault) -> Result {
        try withUnsafeBytes { bytes in
            Swift.Result { () throws(VaultFault) in try body(bytes) }
        }.get()
    }
}
