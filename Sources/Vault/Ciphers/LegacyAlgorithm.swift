/// The original vault's ciphers, as the bare primitives that they are.
enum LegacyAlgorithm: CaseIterable, Sendable {
    case aesCBC
    case tripleDES
    case des
    case cast128
    case rc4
    case rc2

    /// The name by which libcrypto fetches the cipher.
    var fetchName: String {
        switch self {
        case .aesCBC: "AES-256-CBC"
        case .tripleDES: "DES-EDE3-CBC"
        case .des: "DES-CBC"
        case .cast128: "CAST5-CBC"
        case .rc4: "RC4"
        case .rc2: "RC2-CBC"
        }
    }

    /// How many bytes a key has; the parity bits of DES count and are ignored.
    var keyByteCount: Int {
        switch self {
        case .aesCBC: 32
        case .tripleDES: 24
        case .des: 8
        case .cast128, .rc4, .rc2: 16
        }
    }

    /// How many bytes a block has; 0 for the stream cipher.
    var blockByteCount: Int {
        switch self {
        case .aesCBC: 16
        case .tripleDES, .des, .cast128, .rc2: 8
        case .rc4: 0
        }
    }
}
