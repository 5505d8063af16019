/// What a campaign did, read from the counts that were released of it once.
package struct CampaignReading: Equatable, Sendable {
    /// The released counts of one group, each with its noise; they may be negative.
    package struct Counts: Equatable, Sendable {
        /// Those who did not come again.
        package let nothing: Int
        /// Those who came again.
        package let visited: Int
        /// Those who came again and redeemed a coupon.
        package let redeemed: Int

        /// Counts of these parts.
        package init(nothing: Int, visited: Int, redeemed: Int) {
            self.nothing = nothing
            self.visited = visited
            self.redeemed = redeemed
        }

        /// Everybody who came again.
        package var returned: Int { max(0, visited + redeemed) }
        /// Everybody.
        package var people: Int { returned + max(0, nothing) }
    }

    /// What can be said.
    package enum Verdict: Equatable, Sendable {
        /// More came again of those who were offered something.
        case more
        /// Fewer did.
        case fewer
        /// The difference is no larger than chance and noise explain.
        case unclear
        /// The groups are not as large as they were meant to be.
        case brokenSplit
        /// So few took part that the counts are mostly noise.
        case tooFew
    }

    /// What can be said.
    package let verdict: Verdict
    /// The difference with its interval; nil where nobody took part.
    package let effect: Effect?
    /// How likely so uneven a split is by chance.
    package let splitChance: Double

    /// Reads the counts of a campaign with a hold-out of `holdOut`, a share, to each of which `noise` was added.
    package init(offered: Counts, heldOut: Counts, holdOut: Double, noise: DiscreteLaplace) throws(StatisticsError) {
        let variance = noise.variance
        // Three counts make an arm, two of them those who came again.
        let least = Double(noise.bound(.ninetyNine, ofSum: 3))
        guard Double(offered.people) > least, Double(heldOut.people) > least else {
            verdict = .tooFew
            effect = nil
            splitChance = 1
            return
        }
        let ratio = try SampleRatio(
            heldOut: Double(heldOut.people), treated: Double(offered.people), holdOut: holdOut,
            heldOutVariance: 3 * variance, treatedVariance: 3 * variance)
        let effect = try Effect(
            treated: Effect.Arm(
                successes: offered.returned, variance: 2 * variance, others: offered.nothing, variance: variance),
            heldOut: Effect.Arm(
                successes: heldOut.returned, variance: 2 * variance, others: heldOut.nothing, variance: variance))
        splitChance = ratio.chance
        self.effect = effect
        if ratio.isBroken {
            verdict = .brokenSplit
        } else if !effect.isFound {
            verdict = .unclear
        } else {
            verdict = effect.difference > 0 ? .more : .fewer
        }
    }
}
