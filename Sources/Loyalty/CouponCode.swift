import Crypto
import Time

/// What a phone shows at a till for one half minute: which coupon it is, and that whoever shows it has the coupon's secret.
///
/// Twenty characters of Crockford's base 32: 48 bits that name the coupon, the first six bytes of its identifier, and 52
/// bits of HMAC-SHA256 over the half minute. A picture of it is worth nothing a minute later. The page about coupons in
/// `Docs/protocols` has it by example.
package struct CouponCode: Hashable, Sendable {
    /// How long a code is shown, in milliseconds.
    package static let periodMilliseconds: Int64 = 30_000
    /// How long before its half minute a code is taken, in milliseconds: phones' clocks run ahead.
    package static let earlyMilliseconds: Int64 = 5_000
    /// How long after its half minute a code is taken, in milliseconds: people queue, and clocks run behind.
    package static let lateMilliseconds: Int64 = 60_000
    /// How many characters it has.
    package static let length = 20
    /// What stands before it in a QR code, so that a scanner knows what it has read.
    package static let prefix = "CERCA:"

    /// What names the coupon: the first 48 bits of its identifier.
    package let coupon: UInt64
    /// What proves it: 52 bits.
    private let proof: UInt64

    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let proofBits: UInt64 = 52

    /// The code of a coupon in a half minute.
    ///
    /// - Parameters:
    ///   - coupon: The coupon's identifier; its first six bytes are used, and missing ones are 0.
    ///   - secret: The coupon's secret.
    ///   - halfMinute: The half minute, counted from 1970-01-01T00:00:00Z.
    package init(coupon: [UInt8], secret: [UInt8], halfMinute: Int64) {
        self.coupon = Self.number(of: coupon, bytes: 6)
        self.proof = Self.proof(secret: secret, halfMinute: halfMinute)
    }

    /// The code that somebody typed or scanned, or nil when it is none.
    ///
    /// Case, blanks and hyphens do not matter; O is read as 0, I and L as 1; the prefix of QR codes may stand before it.
    package init?(_ text: String) {
        guard text.utf8.count <= 100 else { return nil }
        var digits = text.utf8.filter { !Self.isSeparator($0) }.map(Self.upperCase)
        if digits.starts(with: Self.prefix.utf8) { digits.removeFirst(Self.prefix.utf8.count) }
        guard digits.count == Self.length else { return nil }
        var (high, low): (UInt64, UInt64) = (0, 0)
        for digit in digits {
            guard let value = Self.value(of: digit) else { return nil }
            high = high << 5 | low >> 47
            low = (low << 5 | value) & (1 << Self.proofBits - 1)
        }
        coupon = high
        proof = low
    }

    /// The twenty characters.
    package var text: String {
        var (high, low) = (coupon, proof)
        var characters = [UInt8](repeating: 0, count: Self.length)
        for index in characters.indices.reversed() {
            characters[index] = Self.alphabet[Int(low & 31)]
            low = low >> 5 | (high & 31) << 47
            high >>= 5
        }
        return String(decoding: characters, as: UTF8.self)
    }

    /// Whether the secret makes this code in a half minute; the time that it takes says nothing of how near it is.
    package func isMade(by secret: [UInt8], in halfMinute: Int64) -> Bool {
        proof ^ Self.proof(secret: secret, halfMinute: halfMinute) == 0
    }

    /// The half minute of an instant, counted from 1970-01-01T00:00:00Z.
    package static func halfMinute(at instant: Timestamp) -> Int64 {
        instant.milliseconds.flooredQuotient(by: periodMilliseconds)
    }

    /// The half minutes whose codes are taken at an instant.
    package static func halfMinutes(takenAt instant: Timestamp) -> ClosedRange<Int64> {
        let newest = halfMinute(at: instant.advanced(byMilliseconds: earlyMilliseconds))
        let oldest = halfMinute(at: instant.advanced(byMilliseconds: -lateMilliseconds - periodMilliseconds)) + 1
        return min(oldest, newest)...newest
    }

    private static func proof(secret: [UInt8], halfMinute: Int64) -> UInt64 {
        let message = Array("cerca.coupon/1".utf8) + withUnsafeBytes(of: halfMinute.bigEndian) { Array($0) }
        let code = HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: secret))
        return number(of: Array(code), bytes: 8) >> (64 - proofBits)
    }

    private static func number(of bytes: [UInt8], bytes count: Int) -> UInt64 {
        (0..<count).reduce(0) { $0 << 8 | UInt64($1 < bytes.count ? bytes[$1] : 0) }
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-") || (0x09...0x0D).contains(byte)
    }

    private static func upperCase(_ byte: UInt8) -> UInt8 {
        (0x61...0x7A).contains(byte) ? byte - 0x20 : byte
    }

    private static func value(of digit: UInt8) -> UInt64? {
        switch digit {
        case UInt8(ascii: "O"): 0
        case UInt8(ascii: "I"), UInt8(ascii: "L"): 1
        default: alphabet.firstIndex(of: digit).map(UInt64.init)
        }
    }
}

/// What a code says when a till asks.
package enum CouponCodeAge: Equatable, Sendable {
    /// It is the one that the phone shows now.
    case current
    /// It was shown so many half minutes ago: a picture, or a phone whose clock is behind.
    case old(halfMinutes: Int64)
    /// It will be shown in so many half minutes: the phone's clock is ahead.
    case early(halfMinutes: Int64)
}

extension CouponCode {
    /// How many half minutes are looked back for a code that is no longer taken: a day.
    private static let lookedBack: Int64 = 2_880
    /// How many half minutes are looked ahead: ten minutes.
    private static let lookedAhead: Int64 = 20

    /// When the secret made this code, as it is at `instant`; nil when it did not within a day: the code is forged.
    package func age(madeBy secret: [UInt8], at instant: Timestamp) -> CouponCodeAge? {
        let taken = Self.halfMinutes(takenAt: instant)
        if taken.contains(where: { isMade(by: secret, in: $0) }) { return .current }
        let now = Self.halfMinute(at: instant)
        if let ahead = (taken.upperBound + 1...taken.upperBound + Self.lookedAhead).first(
            where: { isMade(by: secret, in: $0) })
        {
            return .early(halfMinutes: ahead - now)
        }
        return (taken.lowerBound - Self.lookedBack..<taken.lowerBound).last { isMade(by: secret, in: $0) }
            .map { .old(halfMinutes: now - $0) }
    }
}
