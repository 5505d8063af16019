/// The exponential function and its inverse in arithmetic alone.
///
/// Embedded Swift has no C library to ask, and this way every machine gives the same estimate to the last bit. Both are
/// right to about 1e-14 of the value.
enum NaturalExponential {
    private static let ln2 = 0.693_147_180_559_945_31
    private static let ln10 = 2.302_585_092_994_045_7

    /// e to the power of `exponent`; nothing below e^−700, as much as e^700 above.
    static func power(_ exponent: Double) -> Double {
        guard exponent > -700 else { return 0 }
        let exponent = exponent < 700 ? exponent : 700
        // e^x = 2^k · e^r with |r| at most half of ln 2, where the series ends early.
        let scaled = exponent / ln2
        let twos = Int64(scaled < 0 ? scaled - 0.5 : scaled + 0.5)
        let rest = exponent - Double(twos) * ln2
        var term = 1.0
        var sum = 1.0
        for index in 1...13 {
            term *= rest / Double(index)
            sum += term
        }
        return sum * Double(bitPattern: UInt64(1023 + twos) << 52)
    }

    /// The natural logarithm; −700 of what is not above e^−700, so that a sum of them stays finite.
    static func logarithm(_ value: Double) -> Double {
        guard value > 1e-300 else { return -700 }
        guard value < 1e300 else { return 700 }
        // value = 2^k · m with m around 1, and ln m is a series in (m − 1) / (m + 1).
        var twos = Int64((value.bitPattern >> 52) & 0x7FF) - 1023
        var mantissa = Double(bitPattern: (value.bitPattern & 0x000F_FFFF_FFFF_FFFF) | (1023 << 52))
        if mantissa > 1.414_213_562_373_095 {
            mantissa /= 2
            twos += 1
        }
        let share = (mantissa - 1) / (mantissa + 1)
        let square = share * share
        var power = share
        var sum = 0.0
        var divisor = 1.0
        while divisor < 21 {
            sum += power / divisor
            power *= square
            divisor += 2
        }
        return 2 * sum + Double(twos) * ln2
    }

    /// The logarithm to base ten, with the same ends.
    static func decimalLogarithm(_ value: Double) -> Double { logarithm(value) / ln10 }

    /// Ten to the power of `exponent`, with the same ends.
    static func powerOfTen(_ exponent: Double) -> Double { power(exponent * ln10) }
}
