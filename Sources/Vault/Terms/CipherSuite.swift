/// The ciphers that a person can choose to have the vault's records sealed with.
///
/// The first three are authenticated encryption with associated data. The others are those that the original vault
/// offered; each is made whole by encrypt-then-MAC with keys of its own for each record (`LegacyRecordCipher`), and is
/// weak all the same: small keys, small blocks, or a biased keystream.
public enum CipherSuite: UInt8, CaseIterable, Sendable {
    /// AES-256 in Galois/Counter Mode (NIST SP 800-38D); the default.
    case aes256GCM = 1
    /// ChaCha20 and Poly1305 (RFC 8439).
    case chaCha20Poly1305 = 2
    /// AES-256-GCM-SIV, which forgives a nonce that is used twice (RFC 8452).
    case aes256GCMSIV = 3
    /// AES-256 in cipher block chaining (NIST SP 800-38A) with HMAC-SHA256.
    case aesCBC = 17
    /// Triple DES with three keys in cipher block chaining (NIST SP 800-67) with HMAC-SHA256.
    case tripleDES = 18
    /// DES in cipher block chaining (FIPS 46-3, withdrawn) with HMAC-SHA256; its 56-bit key is searched in a day.
    case des = 19
    /// CAST-128 with a 128-bit key in cipher block chaining (RFC 2144) with HMAC-SHA256.
    case cast128 = 20
    /// RC4 with a 128-bit key (RFC 6229 has its vectors), prohibited in TLS by RFC 7465, with HMAC-SHA256.
    case rc4 = 21
    /// RC2 with a 128-bit key in cipher block chaining (RFC 2268) with HMAC-SHA256.
    case rc2 = 22

    /// The cipher that `name` names, in any case; nil when there is none.
    public init?(name: String) {
        let wanted = name.lowercased()
        guard let found = Self.allCases.first(where: { $0.name == wanted }) else { return nil }
        self = found
    }

    /// The name on the command line and in files.
    public var name: String {
        switch self {
        case .aes256GCM: "aes-256-gcm"
        case .chaCha20Poly1305: "chacha20-poly1305"
        case .aes256GCMSIV: "aes-256-gcm-siv"
        case .aesCBC: "aes-cbc"
        case .tripleDES: "3des"
        case .des: "des"
        case .cast128: "cast-128"
        case .rc4: "rc4"
        case .rc2: "rc2"
        }
    }

    /// Whether the cipher is marked weak wherever it is shown, and taken only when the person says so.
    ///
    /// AES-CBC counts as weak with the other old ones: it is sound with its MAC, but nothing speaks for it any more.
    public var isWeak: Bool { rawValue >= 16 }
}

extension CipherSuite: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}
