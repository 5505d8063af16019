import Statistics

/// The stays of a shop on a day: how many phones reported, how many were verified, and whether that is less than usual.
package struct StayRatioDay: Equatable, Sendable {
    /// The day, in days since 1970-01-01.
    package let day: Int
    /// Whether the day is over.
    package let isClosed: Bool
    /// How many stays phones reported.
    package let entered: Int
    /// At how many of them a proof was accepted.
    package let proved: Int
    /// The share that is usual here; nil while too few days are known.
    package let usual: Double?
    /// Whether fewer are proved than chance and the shop's own differences between days explain.
    package let isOdd: Bool
}

/// Whether phones come to a shop and prove nothing there: its beacons are copied, send no codes, or their clocks are wrong.
///
/// A phone enters the regions of all beacons of a shop and proves its visit at one of them, so a stay says more than a beacon:
/// it is proved if any of its beacons is. Most phones that hear a shop pass by, so the share is small at many shops, and only
/// what the shop itself is used to says whether it is too small.
enum StayRatios {
    /// How many days back the usual reaches.
    static let days = 28
    /// How many stays there must be for a day to be judged, and for anybody to be told of it.
    static let leastEntered = 10
    /// On how many days somebody must have come for there to be a usual.
    private static let leastDays = 7
    /// How likely chance alone may be for an alarm: each shop is looked at in each hour.
    private static let chance = 1e-5
    /// How many standard deviations of its days a shop may lie below its usual share.
    private static let deviations = 2.0
    /// What part of its usual share a shop must be below: an alarm is for far fewer, and a shop's days differ.
    private static let part = 0.6
    /// The share that a shop has at least while its own is not known.
    private static let newShare = 0.05

    /// The day `day` of a shop, judged by the days before it.
    static func judge(
        _ traffic: BeaconTraffic, on day: Int, isClosed: Bool, before known: [Int: BeaconTraffic]
    ) -> StayRatioDay {
        let usual = Usual((day - days..<day).compactMap { known[$0] }.filter { $0.entered > 0 })
        let isEnough = traffic.entered >= leastEntered
        let isOdd =
            if let usual, usual.share > 0 {
                isEnough && Double(traffic.proved) <= part * usual.share * Double(traffic.entered)
                    && isRare(traffic, share: max(0, usual.share - deviations * usual.spread))
            } else {
                // Without a usual only a shop at which nothing at all is proved is odd.
                traffic.proved == 0 && isRare(traffic, share: newShare)
            }
        return StayRatioDay(
            day: day, isClosed: isClosed, entered: traffic.entered, proved: traffic.proved, usual: usual?.share,
            isOdd: isOdd)
    }

    /// What a shop is used to.
    private struct Usual {
        /// The share that is proved.
        let share: Double
        /// How far the share of a day may lie from it: shares differ between days beyond what chance explains, and it is
        /// itself known by so many stays only.
        let spread: Double

        /// The usual of these days; nil when they are too few.
        ///
        /// Days with clearly less than half of the median are left out, so that what was odd does not become usual.
        init?(_ days: [BeaconTraffic]) {
            guard days.count >= leastDays else { return nil }
            let ratios = days.map { Double($0.proved) / Double($0.entered) }.sorted()
            let median = ratios[ratios.count / 2]
            let sound = days.filter { !isRare($0, share: median / 2) }
            guard sound.count >= leastDays else { return nil }
            let entered = Double(sound.map(\.entered).reduce(0, +))
            let share = Double(sound.map(\.proved).reduce(0, +)) / entered
            var (differences, squares) = (0.0, 0.0)
            for day in sound {
                let number = Double(day.entered)
                let difference = Double(day.proved) / number - share
                differences += number * difference * difference
                squares += number * number
            }
            // Cochran's Q less what binomial chance puts into it (DerSimonian and Laird 1986).
            let beyond = differences - Double(sound.count - 1) * share * (1 - share)
            let weight = entered - squares / entered
            self.share = share
            let between = weight > 0 ? max(0, beyond / weight) : 0
            spread = (between + share * (1 - share) / entered).squareRoot()
        }
    }

    /// Whether so few proofs are too rare to be chance where at least `share` is proved.
    private static func isRare(_ traffic: BeaconTraffic, share: Double) -> Bool {
        Binomial.atMost(traffic.proved, of: traffic.entered, share: share) < chance
    }
}
