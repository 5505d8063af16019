/// How sure an interval is.
package enum Confidence: CaseIterable, Sendable {
    /// Nineteen times of twenty.
    case ninetyFive
    /// Ninety-nine times of a hundred.
    case ninetyNine

    /// The chance that the truth lies within.
    package var chance: Double {
        switch self {
        case .ninetyFive: 0.95
        case .ninetyNine: 0.99
        }
    }

    /// How many standard deviations of the normal curve hold that chance between them, to either side.
    package var deviations: Double {
        switch self {
        case .ninetyFive: 1.959_963_984_540_054
        case .ninetyNine: 2.575_829_303_548_901
        }
    }
}

/// Where the truth lies, as sure as was asked for.
package struct Interval: Equatable, Sendable {
    /// The least value that fits.
    package let low: Double
    /// The greatest value that fits, at least `low`.
    package let high: Double

    /// From `low` to `high`.
    package init(low: Double, high: Double) {
        self.low = low
        self.high = max(low, high)
    }

    /// Whether `value` lies within, its ends included.
    package func contains(_ value: Double) -> Bool { low <= value && value <= high }
}
