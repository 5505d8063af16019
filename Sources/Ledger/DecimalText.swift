/// Why a text is not an amount.
public enum AmountFault: Error, Equatable, Sendable {
    /// It is not digits with at most one point between them, or it begins with more zeros than one.
    case malformed
    /// It has digits other than zero below the minor unit.
    case overPrecise
    /// Its value does not fit.
    case tooLarge
    /// It is longer than 64 characters, though its value may fit.
    case tooLong
}

/// Amounts as decimal text and as whole minor units, exactly.
///
/// No `Decimal`, no floating point: a text is a number of units or it is refused, and each number of units has one text.
public enum DecimalText {
    /// The longest text that is read, in bytes.
    ///
    /// What the streams write must be readable: 36 significant digits with up to 18 zeros before them, and a point.
    public static let maximumLength = 64

    /// The number of minor units that `text` says, where one whole is 10^`exponent` units.
    ///
    /// Only digits and at most one point with digits on both sides: no sign, no exponent, no blanks, no zeros before
    /// other digits of the whole part. Zeros at the end of the fraction are allowed.
    public static func units(_ text: String, exponent: Int) throws(AmountFault) -> Int128 {
        let result =
            text.utf8.withContiguousStorageIfAvailable { read($0, exponent: exponent) }
            ?? Array(text.utf8).withUnsafeBufferPointer { read($0, exponent: exponent) }
        switch result {
        case .success(let units): return units
        case .failure(let fault): throw fault
        }
    }

    /// The text of `units`, without zeros at the end of the fraction: `0.374`, `-1`, `10000`.
    public static func text(_ units: Int128, exponent: Int) -> String {
        written(units, exponent: exponent, significantDigits: nil)
    }

    /// The text of `units` with zeros at the end, so that it has `significantDigits`: `0.648000` with six.
    ///
    /// Zero has one digit before the point, which counts. A number that has more digits than that is written whole:
    /// nothing is ever rounded.
    public static func text(_ units: Int128, exponent: Int, significantDigits: Int) -> String {
        written(units, exponent: exponent, significantDigits: significantDigits)
    }

    /// The whole number that `text` says, or nil; what `integerText` writes and nothing else.
    public static func integer(_ text: String) -> Int128? {
        text.utf8.withContiguousStorageIfAvailable { readInteger($0) }
            ?? Array(text.utf8).withUnsafeBufferPointer { readInteger($0) }
    }

    /// The text of a whole number, `-12`.
    public static func integerText(_ value: Int128) -> String {
        written(value, exponent: 0, significantDigits: nil)
    }
}

// MARK: - Reading

extension DecimalText {
    private static func read(_ bytes: UnsafeBufferPointer<UInt8>, exponent: Int) -> Result<Int128, AmountFault> {
        var number = DigitSum()
        var position = 0
        while position < bytes.count, let digit = digit(bytes[position]) {
            number.append(digit)
            position += 1
        }
        guard position > 0, position == 1 || bytes[0] != 0x30 else { return .failure(.malformed) }
        let places = max(0, exponent)
        var missing = places
        var isOverPrecise = false
        if position < bytes.count {
            guard bytes[position] == 0x2E, position + 1 < bytes.count else { return .failure(.malformed) }
            position += 1
            while position < bytes.count {
                guard let digit = digit(bytes[position]) else { return .failure(.malformed) }
                if missing > 0 {
                    number.append(digit)
                    missing -= 1
                } else if digit != 0 {
                    isOverPrecise = true
                }
                position += 1
            }
        }
        if isOverPrecise { return .failure(.overPrecise) }
        guard let magnitude = number.value(timesTenTo: missing), let units = Int128(exactly: magnitude) else {
            return .failure(.tooLarge)
        }
        return bytes.count <= maximumLength ? .success(units) : .failure(.tooLong)
    }

    private static func readInteger(_ bytes: UnsafeBufferPointer<UInt8>) -> Int128? {
        let isNegative = bytes.first == 0x2D
        let first = isNegative ? 1 : 0
        guard bytes.count > first, bytes.count <= maximumLength else { return nil }
        // One text for each number: no zeros before other digits, no zero below zero.
        guard bytes[first] != 0x30 || bytes.count == 1 else { return nil }
        var number = DigitSum()
        for index in first..<bytes.count {
            guard let digit = digit(bytes[index]) else { return nil }
            number.append(digit)
        }
        guard let magnitude = number.value(timesTenTo: 0) else { return nil }
        if !isNegative { return Int128(exactly: magnitude) }
        return magnitude <= Int128.min.magnitude ? Int128(truncatingIfNeeded: 0 &- magnitude) : nil
    }

