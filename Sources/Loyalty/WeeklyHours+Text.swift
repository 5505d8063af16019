extension WeeklyHours {
    /// The hours as a text of one line: `mon 10:00-14:00, tue 16:00-24:00`; empty for always.
    package var text: String {
        Weekday.allCases.flatMap { day in days[day, default: []].map { "\(day.key) \($0)" } }.joined(separator: ", ")
    }

    /// The hours that such a text says, or nil.
    package init?(text: String) {
        var days: [Weekday: [DayInterval]] = [:]
        for stretch in text.split(separator: ",").map({ $0.drop { $0 == " " } }) {
            let parts = stretch.split(separator: " ")
            guard parts.count == 2, let day = Weekday(key: String(parts[0])) else { return nil }
            let numbers = parts[1].split(whereSeparator: { $0 == ":" || $0 == "-" }).map { Int($0) ?? -1 }
            guard numbers.count == 4,
                let interval = DayInterval(from: numbers[0] * 60 + numbers[1], to: numbers[2] * 60 + numbers[3])
            else { return nil }
            days[day, default: []].append(interval)
        }
        self.init(days: days)
    }

    /// The hours of stretches that begin in one day and may end in the next one; what overlaps or touches is one.
    package init(stretches: [WeeklyStretch]) {
        var open = [Bool](repeating: false, count: Self.minutesInWeek)
        for stretch in stretches {
            let from = stretch.day.rawValue * 1440 + stretch.from
            for minute in from..<(stretch.day.rawValue * 1440 + stretch.to) { open[minute % Self.minutesInWeek] = true }
        }
        var days: [Weekday: [DayInterval]] = [:]
        for day in Weekday.allCases {
            var from: Int?
            for minute in 0...1440 {
                let isOpen = minute < 1440 && open[day.rawValue * 1440 + minute]
                if isOpen, from == nil { from = minute }
                if !isOpen, let begun = from {
                    if let interval = DayInterval(from: begun, to: minute) { days[day, default: []].append(interval) }
                    from = nil
                }
            }
        }
        self.init(days: days)
    }
}

/// A stretch of each week that may go on after midnight.
package struct WeeklyStretch: Hashable, Sendable {
    /// The day on which it begins.
    package let day: Weekday
    /// Minutes after that day's midnight, 0 to 1,439.
    package let from: Int
    /// Minutes after the same midnight, more than `from` and at most a day more.
    package let to: Int

    /// The stretch, or nil unless it begins in its day and is as long as a day at most.
    package init?(day: Weekday, from: Int, to: Int) {
        guard (0..<1440).contains(from), from < to, to - from <= 1440 else { return nil }
        self.day = day
        self.from = from
        self.to = to
    }
}
