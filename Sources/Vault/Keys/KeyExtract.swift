import Crypto

/// HKDF-SHA256 (RFC 5869) over secrets that come one after the other, without their ever standing side by side in
/// memory that is not overwritten.
struct KeyExtract {
    private var code: HMAC<SHA256>

    /// Extraction under `salt`; an empty one is the zeros of RFC 5869 section 2.2.
    init(salt: [UInt8]) {
        code = HMAC<SHA256>(key: SymmetricKey(data: salt))
    }

    mutating func add(_ secret: SymmetricKey) {
        secret.withUnsafeBytes { code.update(data: $0) }
    }

    /// 32 bytes for the use that `info` names.
    func key(info: [UInt8]) -> SymmetricKey {
        HKDF<SHA256>.expand(pseudoRandomKey: code.finalize(), info: info, outputByteCount: 32).kept()
    }
}
