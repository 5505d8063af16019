import Basics
import Crypto
import TypedText

/// The secret that an account shares with an authenticator app, and the codes that both make from it.
///
/// TOTP as RFC 6238 has it: HMAC-SHA-1 over the number of 30-second steps since 1970, six digits (RFC 4226 section 5.3).
/// SHA-1 is what every authenticator app speaks; HMAC does not suffer from its collisions.
public struct SecondFactor: Sendable {
    /// How many bytes a secret has: as many as the hash gives (RFC 4226 section 4, R6).
    public static let byteCount = 20
    /// For how long a code is shown.
    public static let stepSeconds: Int64 = 30
    /// How many digits a code has.
    public static let digits = 6
    /// How many steps the app's clock may be ahead or behind.
    static let tolerance: Int64 = 1

    private let secret: SecretBytes

    /// A new secret.
    public init(using random: inout some RandomNumberGenerator) {
        secret = SecretBytes(random.bytes(Self.byteCount))
    }

    /// A secret that was stored, or nil unless it has 20 bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        secret = SecretBytes(bytes)
    }

    /// The bytes to be stored; they are never shown.
    public var bytes: [UInt8] {
        secret.withBytes { Array($0) }
    }

    /// The characters of a code as it was typed: spaces, dashes, invisible characters and the script of digits do not matter.
    public static func typed(_ text: String) -> String {
        // Whatever comes, little work is done on it.
        text.utf8.count <= 100 ? TypedCode.characters(in: text) : ""
    }

    /// The step that `code` is of, when it is right at `now`; nil when it is not.
    ///
    /// A code counts in its own step and the ones before and after it, and only in a step later than `lastUsed`: so a
    /// code that was seen in use works no second time. The comparison takes the same time wherever codes differ.
    public func step(of code: String, at now: Timestamp, after lastUsed: Int64) -> Int64? {
        let given = Array(Self.typed(code).utf8)
        let current = now.milliseconds / 1000 / Self.stepSeconds
        var found: Int64?
        for step in current - Self.tolerance...current + Self.tolerance where step > lastUsed && step >= 0 {
            if ConstantTime.areEqual(given, self.code(atStep: step).utf8) { found = found ?? step }
        }
        return found
    }

    /// The code that an authenticator app shows in a step; `step` is never negative.
    public func code(atStep step: Int64) -> String {
        let message = withUnsafeBytes(of: UInt64(clamping: step).bigEndian) { Array($0) }
        let digest = secret.withBytes { bytes in
            Array(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: SymmetricKey(data: bytes)))
        }
        // Dynamic truncation (RFC 4226 section 5.3): the last four bits say where the 31 bits are.
        let start = Int(digest[digest.count - 1] & 0x0F)
        let number = digest[start..<start + 4].reduce(0 as UInt32) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let digits = String(number % 1_000_000)
        return String(repeating: "0", count: Self.digits - digits.count) + digits
    }

    /// The address that an authenticator app reads, as a link or from a QR code, with the secret in it.
    ///
    /// It is shown once, to its owner; the form is Google Authenticator's "Key Uri Format".
    public func address(issuer: String, account: EmailAddress) -> String {
        let issuer = PercentEncoding.encoded(issuer)
        let label = issuer + ":" + PercentEncoding.encoded(account.text)
        return "otpauth://totp/\(label)?secret=\(Base32.text(bytes))&issuer=\(issuer)"
            + "&algorithm=SHA1&digits=\(Self.digits)&period=\(Self.stepSeconds)"
    }
}

extension SecondFactor: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A mark without the secret.
    public var description: String { "[second factor]" }

    /// A mark without the secret.
    public var debugDescription: String { description }

    /// Nothing, so that a dump does not show the secret either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
