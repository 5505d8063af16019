#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension RiskRule {
    /// A logistic model of the odds that a window was spent within two metres.
    public struct NearnessModel: Hashable, Sendable {
        /// The log-odds where every feature is zero.
        public let intercept: Double
        /// The log-odds that one more of each feature adds, in the order of `NearnessFeatures.values`.
        public let slopes: [Double]

        /// A model of these coefficients.
        public init(intercept: Double, slopes: [Double]) {
            self.intercept = intercept
            self.slopes = slopes
        }

        /// Fitted to the five EPFL recordings of 2020 as `Docs/risk-rule.md` says; near and far weigh the same, so that
        /// the odds are those before anything is known of how often people are near.
        public static let shipped = NearnessModel(intercept: 8.215912, slopes: [0.1020316, 0.7574690])

        /// The log-odds that a window with these features was near.
        public func logOdds(_ features: NearnessFeatures) -> Double {
            zip(slopes, features.values).reduce(intercept) { $0 + $1.0 * $1.1 }
        }

        /// The probability of log-odds, from 0 to 1.
        static func probability(logOdds: Double) -> Double {
            1 / (1 + exp(-logOdds))
        }
    }
}
