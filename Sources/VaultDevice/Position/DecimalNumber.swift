/// Reads decimal numbers from bytes, strictly and without regard to any locale.
enum DecimalNumber {
    /// The most digits that a number may have; positions need fewer, and a double holds no more.
    private static let mostDigits = 18

    /// The number that `[-]digits[.digits]` says; nil for anything else, such as signs, exponents, or no digits.
    static func value(_ text: some Collection<UInt8>) -> Double? {
        var rest = text[...]
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest = rest.dropFirst() }
        var digits: Int64 = 0
        var count = 0
        var decimals: Int?
        for byte in rest {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                guard count < mostDigits else { return nil }
                digits = digits * 10 + Int64(byte - UInt8(ascii: "0"))
                count += 1
                if let behind = decimals { decimals = behind + 1 }
            case UInt8(ascii: ".") where decimals == nil && count > 0: decimals = 0
            default: return nil
            }
        }
        guard count > 0, decimals != 0 else { return nil }
        var divisor: Double = 1
        for _ in 0..<(decimals ?? 0) { divisor *= 10 }
        // Both are exact up to 2^53, so that the quotient is the nearest double of any position that people write.
        let magnitude = Double(digits) / divisor
        return isNegative ? -magnitude : magnitude
    }

    /// The whole number that one to nine digits say.
    static func count(_ text: some Collection<UInt8>) -> Int? {
        guard (1...9).contains(text.count) else { return nil }
        var value = 0
        for byte in text {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return value
    }
}