    private static func digit(_ byte: UInt8) -> UInt64? {
        let value = byte &- 0x30
        return value < 10 ? UInt64(value) : nil
    }

    /// Adds up decimal digits: in 64 bits as long as they last, which for most amounts is to the end.
    private struct DigitSum {
        private var high: UInt128 = 0
        private var low: UInt64 = 0
        private var lowDigits = 0
        private var isTooLarge = false

        mutating func append(_ digit: UInt64) {
            if lowDigits == 18 { carry() }
            low = low &* 10 &+ digit
            lowDigits += 1
        }

        /// The number times 10^`places`, or nil when it leaves 128 bits.
        func value(timesTenTo places: Int) -> UInt128? {
            var sum = self
            sum.carry()
            var rest = places
            while rest > 0, !sum.isTooLarge, sum.high != 0 {
                sum.lowDigits = min(rest, 18)
                rest -= sum.lowDigits
                sum.carry()
            }
            return sum.isTooLarge ? nil : sum.high
        }

        private mutating func carry() {
            if high == 0 {
                high = UInt128(low)
            } else {
                let (product, overflow) = high.multipliedReportingOverflow(by: UInt128(powerOfTen(lowDigits)))
                let (next, carried) = product.addingReportingOverflow(UInt128(low))
                high = next
                isTooLarge = isTooLarge || overflow || carried
            }
            low = 0
            lowDigits = 0
        }
    }

    /// 10^`exponent`, for 0 to 19.
    static func powerOfTen(_ exponent: Int) -> UInt64 {
        var power: UInt64 = 1
        for _ in 0..<exponent { power &*= 10 }
        return power
    }
}

// MARK: - Writing

extension DecimalText {
    /// Room for the digits of any 128-bit number.
    private static let digitCapacity = 40

    private static func written(_ value: Int128, exponent: Int, significantDigits: Int?) -> String {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: digitCapacity) { digits in
            let count = write(value.magnitude, atEndOf: digits)
            let first = digitCapacity - count
            let places = max(0, exponent)
            let wholeCount = max(1, count - places)
            // How many digits of the fraction are written, and how many of those are zeros that lead or end it.
            var fractionCount: Int
            if let significantDigits {
                let leading = value == 0 ? 0 : max(0, places - count)
                let whole = count > places ? wholeCount : (value == 0 ? 1 : 0)
                fractionCount = max(leading + significantDigits - whole, 0)
                fractionCount = max(fractionCount, neededPlaces(digits, first: first, places: places))
            } else {
                fractionCount = neededPlaces(digits, first: first, places: places)
            }
            let length = (value < 0 ? 1 : 0) + wholeCount + (fractionCount > 0 ? fractionCount + 1 : 0)
            return String(unsafeUninitializedCapacity: length) { text in
                var end = 0
                func append(_ byte: UInt8) {
                    text[end] = byte
                    end += 1
                }
                if value < 0 { append(0x2D) }
                if count > places {
                    for index in first..<first + wholeCount { append(digits[index]) }
                } else {
                    append(0x30)
                }
                if fractionCount > 0 {
                    append(0x2E)
                    for place in 1...fractionCount {
                        // The digit at `place` after the point; beyond the number on either side it is zero.
                        let index = digitCapacity - places + place - 1
                        append(place <= places && index >= first ? digits[index] : 0x30)
                    }
                }
                return end
            }
        }
    }

    /// How many places after the point have to be written, because a digit other than zero stands there or after.
    private static func neededPlaces(_ digits: UnsafeMutableBufferPointer<UInt8>, first: Int, places: Int) -> Int {
        var needed = places
        while needed > 0 {
            let index = digitCapacity - places + needed - 1
            if index < first { return 0 }
            if digits[index] != 0x30 { return needed }
            needed -= 1
        }
        return 0
    }

    /// Writes the decimal digits of `magnitude` at the end of `buffer` and says how many there are, at least one.
    private static func write(_ magnitude: UInt128, atEndOf buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var position = digitCapacity
        var rest = magnitude
        // Nineteen digits at a time, because 64-bit division is many times as fast.
        while rest > UInt128(UInt64.max) {
            let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: 10_000_000_000_000_000_000)
            var chunk = UInt64(truncatingIfNeeded: remainder)
            for _ in 0..<19 {
                position -= 1
                buffer[position] = UInt8(truncatingIfNeeded: 48 + chunk % 10)
                chunk /= 10
            }
            rest = quotient
        }
        var chunk = UInt64(truncatingIfNeeded: rest)
        repeat {
            position -= 1
            buffer[position] = UInt8(truncatingIfNeeded: 48 + chunk % 10)
            chunk /= 10
        } while chunk > 0
        return digitCapacity - position
    }
}
