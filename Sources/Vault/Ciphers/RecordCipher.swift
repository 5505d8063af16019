/// One way to seal bytes under the key of a generation, so that they cannot be read or changed without it.
protocol RecordCipher: Sendable {
    /// How many random bytes each sealing takes; none of them may be used twice under one key.
    var nonceByteCount: Int { get }

    /// Seals `plain`; the nonce stands at the beginning of the result.
    func seal(_ plain: [UInt8], nonce: [UInt8], authenticating context: [UInt8]) throws(VaultFault) -> [UInt8]

    /// Opens what `seal` made into `plain`, which has room for `sealed.count` bytes, and returns how many there are.
    ///
    /// It is nil, and nothing of the secret is in `plain`, when the bytes or the context are not what was sealed.
    func open(
        _ sealed: UnsafeRawBufferPointer, authenticating context: [UInt8], into plain: UnsafeMutableRawBufferPointer
    ) throws(VaultFault) -> Int?
}
