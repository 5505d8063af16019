import Crypto
import TypedText

/// The code that opens a vault anywhere, whatever else is lost: 160 random bits, printed once and kept on paper.
///
/// It is written as eight groups of four in Crockford's Base32, which has no I, L, O and U.
public struct RecoveryCode: Equatable, Sendable {
    /// How many bytes it has; 160 bits need no slow derivation, for so many cannot be tried.
    public static let byteCount = 20

    let secret: SymmetricKey

    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// A new code of random bytes.
    public init(using random: inout some RandomNumberGenerator) {
        secret = SymmetricKey.random(Self.byteCount, using: &random)
    }

    /// The code that a person typed, or nil when it is not one.
    ///
    /// Case, spaces, dashes, dots and invisible characters do not matter; O is read as 0, and I and L as 1.
    public init?(_ text: String) {
        guard text.utf8.count <= 200 else { return nil }
        let typed = TypedCode.characters(in: text)
        let code: SymmetricKey? = withSecretBuffer(Self.byteCount) { buffer in
            var filled = 0
            var pending: UInt32 = 0
            var bits = 0
            for byte in typed.utf8 {
                guard let digit = Self.value(of: byte), filled < Self.byteCount else { return nil }
                pending = pending << 5 | digit
                bits += 5
                guard bits >= 8 else { continue }
                bits -= 8
                buffer[filled] = UInt8(truncatingIfNeeded: pending >> UInt32(bits))
                filled += 1
            }
            return filled == Self.byteCount && bits == 0 ? SymmetricKey(data: buffer) : nil
        }
        guard let code else { return nil }
        secret = code
    }

    /// The code to be printed: eight groups of four, with hyphens between them.
    public var text: String {
        secret.withUnsafeBytes { bytes in
            var characters: [UInt8] = []
            var pending: UInt32 = 0
            var bits = 0
            for byte in bytes {
                pending = pending << 8 | UInt32(byte)
                bits += 8
                while bits >= 5 {
                    bits -= 5
                    if characters.count % 5 == 4 { characters.append(UInt8(ascii: "-")) }
                    characters.append(Self.alphabet[Int(pending >> UInt32(bits)) & 31])
                }
            }
            return String(decoding: characters, as: UTF8.self)
        }
    }

    /// What the code gives a slot whose salt this is.
    func contribution(salt: [UInt8]) -> SymmetricKey {
        var extract = KeyExtract(salt: salt)
        extract.add(secret)
        return extract.key(info: Array("cerca.vault/recovery".utf8))
    }

    private static func value(of byte: UInt8) -> UInt32? {
        let upper = (0x61...0x7A).contains(byte) ? byte - 0x20 : byte
        switch upper {
        case UInt8(ascii: "O"): return 0
        case UInt8(ascii: "I"), UInt8(ascii: "L"): return 1
        default: return alphabet.firstIndex(of: upper).map(UInt32.init)
        }
    }
}

extension RecoveryCode: CustomStringConvertible, CustomDebugStringConvertible {
    /// A mark without the code.
    public var description: String { "[recovery code]" }

    /// A mark without the code.
    public var debugDescription: String { description }
}
