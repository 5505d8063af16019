import CLibCrypto

/// One run of an old cipher, through libcrypto: no authentication, no padding of its own choosing.
enum LegacyPrimitive {
    /// Whether to encrypt or to decrypt.
    enum Direction: Int32 {
        case decrypting = 0
        case encrypting = 1
    }

    /// Runs the cipher over `input` into `output`, and returns how many bytes it wrote; nil when the padding is wrong.
    ///
    /// - Parameters:
    ///   - algorithm: The cipher.
    ///   - direction: Which way.
    ///   - key: `algorithm.keyByteCount` bytes.
    ///   - vector: The initialization vector, `algorithm.blockByteCount` bytes.
    ///   - isPadded: Whether the last block is filled up as PKCS #7 has it (RFC 5652 section 6.3).
    ///   - input: What is read.
    ///   - output: Room for one block more than `input` has.
    static func run(
        _ algorithm: LegacyAlgorithm, _ direction: Direction, key: UnsafeRawBufferPointer,
        vector: UnsafeRawBufferPointer, isPadded: Bool, input: UnsafeRawBufferPointer,
        output: UnsafeMutableRawBufferPointer
    ) throws(VaultFault) -> Int? {
        let cipher = try LegacyProvider.cipher(algorithm)
        guard key.count == algorithm.keyByteCount, vector.count == algorithm.blockByteCount,
            output.count >= input.count + algorithm.blockByteCount, input.count < Int(Int32.max) - 64
        else { throw .tooLarge("ciphertext") }
        guard let context = EVP_CIPHER_CTX_new() else { throw .storage("libcrypto has no memory") }
        // Freeing overwrites the key schedule.
        defer { EVP_CIPHER_CTX_free(context) }
        let bytes = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        var count: Int32 = 0
        var rest: Int32 = 0
        guard
            EVP_CipherInit_ex2(
                context, cipher, key.baseAddress?.assumingMemoryBound(to: UInt8.self),
                vector.baseAddress?.assumingMemoryBound(to: UInt8.self), direction.rawValue, nil) == 1,
            EVP_CIPHER_CTX_set_padding(context, isPadded ? 1 : 0) == 1
        else { throw .storage("libcrypto refused \(algorithm.fetchName)") }
        guard
            EVP_CipherUpdate(
                context, bytes, &count, input.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(input.count))
                == 1,
            EVP_CipherFinal_ex(context, bytes.map { $0 + Int(count) }, &rest) == 1
        else { return nil }
        return Int(count) + Int(rest)
    }
}
