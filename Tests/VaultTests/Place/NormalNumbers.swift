import Basics
import Foundation

extension SplitMix64 {
    /// Two independent numbers with mean 0 and variance 1, by the method of Box and Muller.
    mutating func normalPair() -> (Double, Double) {
        let radius = (-2 * log(1 - uniform())).squareRoot()
        let angle = 2 * Double.pi * uniform()
        return (radius * cos(angle), radius * sin(angle))
    }
}

/// The probability that a normal number with mean 0 and variance 1 is below `x`.
func normalBelow(_ x: Double) -> Double {
    erfc(-x / 2.0.squareRoot()) / 2
}

/// The number of successes that so many trials may show: 4.5 standard deviations about the mean and one for the steps;
/// none at all of what happens less than once in ten thousand runs.
func expectedCounts(_ probability: Double, of trials: Int) -> ClosedRange<Double> {
    let mean = probability * Double(trials)
    guard mean >= 1e-4 else { return 0...0 }
    let width = 4.5 * (mean * (1 - probability)).squareRoot() + 1
    return max(0, mean - width)...min(Double(trials), mean + width)
}
