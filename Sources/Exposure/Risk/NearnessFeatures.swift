extension RiskRule {
    /// What the fitted rule looks at in one five-minute window: two numbers.
    public struct NearnessFeatures: Hashable, Sendable {
        /// The mean RSSI of the strongest fifth, in dBm, half of the window and half of the whole epoch.
        ///
        /// A body or a hand weakens a signal by 10 dB and more and nothing strengthens it, so the strongest receptions
        /// tell the distance; the epoch's share steadies windows of few receptions, as people seldom move far in
        /// a quarter of an hour.
        public let strength: Double
        /// By how much, as a natural logarithm, the identifier was heard more often than the others in the epoch.
        public let relativeCount: Double

        /// The features of a window, or nil when its strengths are not known.
        ///
        /// `epoch` is all that was heard of the same identifier, at most 15 minutes, the window included.
        public init?(window: [Reading], epoch: [Reading], surroundings: Surroundings) {
            let whole = epoch.isEmpty ? window : epoch
            guard let windowStrength = Self.strongestFifth(window), let epochStrength = Self.strongestFifth(whole)
            else { return nil }
            strength = (windowStrength + epochStrength) / 2
            relativeCount = surroundings.logRatio(of: whole.count)
        }

        /// The features in the order of the coefficients.
        public var values: [Double] { [strength, relativeCount] }

        /// The mean strength of the strongest fifth, rounded up to whole receptions, or nil when none is known.
        private static func strongestFifth(_ readings: [Reading]) -> Double? {
            var strengths = readings.compactMap(comparableStrength)
            guard !strengths.isEmpty else { return nil }
            strengths.sort(by: >)
            let count = (strengths.count + 4) / 5
            return Double(strengths[..<count].reduce(0, +)) / Double(count)
        }

        /// The RSSI that the reception would have had from a phone that states −21 dBm, or nil when it is not known.
        ///
        /// A power that is not stated is taken for −21 dBm, Android's lowest. −20 dBm is taken for the same: phones that
        /// state it are set to the same lowest power. A stated power beyond what a phone can send is held to −40…20 dBm,
        /// so that a lie gains little.
        private static func comparableStrength(_ reading: Reading) -> Int? {
            guard reading.rssi != 127 else { return nil }
            guard let power = reading.transmitPower, power != 127, power != -20 else { return Int(reading.rssi) }
            return Int(reading.rssi) - (min(max(Int(power), -40), 20) + 21)
        }
    }
}
