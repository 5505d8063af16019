/// How many people a campaign needs, so that an effect of a stated size is found four times of five.
///
/// Two shares compared at 5 % two-sided with a power of 80 %: J. L. Fleiss, "Statistical Methods for Rates and Proportions",
/// section 4.3, without the correction for continuity.
package enum SampleSize {
    /// The deviation that 80 % of the normal curve lie below.
    static let power = 0.841_621_233_572_914_3

    /// How many each of two equal arms needs to tell a share of `baseline` from one of `expected`.
    package static func perArm(baseline: Double, expected: Double) throws(StatisticsError) -> Int {
        let heldOut = try self.heldOut(baseline: baseline, expected: expected, treatedPerHeldOut: 1)
        return Int((heldOut - 1e-9).rounded(.up))
    }

    /// How many there have to be in all, when `holdOut` of them, a share, are held out.
    package static func total(baseline: Double, expected: Double, holdOut: Double) throws(StatisticsError) -> Int {
        guard holdOut > 0, holdOut < 1 else { throw .impossibleShare }
        let heldOut = try self.heldOut(
            baseline: baseline, expected: expected, treatedPerHeldOut: (1 - holdOut) / holdOut)
        return Int((heldOut / holdOut - 1e-9).rounded(.up))
    }

    private static func heldOut(
        baseline: Double, expected: Double, treatedPerHeldOut k: Double
    ) throws(StatisticsError) -> Double {
        guard baseline > 0, baseline < 1, expected > 0, expected < 1 else { throw .impossibleShare }
        guard baseline != expected else { throw .nothingToFind }
        let pooled = (baseline + k * expected) / (1 + k)
        let without = Confidence.ninetyFive.deviations * (pooled * (1 - pooled) * (1 + 1 / k)).squareRoot()
        let with = power * (baseline * (1 - baseline) + expected * (1 - expected) / k).squareRoot()
        let root = (without + with) / (expected - baseline)
        return root * root
    }

    /// How many weeks a campaign takes to find the effect when `weekly` people become eligible each week, or nil when two
    /// years are not enough.
    ///
    /// A campaign's counts are released once, after its end, with noise of `successVariance` on those who did it and of
    /// `otherVariance` on those who did not, in either arm: however long it takes, the noise stays the same.
    package static func weeks(
        baseline: Double, expected: Double, holdOut: Double, weekly: Double, successVariance: Double,
        otherVariance: Double
    ) throws(StatisticsError) -> Int? {
        guard baseline > 0, baseline < 1, expected > 0, expected < 1, holdOut > 0, holdOut < 1 else {
            throw .impossibleShare
        }
        guard baseline != expected else { throw .nothingToFind }
        guard weekly >= 0, weekly.isFinite, successVariance >= 0, otherVariance >= 0 else { throw .impossibleCounts }
        guard weekly > 0 else { return nil }
        let pooled = baseline * holdOut + expected * (1 - holdOut)
        for weeks in 1...104 {
            let heldOut = weekly * Double(weeks) * holdOut
            let treated = weekly * Double(weeks) * (1 - holdOut)
            /// The noise of a share `p` of `people`, as in ``Effect/Arm``.
            func noise(_ p: Double, _ people: Double) -> Double {
                ((1 - p) * (1 - p) * successVariance + p * p * otherVariance) / (people * people)
            }
            let noises = noise(baseline, heldOut) + noise(expected, treated)
            let without = pooled * (1 - pooled) * (1 / heldOut + 1 / treated) + noises
            let with = baseline * (1 - baseline) / heldOut + expected * (1 - expected) / treated + noises
            let found = Confidence.ninetyFive.deviations * without.squareRoot() + power * with.squareRoot()
            if found <= abs(expected - baseline) { return weeks }
        }
        return nil
    }
}
