/// What phones heard of one beacon on a day against what was proved, and whether that is less than usual.
package struct BeaconRatioDay: Equatable, Sendable {
    /// The day, in days since 1970-01-01.
    let day: Int
    /// Whether the day is over.
    let isClosed: Bool
    /// How often somebody came.
    let entered: Int
    /// How often a proof was accepted beside it.
    let proved: Int
    /// Proved by entered.
    let ratio: Double?
    /// The least that is usual here; nil while too few days are known.
    let least: Double?
    /// Whether it is less than that, and by more than so few people explain.
    let isOdd: Bool
}

/// The beacon's own usual: the mean of the 28 days before less three standard deviations.
enum BeaconRatios {
    /// How many days back the usual reaches.
    static let days = 28
    /// On how many days somebody must have come for there to be a usual.
    private static let leastDays = 7
    /// How often somebody must have come for a ratio to be odd.
    private static let leastEntered = 10
    /// So many standard deviations of chance alone are not enough for an alarm: each day and hour is looked at.
    private static let chances = 4.0

    /// The day `day` of a beacon, judged by the days before it.
    static func judge(
        _ traffic: BeaconTraffic, on day: Int, isClosed: Bool, before known: [Int: BeaconTraffic]
    ) -> BeaconRatioDay {
        let usual = (day - days..<day).compactMap { known[$0] }.filter { $0.entered > 0 }
        var (least, isOdd): (Double?, Bool) = (nil, false)
        let ratios = usual.compactMap(\.ratio)
        if ratios.count >= leastDays {
            let count = Double(ratios.count)
            let mean = ratios.reduce(0, +) / count
            let variance = ratios.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / (count - 1)
            // All who came together: the share that chance is reckoned with, never quite none or all.
            let entered = usual.map(\.entered).reduce(0, +)
            let share = (Double(usual.map(\.proved).reduce(0, +)) + 0.5) / (Double(entered) + 1)
            let chance = (share * (1 - share) / Double(max(traffic.entered, 1))).squareRoot()
            let bound = min(mean - 3 * variance.squareRoot(), mean - chances * chance)
            least = max(0, bound)
            isOdd = traffic.entered >= leastEntered && (traffic.ratio ?? 1) < bound
        }
        return BeaconRatioDay(
            day: day, isClosed: isClosed, entered: traffic.entered, proved: traffic.proved, ratio: traffic.ratio,
            least: least, isOdd: isOdd)
    }
}
