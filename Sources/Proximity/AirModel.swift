/// What a phone has learned of the air and of its own receiver: an offset in dB and the exponent of path loss.
///
/// It is a ridge regression of what strengths lack on the distance, over all that was heard and explained, around an
/// exponent of 2.2 and a receiver as others are.
struct AirModel: Sendable {
    /// The exponent before anything is learned.
    static let usualExponent = 2.2
    /// What a wall takes, in dB: between plasterboard and brick.
    static let wallDecibels = 5.0
    /// By how much receivers and exponents differ, as standard deviations.
    private static let (offsetDeviation, exponentDeviation) = (4.0, 0.4)
    /// Where the regression turns, in units of 10 · log10 of the metres: about 8 m.
    private static let middle = 9.0

    private var (weight, moment, square) = (0.0, 0.0, 0.0)
    private var (excess, excessMoment) = (0.0, 0.0)
    /// What this receiver hears beyond others at the middle distance, in dB.
    private(set) var offset = 0.0
    /// The exponent in use.
    private(set) var exponent = usualExponent

    /// The strength to expect, in dBm, at a loss of so many 10 · log10 metres, from a beacon of this power at one metre.
    func strength(power: Double, loss: Double) -> Double {
        power + offset - exponent * loss - (Self.usualExponent - exponent) * Self.middle
    }

    /// Learns that a beacon was heard with `excess` dB over what the usual air gives at this loss.
    mutating func learn(excess: Double, loss: Double, variance: Double) {
        // What was learned long ago fades: a phone goes from hall to hall.
        let (kept, certainty) = (0.9998, 1 / variance)
        let away = loss - Self.middle
        weight = weight * kept + certainty
        moment = moment * kept + certainty * away
        square = square * kept + certainty * away * away
        self.excess = self.excess * kept + certainty * excess
        excessMoment = excessMoment * kept + certainty * excess * away
        let (a, c) = (
            weight + 1 / (Self.offsetDeviation * Self.offsetDeviation),
            square + 1 / (Self.exponentDeviation * Self.exponentDeviation)
        )
        let determinant = a * c - moment * moment
        guard determinant > 1e-9 else { return }
        offset = min(max((self.excess * c - excessMoment * moment) / determinant, -15), 15)
        let slope = (a * excessMoment - moment * self.excess) / determinant
        exponent = min(max(Self.usualExponent - slope, 1.4), 4)
    }
}
