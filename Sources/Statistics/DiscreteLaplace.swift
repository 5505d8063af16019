/// Whole-number noise that hides one person in a count: P(X = k) = (1 − a) / (1 + a) · a^|k| with a = e^(−epsilon / sensitivity).
///
/// Drawn with whole numbers only. Noise from floating point betrays the true value by the bits that it can't reach (I. Mironov,
/// "On significance of the least significant bits for differential privacy", CCS 2012). The sampler is algorithms 1 and 2 of
/// C. Canonne, G. Kamath, T. Steinke, "The discrete Gaussian for differential privacy", NeurIPS 2020.
package struct DiscreteLaplace: Hashable, Sendable {
    /// The epsilon of one release.
    package let budget: PrivacyBudget
    /// By how much one person can change the counts of one release, all cells together.
    package let sensitivity: UInt64

    /// Noise for a release of `budget` whose counts one person changes by at most `sensitivity`, 1 to 1,000.
    package init(_ budget: PrivacyBudget, sensitivity: UInt64 = 1) throws(StatisticsError) {
        guard (1...1000).contains(sensitivity) else { throw .impossibleSensitivity }
        self.budget = budget
        self.sensitivity = sensitivity
    }

    /// One number, with exactly the chances above if `generator` gives each of its bits by chance.
    ///
    /// What hides people takes the system's generator; a seeded one is for tests.
    package func draw(using generator: inout some RandomNumberGenerator) -> Int {
        // The scale is t / s, the sensitivity over the epsilon.
        let t = budget.denominator * sensitivity
        let s = budget.numerator
        while true {
            let rest = UInt64.random(in: 0..<t, using: &generator)
            guard Self.happensWithExponential(of: rest, over: t, using: &generator) else { continue }
            var wholes: UInt64 = 0
            while Self.happensWithExponential(of: 1, over: 1, using: &generator) { wholes += 1 }
            let size = Int((rest + t * wholes) / s)
            let isNegative = Bool.random(using: &generator)
            // Zero would come twice as often, once with each sign.
            if isNegative && size == 0 { continue }
            return isNegative ? -size : size
        }
    }

    /// Whether something happens whose chance is e^(−part / whole), for 0 ≤ part ≤ whole.
    ///
    /// The series of the exponential as a game: the first round k that is lost is odd with just that chance.
    private static func happensWithExponential(
        of part: UInt64, over whole: UInt64, using generator: inout some RandomNumberGenerator
    ) -> Bool {
        var round: UInt64 = 1
        // A chance of part / (whole · round), as two independent ones, so that no product can overflow.
        while UInt64.random(in: 0..<whole, using: &generator) < part,
            UInt64.random(in: 0..<round, using: &generator) == 0
        {
            round += 1
        }
        return !round.isMultiple(of: 2)
    }
}
