/// What a campaign changed: the share of those who got something against the share of those who were held out.
///
/// Newcombe's interval of a difference from two of Wilson's (R. G. Newcombe, "Interval estimation for the difference between
/// independent proportions", Statistics in Medicine 17 (1998), method 10), widened by what noise adds to the variance.
package struct Effect: Equatable, Sendable {
    /// One side of a comparison.
    package struct Arm: Equatable, Sendable {
        /// How many were meant, whether or not they looked.
        package let people: Double
        /// How many of them did what is measured, 0 to `people`.
        package let successes: Double
        /// What noise adds to the variance of the share.
        package let shareVariance: Double

        /// An arm counted exactly.
        package init(people: Int, successes: Int) throws(StatisticsError) {
            guard successes >= 0, successes <= people else { throw .impossibleCounts }
            guard people > 0 else { throw .nothingCounted }
            self.people = Double(people)
            self.successes = Double(successes)
            shareVariance = 0
        }

        /// An arm of two noised counts: those who did it and those who did not, each with the variance of its noise.
        ///
        /// Counts that noise has driven below zero are taken as zero.
        package init(
            successes: Int, variance successVariance: Double, others: Int, variance otherVariance: Double
        ) throws(StatisticsError) {
            let (did, didNot) = (Double(max(0, successes)), Double(max(0, others)))
            guard did + didNot > 0 else { throw .nothingCounted }
            people = did + didNot
            self.successes = did
            let share = did / people
            // The first order of how did / (did + didNot) moves with each count.
            shareVariance =
                ((1 - share) * (1 - share) * successVariance + share * share * otherVariance) / (people * people)
        }

        /// The share of those who did it.
        package var share: Double { successes / people }
    }

    /// The share of the arm that got it, less that of the hold-out.
    package let difference: Double
    /// Where the true difference lies.
    package let interval: Interval
    /// The difference as a share of the hold-out's, where the hold-out's own interval leaves out nothing at all.
    package let relative: Double?

    /// Compares `treated`, who got it, with `heldOut`.
    package init(treated: Arm, heldOut: Arm, _ confidence: Confidence = .ninetyFive) throws(StatisticsError) {
        let (one, zero) = (treated.share, heldOut.share)
        let ones = try Wilson.interval(treated.successes, of: treated.people, confidence)
        let zeros = try Wilson.interval(heldOut.successes, of: heldOut.people, confidence)
        let z2 = confidence.deviations * confidence.deviations
        let noise = z2 * (treated.shareVariance + heldOut.shareVariance)
        let below = (one - ones.low) * (one - ones.low) + (zeros.high - zero) * (zeros.high - zero) + noise
        let above = (ones.high - one) * (ones.high - one) + (zero - zeros.low) * (zero - zeros.low) + noise
        difference = one - zero
        interval = Interval(
            low: max(-1, one - zero - below.squareRoot()), high: min(1, one - zero + above.squareRoot()))
        let heldOutBelow = (zero - zeros.low) * (zero - zeros.low) + z2 * heldOut.shareVariance
        relative = zero - heldOutBelow.squareRoot() > 0 ? (one - zero) / zero : nil
    }

    /// Whether the interval leaves out that nothing changed.
    package var isFound: Bool { !interval.contains(0) }
}
