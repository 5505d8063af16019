/// What was told of a battery on one day.
package struct BatteryDay: Hashable, Sendable {
    /// The day, counted from 1970-01-01.
    package let day: Int64
    /// The median of the voltage under load, in millivolts.
    package let millivolts: Int
    /// The median of the temperature, in degrees Celsius, when the beacon tells it.
    package let celsius: Double?

    /// A day with these medians.
    package init(day: Int64, millivolts: Int, celsius: Double?) {
        self.day = day
        self.millivolts = millivolts
        self.celsius = celsius
    }
}

/// How long a battery will last, by the line through its last 30 days.
///
/// A lithium coin cell stays flat for most of its life and then falls faster and faster. So where the newest third of the
/// days falls faster than all of them by more than chance, the line goes through that third.
package struct BatteryOutlook: Hashable, Sendable {
    /// Below this a coin cell no longer carries the radio's pulses, in millivolts under load.
    package static let empty = 2400
    /// How many days the line goes back.
    static let days: Int64 = 30
    /// What a degree below 20 °C takes from the voltage, in millivolts.
    static let millivoltsPerDegree = 5.0
    /// How far ahead a line is believed, in days: ten years.
    private static let horizon = 3650.0

    /// How urgent a battery is.
    package enum State: Hashable, Sendable {
        /// It lasts 60 days or more, or nobody can say.
        case ok
        /// It lasts fewer than 60 days.
        case weeks
        /// It lasts fewer than 14 days.
        case days
        /// It is too low now.
        case low
    }

    /// How urgent it is.
    package let state: State
    /// The newest day.
    package let newest: BatteryDay
    /// The day on which it is empty, and the first and the last on which it may be so with 95 of 100; nil when no line is
    /// known to fall.
    package let end: End?

    /// When a battery is empty, in days since 1970-01-01.
    package struct End: Hashable, Sendable {
        /// By the line.
        package let day: Int64
        /// The first day on which it may be so.
        package let earliest: Int64
        /// The last one; nil when it may never be.
        package let latest: Int64?
    }

    /// The outlook on `today` of a battery with these days, in any order; nil without any in the last 30 days.
    package init?(_ days: [BatteryDay], today: Int64) {
        let recent = days.filter { $0.day <= today && today - $0.day < Self.days && $0.millivolts > 0 }
            .sorted { $0.day < $1.day }
        guard let newest = recent.last else { return nil }
        self.newest = newest
        end = Self.end(recent)
        if newest.millivolts < Self.empty {
            state = .low
        } else if let end, end.day - today < 14 {
            state = .days
        } else if let end, end.day - today < 60 {
            state = .weeks
        } else {
            state = .ok
        }
    }

    private static func end(_ days: [BatteryDay]) -> End? {
        let points = days.map { (x: Double($0.day), y: Double($0.millivolts) + correction($0.celsius)) }
        // Three days make a line, and a poor one; a week says more than its noise.
        guard points.count >= 7, let whole = LineFit(points) else { return nil }
        var line = whole
        let part = Array(points.suffix(max(7, points.count / 3)))
        if part.count < points.count, let last = LineFit(part) {
            let doubt = Student.twoSided95(degrees: last.count - 2) * last.scatter / last.spread.squareRoot()
            if last.slope + doubt < whole.slope { line = last }
        }
        guard let falls = line.falls(to: Double(empty)), falls.at - line.centre < horizon else { return nil }
        return End(
            day: Int64(falls.at.rounded(.down)), earliest: Int64(max(falls.from, falls.at - horizon).rounded(.down)),
            latest: falls.until.flatMap { $0 - line.centre < horizon ? Int64($0.rounded(.up)) : nil })
    }

    /// What the cold has taken from a voltage.
    private static func correction(_ celsius: Double?) -> Double {
        guard let celsius, celsius < 20 else { return 0 }
        return (20 - celsius) * millivoltsPerDegree
    }
}
