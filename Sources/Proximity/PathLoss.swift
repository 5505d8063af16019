/// The log-distance model of how a signal weakens: strength = power at 1 m − 10 · exponent · log10(metres).
///
/// T. S. Rappaport, "Wireless Communications", section 4.9.1.
enum PathLoss {
    /// Metres at which a signal has lost `decibels` since the first metre; less than one for a gain.
    static func distance(decibels: Double, exponent: Double) -> Double {
        NaturalExponential.powerOfTen(decibels / (10 * exponent))
    }

    /// Decibels lost from the first metre to `metres`.
    static func decibels(metres: Double, exponent: Double) -> Double {
        10 * exponent * NaturalExponential.decimalLogarithm(metres)
    }
}
