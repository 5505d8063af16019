import CSodium
import Crypto

/// Seals and opens the objects of one vault under one generation of one cipher.
///
/// What is authenticated with an object says where it belongs: vault, kind, identifier, revision, generation, cipher and
/// layout. So an object that was changed, swapped with another, moved, rolled back, or left behind by an earlier cipher
/// does not open. The generation's key is derived once: HKDF-SHA256 (RFC 5869) of the data key with the vault's
/// identifier as salt and generation and cipher in `info`.
/// Nonces are random: a generation is good for 2^32 sealings (NIST SP 800-38D section 8.3), more than are made by hand.
public struct ObjectSealer: Sendable {
    /// The cipher.
    public let suite: CipherSuite
    /// How many changes of cipher there were before; with the cipher it decides the key.
    public let generation: UInt32
    /// The vault.
    public let vault: RecordID
    /// What tells the vault's titles apart, whatever the cipher.
    public let titleKey: TitleKey

    private let cipher: any RecordCipher
    /// What is authenticated, with the address still to be filled in.
    private let context: ObjectContext

    /// The sealer of one generation.
    ///
    /// - Parameters:
    ///   - key: The vault's data key.
    ///   - suite: The cipher; a weak one works as any other here, to ask whether it is wanted is the caller's part.
    ///   - generation: The generation, which rises with each change of cipher.
    ///   - vault: The vault's identifier.
    public init(key: DataKey, suite: CipherSuite, generation: UInt32, vault: RecordID) {
        self.suite = suite
        self.generation = generation
        self.vault = vault
        titleKey = TitleKey(key, vault: vault)
        context = ObjectContext(vault: vault, generation: generation, suite: suite)
        let generationKey = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key.secret, salt: vault.bytes, info: context.keyInfo, outputByteCount: 32
        ).kept()
        cipher =
            switch suite {
            case .aes256GCM: GCMRecordCipher(key: generationKey)
            case .chaCha20Poly1305: ChaChaRecordCipher(key: generationKey)
            case .aes256GCMSIV: GCMSIVRecordCipher(key: generationKey)
            case .aesCBC: LegacyRecordCipher(.aesCBC, key: generationKey)
            case .tripleDES: LegacyRecordCipher(.tripleDES, key: generationKey)
            case .des: LegacyRecordCipher(.des, key: generationKey)
            case .cast128: LegacyRecordCipher(.cast128, key: generationKey)
            case .rc4: LegacyRecordCipher(.rc4, key: generationKey)
            case .rc2: LegacyRecordCipher(.rc2, key: generationKey)
            }
    }

    /// Seals an object.
    ///
    /// - Throws: `VaultFault.storage` when this system has no such cipher.
    public func seal(
        _ plain: [UInt8], as address: ObjectAddress, using random: inout some RandomNumberGenerator
    ) throws(VaultFault) -> [UInt8] {
        var nonce = [UInt8](repeating: 0, count: cipher.nonceByteCount)
        for index in nonce.indices { nonce[index] = UInt8.random(in: .min ... .max, using: &random) }
        return try cipher.seal(plain, nonce: nonce, authenticating: context.bytes(for: address))
    }

    /// Opens an object.
    ///
    /// - Throws: `VaultFault.damaged` when the bytes are not what was sealed at that address.
    public func open(_ sealed: [UInt8], as address: ObjectAddress) throws(VaultFault) -> [UInt8] {
        try sealed.withRawBytes { raw throws(VaultFault) in
            try withOpened(raw, as: address) { plain throws(VaultFault) in Array(plain) }
        }
    }

    /// Opens an object where it lies, and gives `body` what was sealed; it is overwritten afterwards.
    ///
    /// - Throws: `VaultFault.damaged` when the bytes are not what was sealed at that address, or what `body` throws.
    @inlinable
    public func withOpened<Result>(
        _ sealed: UnsafeRawBufferPointer, as address: ObjectAddress,
        _ body: (UnsafeRawBufferPointer) throws(VaultFault) -> Result
    ) throws(VaultFault) -> Result {
        var result: Swift.Result<Result, VaultFault>?
        try open(sealed, as: address) { plain in
            result = Swift.Result { () throws(VaultFault) in try body(plain) }
        }
        guard let result else { throw .damaged("object") }
        return try result.get()
    }

    /// Opens an object where it lies, and calls `body` once with what was sealed.
    ///
    /// It is generic in nothing, so that ten thousand objects ask the runtime for no type.
    @usableFromInline
    func open(
        _ sealed: UnsafeRawBufferPointer, as address: ObjectAddress, _ body: (UnsafeRawBufferPointer) -> Void
    ) throws(VaultFault) {
        let authenticated = context.bytes(for: address)
        // A record's room is on the stack, so that nothing is allocated for it.
        try withUnsafeTemporaryAllocation(byteCount: sealed.count, alignment: 16) { plain in
            defer {
                if let start = plain.baseAddress { sodium_memzero(start, plain.count) }
            }
            return Swift.Result { () throws(VaultFault) in
                guard let count = try cipher.open(sealed, authenticating: authenticated, into: plain) else {
                    throw .damaged(address.kind.part)
                }
                body(UnsafeRawBufferPointer(rebasing: plain[..<count]))
            }
        }.get()
    }
}
