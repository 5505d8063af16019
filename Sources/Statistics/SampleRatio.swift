/// The guard of a campaign's split: whether the arms are as large as the hold-out that was stated would make them.
///
/// When they aren't, people of one arm went missing, and whatever the arms differ by may be that.
package struct SampleRatio: Equatable, Sendable {
    /// How likely so uneven a split is by chance.
    package let chance: Double

    /// Compares arms of `heldOut` and `treated` with a stated hold-out, a share; `variance` is that of the noise on either count.
    package init(
        heldOut: Double, treated: Double, holdOut: Double, heldOutVariance: Double = 0, treatedVariance: Double = 0
    ) throws(StatisticsError) {
        guard holdOut > 0, holdOut < 1 else { throw .impossibleShare }
        guard heldOutVariance >= 0, treatedVariance >= 0 else { throw .impossibleCounts }
        let all = heldOut + treated
        guard all > 0 else { throw .nothingCounted }
        let off = (1 - holdOut) * heldOut - holdOut * treated
        let variance =
            all * holdOut * (1 - holdOut) + (1 - holdOut) * (1 - holdOut) * heldOutVariance
            + holdOut * holdOut * treatedVariance
        chance = try ChiSquare.upperTail(off * off / variance, degrees: 1)
    }

    /// Whether the split is broken: by chance this happens less than once in a thousand campaigns.
    package var isBroken: Bool { chance < 0.001 }
}
