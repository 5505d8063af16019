import Crypto

/// What the authenticator of a passkey evaluates for a slot's salt: 32 bytes that nobody can tell from random ones
/// (WebAuthn Level 3, section 10.1.4, "prf"), the same each time for the same passkey and salt.
public struct PasskeyEvaluation: Equatable, Sendable {
    /// How many bytes it has.
    public static let byteCount = 32

    private let secret: SymmetricKey

    /// The evaluation with these bytes, or nil unless there are 32.
    public init?(bytes: some Collection<UInt8>) {
        guard let key = SymmetricKey(secret: bytes, count: Self.byteCount) else { return nil }
        secret = key
    }

    /// The evaluation that 64 hexadecimal digits say, or nil when they are none.
    public init?(hexadecimal text: String) {
        guard text.utf8.count == 2 * Self.byteCount else { return nil }
        let key: SymmetricKey? = withSecretBuffer(Self.byteCount) { buffer in
            var pending: UInt8 = 0
            for (index, digit) in text.utf8.enumerated() {
                guard let value = Self.value(of: digit) else { return nil }
                if index % 2 == 0 { pending = value << 4 } else { buffer[index / 2] = pending | value }
            }
            return SymmetricKey(data: buffer).kept()
        }
        guard let key else { return nil }
        secret = key
    }

    /// What it gives a slot whose salt this is: a key of the slot's alone, for other programs under the same name may
    /// have the same passkey evaluate what they like.
    func contribution(salt: [UInt8]) -> SymmetricKey {
        var extract = KeyExtract(salt: salt)
        extract.add(secret)
        return extract.key(info: Array("cerca.vault/passkey".utf8))
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

extension PasskeyEvaluation: CustomStringConvertible, CustomDebugStringConvertible {
    /// A mark without the bytes.
    public var description: String { "[passkey evaluation]" }

    /// A mark without the bytes.
    public var debugDescription: String { description }
}
