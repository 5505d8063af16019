import CSodium
import Crypto

/// Argon2id (RFC 9106) with one lane, by libsodium, which needs half of libargon2's time.
///
/// A derivation takes tens to hundreds of milliseconds of a processor on purpose: do it where blocking is allowed.
public enum KeyDerivation {
    /// How many bytes a salt has.
    public static let saltCount = 16

    // libsodium picks its fastest code when it is initialised; a lazy constant does that once, whoever comes first.
    private static let isReady = sodium_init() >= 0

    /// 32 bytes from `secret` under `salt`.
    ///
    /// Throws ``VaultFault/derivationFailed`` when the memory that `cost` asks for cannot be had.
    static func key(
        from secret: UnsafeRawBufferPointer, salt: [UInt8], cost: KeyDerivationCost
    ) throws(VaultFault) -> SymmetricKey {
        guard isReady, salt.count == saltCount else { throw .derivationFailed }
        return try withSecretBuffer(32) { output throws(VaultFault) in
            guard let key = output.baseAddress, let input = secret.baseAddress else { throw .derivationFailed }
            let code = crypto_pwhash_argon2id(
                key.assumingMemoryBound(to: UInt8.self), UInt64(output.count),
                input.assumingMemoryBound(to: CChar.self), UInt64(secret.count), salt,
                UInt64(cost.passes), cost.memoryKiB * 1024, crypto_pwhash_argon2id_ALG_ARGON2ID13)
            guard code == 0 else { throw .derivationFailed }
            return SymmetricKey(data: output).kept()
        }
    }

    /// What a password gives a slot: Argon2id("PWD1" | length of user | user | password).
    static func password(
        _ password: Password, user: FoldedName, salt: [UInt8], cost: KeyDerivationCost
    ) throws(VaultFault) -> SymmetricKey {
        try key(tagged: "PWD1", user: user, count: password.byteCount, salt: salt, cost: cost) { rest in
            password.withBytes { rest.copyMemory(from: $0) }
        }
    }

    /// What a place gives a slot: Argon2id("PLK1" | length of user | user | row | column | side), PLK-1 step 2.
    static func place(
        _ cell: Cell, user: FoldedName, salt: [UInt8], cost: KeyDerivationCost
    ) throws(VaultFault) -> SymmetricKey {
        let bytes = cell.bytes
        return try key(tagged: "PLK1", user: user, count: bytes.count, salt: salt, cost: cost) { rest in
            rest.copyBytes(from: bytes)
        }
    }

    /// Spends what one guess takes and gives nothing, so that an unknown user takes as long as a wrong password.
    public static func spend(_ cost: KeyDerivationCost) throws(VaultFault) {
        try withSecretBuffer(32) { input throws(VaultFault) in
            _ = try key(
                from: UnsafeRawBufferPointer(input), salt: [UInt8](repeating: 0, count: saltCount), cost: cost)
        }
    }

    /// The tag, the user and `count` bytes that `fill` writes, put through Argon2id.
    private static func key(
        tagged tag: StaticString, user: FoldedName, count: Int, salt: [UInt8], cost: KeyDerivationCost,
        fill: (UnsafeMutableRawBufferPointer) -> Void
    ) throws(VaultFault) -> SymmetricKey {
        var head = HeaderWriter()
        head.append(fixed: tag.withUTF8Buffer { Array($0) })
        head.append(part: user.bytes)
        return try withSecretBuffer(head.bytes.count + count) { input throws(VaultFault) in
            input.copyBytes(from: head.bytes)
            fill(UnsafeMutableRawBufferPointer(rebasing: input[head.bytes.count...]))
            return try key(from: UnsafeRawBufferPointer(input), salt: salt, cost: cost)
        }
    }
}
