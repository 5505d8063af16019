import Basics
import Crypto
import TypedText

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
    /// What stands before it in a QR code: the word that marks a code, and the letters that show the keyboard's layout.
    ///
    /// A scanner that acts as a keyboard sends the key positions of a US keyboard. C, U, P, O and N are on the same key in
    /// QWERTY, QWERTZ and AZERTY layouts, and no code has a U.
    package static let prefix = mark + "AYZ"

    /// What names the coupon: the first 48 bits of its identifier.
    package let coupon: UInt64
    /// What proves it: 52 bits.
    private let proof: UInt64

    private static let mark = "CUPON"
    /// The prefix of version 0.2 and before; its last sign is on another key on most keyboards.
    private static let formerPrefix = "CERCA"

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
    /// Case and every sign that is no letter and no digit do not matter; O is read as 0, I and L as 1. Before it may stand
    /// the prefix of QR codes and what scanners add, such as `]Q1`. After the prefix it is read by the layout that the
    /// prefix shows.
    package init?(_ text: String) {
        guard text.utf8.count <= 100, let digits = Self.digits(of: text), digits.count == Self.length else {
            return nil
        }
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

    /// The ASCII letters and digits of what was typed or scanned, without what stands before a code, in upper case.
    private static func digits(of text: String) -> [UInt8]? {
        let upper = text.uppercased()
        if let french = upper.firstRange(of: mark + "QYW") {
            let scanned = upper[french.upperBound...]
            return lettersAndDigits(of: String(scanned.map { keysOfAZERTY[$0] ?? $0 }))
        }
        var digits = lettersAndDigits(of: text)
        if let marked = digits.firstRange(of: mark.utf8) {
            let layout = digits[marked.upperBound...].prefix(3)
            digits = Array(digits[marked.upperBound...].dropFirst(3))
            if layout.elementsEqual("AZY".utf8) {
                // Of the letters, QWERTZ has only these two elsewhere.
                let (y, z) = (UInt8(ascii: "Y"), UInt8(ascii: "Z"))
                return digits.map { $0 == y ? z : $0 == z ? y : $0 }
            }
            return layout.elementsEqual("AYZ".utf8) ? digits : nil
        }
        // What some scanners say of the kind of picture that they have read (ISO/IEC 15424).
        if text.utf8.first == UInt8(ascii: "]") { digits.removeFirst(min(2, digits.count)) }
        if digits.count > length, digits.starts(with: formerPrefix.utf8) { digits.removeFirst(formerPrefix.utf8.count) }
        return digits
    }

    private static func lettersAndDigits(of text: String) -> [UInt8] {
        TypedCode.characters(in: text).utf8.map(upperCase).filter {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0)
        }
    }

    /// What the keys of a US keyboard give on French and Belgian ones, as upper case, and what was meant.
    private static let keysOfAZERTY: [Character: Character] = [
        "A": "Q", "Q": "A", "W": "Z", "Z": "W", ",": "M", "?": "M", "&": "1", "É": "2", "\"": "3", "'": "4", "(": "5",
        "-": "6", "§": "6", "È": "7", "_": "8", "!": "8", "Ç": "9", "À": "0",
    ]

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
