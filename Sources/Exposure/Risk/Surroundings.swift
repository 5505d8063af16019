#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension RiskRule {
    /// What a phone heard of everybody during one identifier's epoch: the measure of how often an identifier is heard.
    ///
    /// How many receptions a quarter of an hour brings depends on the phone and its duty cycle; beside those of the
    /// other identifiers in the same quarter of an hour it tells who was near, and for how long.
    public struct Surroundings: Hashable, Sendable {
        /// The mean of the natural logarithms of the receptions of each identifier, or nil when it is not known.
        let meanLogCount: Double?

        /// Nothing is known: an identifier counts as heard as often as the others.
        public static let unknown = Surroundings(meanLogCount: nil)

        /// What was heard in one epoch of 15 minutes: the receptions of each identifier, the judged one included.
        public init(receptions counts: some Sequence<Int>) {
            var sum = 0.0
            var identifiers = 0
            for count in counts where count > 0 {
                sum += log(Double(count))
                identifiers += 1
            }
            meanLogCount = identifiers > 0 ? sum / Double(identifiers) : nil
        }

        private init(meanLogCount: Double?) {
            self.meanLogCount = meanLogCount
        }

        /// By how much, as a natural logarithm, an identifier with `count` receptions was heard more than the others.
        func logRatio(of count: Int) -> Double {
            guard let meanLogCount, count > 0 else { return 0 }
            return log(Double(count)) - meanLogCount
        }
    }
}
