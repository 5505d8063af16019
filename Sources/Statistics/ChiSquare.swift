#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The chi-square distribution: how likely so large a departure from what was expected is by chance.
package enum ChiSquare {
    /// The chance of a chi-square of at least `statistic` with `degrees` of freedom.
    ///
    /// The regularized upper incomplete gamma function Q(degrees / 2, statistic / 2); W. H. Press and others, "Numerical
    /// Recipes", section 6.2: the series below the mean, the continued fraction above it.
    package static func upperTail(_ statistic: Double, degrees: Int) throws(StatisticsError) -> Double {
        guard statistic >= 0, statistic.isFinite, degrees >= 1, degrees <= 100_000 else { throw .impossibleChiSquare }
        let (a, x) = (Double(degrees) / 2, statistic / 2)
        guard x > 0 else { return 1 }
        let front = exp(a * log(x) - x - logarithmOfGamma(ofHalf: degrees))
        return x < a + 1 ? 1 - front * series(a, x) : front * fraction(a, x)
    }

    private static func series(_ a: Double, _ x: Double) -> Double {
        var (term, sum, n) = (1 / a, 1 / a, a)
        while abs(term) > abs(sum) * 1e-15 {
            n += 1
            term *= x / n
            sum += term
        }
        return sum
    }

    /// Lentz's way through the continued fraction.
    private static func fraction(_ a: Double, _ x: Double) -> Double {
        let tiny = 1e-300
        var b = x + 1 - a
        var c = 1 / tiny
        var d = 1 / b
        var value = d
        for i in 1...100_000 {
            let step = -Double(i) * (Double(i) - a)
            b += 2
            d = 1 / nonzero(step * d + b, tiny)
            c = nonzero(b + step / c, tiny)
            value *= d * c
            if abs(d * c - 1) < 1e-15 { break }
        }
        return value
    }

    private static func nonzero(_ value: Double, _ tiny: Double) -> Double { abs(value) < tiny ? tiny : value }

    /// ln Γ(`count` / 2), by Γ(x + 1) = x Γ(x) from Γ(1) = 1 or Γ(1/2) = √π.
    private static func logarithmOfGamma(ofHalf count: Int) -> Double {
        var argument = count.isMultiple(of: 2) ? 1.0 : 0.5
        var result = count.isMultiple(of: 2) ? 0 : log(Double.pi) / 2
        while argument < Double(count) / 2 {
            result += log(argument)
            argument += 1
        }
        return result
    }
}
