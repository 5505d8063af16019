import Basics
import Crypto

/// The codes of a one-time password field, as an authenticator app shows them: TOTP (RFC 6238), HOTP (RFC 4226), and
/// Steam's.
public struct OneTimePassword: Sendable {
    /// What makes the next code.
    public enum Kind: String, Sendable {
        /// The time.
        case time = "totp"
        /// A counter, which goes up by one with every code that is used.
        case counter = "hotp"
        /// The time; the code is five letters and digits, as Steam asks for.
        case steam
    }

    /// The hash under the code.
    public enum Algorithm: String, CaseIterable, Sendable {
        /// HMAC-SHA-1, which is what nearly all services use.
        case sha1 = "SHA1"
        /// HMAC-SHA-256.
        case sha256 = "SHA256"
        /// HMAC-SHA-512.
        case sha512 = "SHA512"
    }

    /// What makes the next code.
    public let kind: Kind
    /// The hash under the code.
    public let algorithm: Algorithm
    /// How many digits a code has, from 6 to 8; Steam's have 5 characters.
    public let digits: Int
    /// For how many seconds a code is shown, from 1 to 3,600.
    public let period: Int
    /// The counter of the next code, for codes that count.
    public let counter: UInt64

    private let secret: SymmetricKey

    static let periods = 1...3600
    static let steamDigits = 5

    /// The codes of a secret; nil when digits or period are out of their ranges, or the secret is empty.
    init?(secret: [UInt8], algorithm: Algorithm = .sha1, digits: Int = 6, period: Int = 30) {
        guard (6...8).contains(digits), Self.periods.contains(period), !secret.isEmpty else { return nil }
        self.init(secret, kind: .time, algorithm: algorithm, digits: digits, period: period, counter: 0)
    }

    init(_ secret: [UInt8], kind: Kind, algorithm: Algorithm, digits: Int, period: Int, counter: UInt64) {
        self.secret = SymmetricKey(data: secret)
        self.kind = kind
        self.algorithm = algorithm
        self.digits = digits
        self.period = period
        self.counter = counter
    }

    /// The code that is shown at an instant, and for how many more seconds, from 1 to `period`.
    ///
    /// Before 1970 it is the first code. Codes that count have the one of their counter, until it is used, and 0 seconds.
    public func code(at now: Timestamp) -> (code: String, secondsLeft: Int) {
        guard kind != .counter else { return (code(counter: counter), 0) }
        let seconds = max(0, now.seconds)
        let (step, into) = seconds.quotientAndRemainder(dividingBy: Int64(period))
        return (code(counter: UInt64(step)), period - Int(into))
    }

    /// The code of a step: HOTP (RFC 4226 section 5.3).
    func code(counter: UInt64) -> String {
        let digest = digest(of: counter)
        // Dynamic truncation: the last four bits say where the 31 bits are.
        let start = Int(digest[digest.count - 1] & 0x0F)
        let number = digest[start..<start + 4].reduce(0 as UInt32) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        guard kind != .steam else { return Self.steamCode(number) }
        let modulus: UInt32 = digits == 6 ? 1_000_000 : digits == 7 ? 10_000_000 : 100_000_000
        let text = String(number % modulus)
        return String(repeating: "0", count: digits - text.count) + text
    }

    /// Whether two make the same codes.
    package func makesSameCodes(as other: OneTimePassword) -> Bool {
        kind == other.kind && algorithm == other.algorithm && digits == other.digits && period == other.period
            && counter == other.counter && secret == other.secret
    }

    /// A number in Steam's characters, of which none looks like another, the lowest place first.
    private static func steamCode(_ number: UInt32) -> String {
        let characters = Array("23456789BCDFGHJKMNPQRTVWXY")
        var rest = number
        return String(
            (0..<steamDigits).map { _ in
                defer { rest /= UInt32(characters.count) }
                return characters[Int(rest) % characters.count]
            })
    }

    private func digest(of counter: UInt64) -> [UInt8] {
        let message = withUnsafeBytes(of: counter.bigEndian) { Array($0) }
        return switch algorithm {
        case .sha1: Array(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: secret))
        case .sha256: Array(HMAC<SHA256>.authenticationCode(for: message, using: secret))
        case .sha512: Array(HMAC<SHA512>.authenticationCode(for: message, using: secret))
        }
    }
}

extension OneTimePassword: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A mark without the secret.
    public var description: String { "[one-time password]" }

    /// A mark without the secret.
    public var debugDescription: String { description }

    /// Nothing, so that a dump does not show the secret either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
