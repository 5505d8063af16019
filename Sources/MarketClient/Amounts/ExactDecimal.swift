/// A decimal number exactly as a text says it, with whichever places it has.
///
/// A client does not know how finely an exchange counts an asset: so a number here brings its own scale.
public struct ExactDecimal: Sendable {
    /// The longest text that is read, in bytes.
    public static let maximumLength = 80
    /// Zero.
    public static let zero = ExactDecimal(digits: 0, scale: 0)

    /// The number without its point.
    private let digits: Int128
    /// Places after the point, without zeros at the end.
    public let scale: Int

    private init(digits: Int128, scale: Int) {
        var (digits, scale) = (digits, scale)
        while scale > 0, digits % 10 == 0 {
            digits /= 10
            scale -= 1
        }
        self.digits = digits
        self.scale = scale
    }

    /// The number that a text of digits with at most one point between them says, with or without a minus sign; nil
    /// for anything else, and for what does not fit into 128 bits.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.maximumLength else { return nil }
        let isNegative = bytes.first == UInt8(ascii: "-")
        var body = bytes.dropFirst(isNegative ? 1 : 0)
        if body.contains(UInt8(ascii: ".")) {
            guard body.last != UInt8(ascii: ".") else { return nil }
            while body.last == UInt8(ascii: "0") { body.removeLast() }
        }
        var digits: Int128 = 0
        var scale: Int?
        for (index, byte) in body.enumerated() {
            if byte == UInt8(ascii: ".") {
                guard scale == nil, index > 0 else { return nil }
                scale = 0
                continue
            }
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            let (tens, isTooLarge) = digits.multipliedReportingOverflow(by: 10)
            let (sum, overflow) = tens.addingReportingOverflow(Int128(byte - UInt8(ascii: "0")))
            guard !isTooLarge, !overflow else { return nil }
            digits = sum
            scale = scale.map { $0 + 1 }
        }
        guard !body.isEmpty else { return nil }
        self.init(digits: isNegative ? -digits : digits, scale: scale ?? 0)
    }

    /// A number of millionths.
    public init(partsPerMillion: Int) {
        self.init(digits: Int128(partsPerMillion), scale: 6)
    }

    /// Whether it is above zero.
    public var isPositive: Bool { digits > 0 }
    /// Whether it is zero.
    public var isZero: Bool { digits == 0 }

    /// The number as near as a `Double` comes to it, for drawing.
    public var approximate: Double { Double(text) ?? 0 }

    /// The sum, or nil when it does not fit.
    public func adding(_ other: ExactDecimal) -> ExactDecimal? {
        guard let (left, right, scale) = Self.aligned(self, other) else { return nil }
        let (sum, overflow) = left.addingReportingOverflow(right)
        return overflow ? nil : ExactDecimal(digits: sum, scale: scale)
    }

    /// The difference, or nil when it does not fit.
    public func subtracting(_ other: ExactDecimal) -> ExactDecimal? {
        adding(ExactDecimal(digits: -other.digits, scale: other.scale))
    }

    /// The product, or nil when it does not fit.
    public func multiplied(by other: ExactDecimal) -> ExactDecimal? {
        let (product, overflow) = digits.multipliedReportingOverflow(by: other.digits)
        return overflow ? nil : ExactDecimal(digits: product, scale: scale + other.scale)
    }

    /// The number with at most so many places, rounded towards zero.
    public func truncated(places: Int) -> ExactDecimal {
        var (digits, scale) = (digits, scale)
        while scale > max(0, places) {
            digits /= 10
            scale -= 1
        }
        return ExactDecimal(digits: digits, scale: scale)
    }

    /// Both numbers without their points at the same scale, or nil when one does not fit.
    private static func aligned(_ left: ExactDecimal, _ right: ExactDecimal) -> (Int128, Int128, Int)? {
        let scale = max(left.scale, right.scale)
        func at(_ number: ExactDecimal) -> Int128? {
            var digits = number.digits
            for _ in number.scale..<scale {
                let (tens, overflow) = digits.multipliedReportingOverflow(by: 10)
                if overflow { return nil }
                digits = tens
            }
            return digits
        }
        guard let first = at(left), let second = at(right) else { return nil }
        return (first, second, scale)
    }
}

extension ExactDecimal: Comparable {
    /// Whether `left` is the smaller number.
    public static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
        if let (first, second, _) = aligned(left, right) { return first < second }
        // Numbers that have no common scale in 128 bits are far apart.
        return left.approximate < right.approximate
    }

    /// Whether both are the same number.
    public static func == (left: ExactDecimal, right: ExactDecimal) -> Bool {
        left.digits == right.digits && left.scale == right.scale
    }
}

extension ExactDecimal: CustomStringConvertible {
    /// The number without zeros at its end: `0.374`, `-1`, `10000`.
    public var text: String {
        var digits = String(digits.magnitude)
        if scale > 0 {
            if digits.utf8.count <= scale {
                digits = String(repeating: "0", count: scale + 1 - digits.utf8.count) + digits
            }
            digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -scale))
        }
        return (self.digits < 0 ? "-" : "") + digits
    }

    /// The same as `text`.
    public var description: String { text }

    /// A decimal text without the zeros at its end; any other text as it is.
    public static func trimmed(_ text: String) -> String {
        ExactDecimal(text)?.text ?? text
    }
}
