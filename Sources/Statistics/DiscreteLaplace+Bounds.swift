#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// How wide the noise is: worked out after a release, from public numbers, so floating point does no harm here.
extension DiscreteLaplace {
    /// e^(−epsilon / sensitivity): how much rarer each next number is.
    private var ratio: Double { exp(-budget.epsilon / Double(sensitivity)) }

    /// The mean square of the noise, 2a / (1 − a)².
    package var variance: Double { 2 * ratio / ((1 - ratio) * (1 - ratio)) }

    /// The standard deviation of the noise, √(2a) / (1 − a).
    package var standardDeviation: Double { variance.squareRoot() }

    /// The chance of exactly `value`.
    package func probability(of value: Int) -> Double {
        (1 - ratio) / (1 + ratio) * pow(ratio, Double(value.magnitude))
    }

    /// The smallest m with P(|X| ≤ m) of at least `confidence`.
    package func bound(_ confidence: Confidence) -> Int {
        // P(|X| > m) is 2 a^(m + 1) / (1 + a).
        var m = 0
        var beyond = 2 * ratio / (1 + ratio)
        while beyond > 1 - confidence.chance {
            m += 1
            beyond *= ratio
        }
        return m
    }

    /// The smallest m within which the sum of `count` independent draws stays with at least `confidence`; 0 for none.
    ///
    /// Exact up to eight draws; beyond that by the normal curve, which then differs by one at most.
    package func bound(_ confidence: Confidence, ofSum count: Int) -> Int {
        guard count > 1 else { return count < 1 ? 0 : bound(confidence) }
        guard count <= 8 else {
            return Int((confidence.deviations * (variance * Double(count)).squareRoot()).rounded(.up))
        }
        let chances = Self.chances(ofSum: count, of: self)
        let centre = chances.count / 2
        var within = chances[centre]
        var m = 0
        while within < confidence.chance, m < centre {
            m += 1
            within += chances[centre - m] + chances[centre + m]
        }
        return m
    }

    /// The chances of each sum of `count` draws, from the least to the greatest that is worth counting.
    private static func chances(ofSum count: Int, of noise: DiscreteLaplace) -> [Double] {
        // Beyond this a draw is rarer than one in 10^8.
        let reach = Int((18.5 / -log(noise.ratio)).rounded(.up))
        let single = (-reach...reach).map(noise.probability(of:))
        var sum = single
        for _ in 1..<count {
            var next = [Double](repeating: 0, count: sum.count + single.count - 1)
            for (i, first) in sum.enumerated() where first > 1e-12 {
                for (j, second) in single.enumerated() { next[i + j] += first * second }
            }
            sum = next
        }
        return sum
    }
}
