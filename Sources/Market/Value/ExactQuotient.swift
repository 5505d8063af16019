/// Products of many large numbers divided by products of many others, rounded once.
enum ExactQuotient {
    /// The whole part of the product of `numerators` over that of `denominators`; nil when a denominator is zero or the
    /// quotient does not fit.
    static func floor(_ numerators: [UInt128], over denominators: [UInt128]) -> UInt128? {
        let divisor = product(denominators)
        let dividend = product(numerators)
        guard divisor.contains(where: { $0 != 0 }) else { return nil }
        // Bit by bit: the numbers are short, and this is hard to get wrong.
        var rest = [UInt64](repeating: 0, count: divisor.count + 1)
        var quotient: UInt128 = 0
        for limb in dividend.indices.reversed() {
            for bit in (0..<64).reversed() {
                shiftLeft(&rest, bringing: dividend[limb] >> UInt64(bit) & 1)
                let isEnough = !isLess(rest, divisor)
                if isEnough { subtract(divisor, from: &rest) }
                guard quotient >> 127 == 0 else { return nil }
                quotient = quotient << 1 | (isEnough ? 1 : 0)
            }
        }
        return quotient
    }

    /// The product, the lowest 64 bits first.
    private static func product(_ factors: [UInt128]) -> [UInt64] {
        var product: [UInt64] = [1]
        for factor in factors {
            let parts = [UInt64(truncatingIfNeeded: factor), UInt64(truncatingIfNeeded: factor >> 64)]
            var next = [UInt64](repeating: 0, count: product.count + 2)
            for (place, limb) in product.enumerated() {
                var carry: UInt64 = 0
                for (offset, part) in parts.enumerated() {
                    // The largest product of two 64-bit numbers leaves room for two more.
                    let sum = UInt128(limb) * UInt128(part) + UInt128(next[place + offset]) + UInt128(carry)
                    next[place + offset] = UInt64(truncatingIfNeeded: sum)
                    carry = UInt64(truncatingIfNeeded: sum >> 64)
                }
                next[place + 2] = next[place + 2] &+ carry
            }
            while next.count > 1, next.last == 0 { next.removeLast() }
            product = next
        }
        return product
    }

    private static func shiftLeft(_ number: inout [UInt64], bringing bit: UInt64) {
        var carry = bit
        for place in number.indices {
            let next = number[place] >> 63
            number[place] = number[place] << 1 | carry
            carry = next
        }
    }

    /// Whether `left` is less than `right`, which has no more limbs.
    private static func isLess(_ left: [UInt64], _ right: [UInt64]) -> Bool {
        for place in left.indices.reversed() {
            let other = place < right.count ? right[place] : 0
            if left[place] != other { return left[place] < other }
        }
        return false
    }

    private static func subtract(_ right: [UInt64], from left: inout [UInt64]) {
        var borrow: UInt64 = 0
        for place in left.indices {
            let other = place < right.count ? right[place] : 0
            let (first, firstOverflow) = left[place].subtractingReportingOverflow(other)
            let (second, secondOverflow) = first.subtractingReportingOverflow(borrow)
            left[place] = second
            borrow = firstOverflow || secondOverflow ? 1 : 0
        }
    }
}
