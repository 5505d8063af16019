/// How packets are received whose mean strength is near what a receiver can just understand.
///
/// Of a beacon at the edge of its range only the luckily strong packets are heard, so it seems nearer than it is.
struct ReceptionTable: Sendable {
    /// What to expect of packets of one mean strength.
    struct Entry: Sendable {
        /// The chance that a packet is understood.
        let chance: Float
        /// The logarithm of that.
        let logChance: Float
        /// By how many dB those that are understood are stronger than the mean of all.
        let luck: Float
    }

    private let entries: [Entry]

    /// The table for packets that vary by this standard deviation, in dB.
    init(deviation: Double) {
        let deviation = min(max(deviation, 1), 30)
        entries = (0..<80).map { step in
            let deviations = (Double(step) - 39.5) / deviation
            // The logistic curve that is nearest to the Gaussian's sum (within 0.01).
            let chance = 1 / (1 + NaturalExponential.power(-1.702 * deviations))
            let density = 0.398_942_280_4 * NaturalExponential.power(-deviations * deviations / 2)
            // The mean of a Gaussian of which only what is above a limit is left.
            // Far below the limit the two curves part, and what is understood lies at the limit.
            let luck = deviations < -2 ? deviation * (0.37 - deviations) : deviation * density / chance
            return Entry(
                chance: Float(chance), logChance: Float(NaturalExponential.logarithm(chance)), luck: Float(luck))
        }
    }

    /// What to expect at so many dB above the weakest strength that is understood.
    subscript(above: Float) -> Entry { entries[min(max(Int(above + 40), 0), 79)] }
}
