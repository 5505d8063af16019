import Basics

/// A day of the week, Monday first, as ISO 8601 counts.
package enum Weekday: Int, Sendable, CaseIterable {
    /// The days in order; the raw value is the number of days since Monday.
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday

    /// The key that names the day in a venue file.
    package var key: String {
        switch self {
        case .monday: "mon"
        case .tuesday: "tue"
        case .wednesday: "wed"
        case .thursday: "thu"
        case .friday: "fri"
        case .saturday: "sat"
        case .sunday: "sun"
        }
    }

    /// The day that `key` names, or nil.
    package init?(key: String) {
        guard let day = Self.allCases.first(where: { $0.key == key }) else { return nil }
        self = day
    }
}

/// A stretch of one day by the wall clock, half open: it holds `from` and not `to`.
package struct DayInterval: Hashable, Sendable, CustomStringConvertible {
    /// Minutes after midnight, 0 to 1,439.
    package let from: Int
    /// Minutes after midnight, more than `from`, at most 1,440.
    package let to: Int

    /// The stretch, or nil unless 0 ≤ `from` < `to` ≤ 1,440.
    package init?(from: Int, to: Int) {
        guard from >= 0, from < to, to <= 1440 else { return nil }
        self.from = from
        self.to = to
    }

    /// `10:00-14:00`, as in a venue file; the end of the day is `24:00`.
    package var description: String {
        "\(Self.clock(from))-\(Self.clock(to))"
    }

    private static func clock(_ minutes: Int) -> String {
        let hour = minutes / 60
        let minute = minutes % 60
        return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }
}

/// When in the week something is open, by the wall clock of the venue.
///
/// On the night when clocks go forward the hour that is skipped never comes; when they go back, the hour that comes
/// twice is open twice.
package struct WeeklyHours: Hashable, Sendable {
    /// Minutes in a week.
    package static let minutesInWeek = 7 * 1440

    /// Open at any time.
    package static let always = WeeklyHours(days: [:])

    /// The stretches of each day that has any, in order, none overlapping.
    package let days: [Weekday: [DayInterval]]

    /// The hours with these stretches; no stretch at all means always.
    package init(days: [Weekday: [DayInterval]]) {
        self.days = days.filter { !$0.value.isEmpty }.mapValues { $0.sorted { $0.from < $1.from } }
    }

    /// Whether there are no hours to keep.
    package var isAlways: Bool { days.isEmpty }

    /// Whether it is open in this minute, counted from Monday 00:00 by the venue's wall clock.
    package func contains(minuteOfWeek: Int) -> Bool {
        if isAlways { return true }
        guard minuteOfWeek >= 0, let day = Weekday(rawValue: minuteOfWeek / 1440) else { return false }
        let minute = minuteOfWeek % 1440
        return days[day, default: []].contains { $0.from <= minute && minute < $0.to }
    }

    /// The minute of the week at `instant`, counted from Monday 00:00, where clocks are `secondsFromUTC` ahead.
    package static func minuteOfWeek(at instant: Timestamp, secondsFromUTC: Int) -> Int {
        let local = instant.advanced(bySeconds: Int64(secondsFromUTC)).seconds
        // 1970-01-01 was a Thursday: Monday of that week lies three days before the epoch.
        let week: Int64 = 7 * 86_400
        let inWeek = ((local % week) + 3 * 86_400 + week) % week
        return Int(inWeek / 60)
    }
}
