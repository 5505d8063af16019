import Foundation

/// What an installer measured at a known distance from a beacon.
package struct DistanceCheck: Hashable, Sendable {
    /// A distance at which is measured.
    package enum Distance: Int, CaseIterable, Sendable {
        /// One metre, where the median is the measured power.
        case one = 1
        /// Three metres.
        case three = 3
        /// Six metres.
        case six = 6
    }

    /// For how long is listened at one metre, in seconds.
    package static let seconds = 20.0
    /// How far the median may be from the measured power, in decibels: more would be 40 % of the distance.
    private static let mostDecibels = 3.0
    /// How far an estimate may be off, as a share of the distance.
    private static let mostError = 0.4
    /// By how much a signal weakens with the distance, as phones take it.
    private static let exponent = 2.2

    /// How far away.
    package let distance: Distance
    /// For how long was listened, in seconds.
    package let seconds: Double
    /// What was heard, in dBm.
    package let readings: Int
    /// The median of it, in dBm.
    package let median: Int

    /// A measurement; nil without readings.
    package init?(_ distance: Distance, seconds: Double, readings: [Int]) {
        guard let median = readings.median else { return nil }
        self.init(distance, seconds: seconds, readings: readings.count, median: median)
    }

    /// A measurement as it was stored.
    package init(_ distance: Distance, seconds: Double, readings: Int, median: Int) {
        self.distance = distance
        self.seconds = seconds
        self.readings = readings
        self.median = median
    }

    /// What a phone would estimate by the measured power of the plan, in metres.
    package func metres(measuredPower: Int) -> Double {
        pow(10, Double(measuredPower - median) / (10 * Self.exponent))
    }

    /// Whether enough was heard and it is near enough to what the plan says.
    package func isGood(measuredPower: Int) -> Bool {
        switch distance {
        case .one:
            seconds >= Self.seconds && readings >= 10
                && abs(Double(median - measuredPower)) <= Self.mostDecibels
        case .three, .six:
            readings >= 5
                && abs(metres(measuredPower: measuredPower) / Double(distance.rawValue) - 1) <= Self.mostError
        }
    }
}
