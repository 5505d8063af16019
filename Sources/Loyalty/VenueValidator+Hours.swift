extension VenueValidator {
    mutating func hours(_ value: [String: [String?]?]?, at path: String) -> WeeklyHours? {
        guard let value, !value.isEmpty else { return .always }
        var days: [Weekday: [DayInterval]] = [:]
        var isSound = true
        // In the order of the week; keys that are no days come last.
        let draft = value.sorted { left, right in
            let leftDay = Weekday(key: left.key)?.rawValue ?? 7
            let rightDay = Weekday(key: right.key)?.rawValue ?? 7
            return (leftDay, left.key) < (rightDay, right.key)
        }
        for (key, stretches) in draft {
            let path = JSONPath.key(key, of: path)
            guard let day = Weekday(key: key) else {
                fault(path, "is not a weekday; they are \(Weekday.allCases.map(\.key).joined(separator: ", "))")
                isSound = false
                continue
            }
            guard let stretches, let intervals = intervals(stretches, at: path) else {
                isSound = false
                continue
            }
            days[day] = intervals
        }
        guard isSound else { return nil }
        guard days.values.contains(where: { !$0.isEmpty }) else {
            fault(path, "never opens; leave it out for always")
            return nil
        }
        return WeeklyHours(days: days)
    }

    /// The stretches of one day, or nil after a fault.
    private mutating func intervals(_ stretches: [String?], at path: String) -> [DayInterval]? {
        guard let list = bounded(stretches, to: VenueLimits.intervals, "stretches", at: path) else { return nil }
        var intervals: [DayInterval] = []
        for (index, text) in list.enumerated() {
            guard let text else { continue }
            let path = "\(path)[\(index)]"
            guard let (from, to) = Self.clockTimes(text) else {
                fault(path, "is not a part of a day; write the hours and minutes, such as 10:00-14:00")
                continue
            }
            guard let interval = DayInterval(from: from, to: to) else {
                fault(path, "does not end after it begins; a night is two parts, the first until 24:00")
                continue
            }
            if let other = intervals.first(where: { $0.from < interval.to && interval.from < $0.to }) {
                fault(path, "overlaps \(other)")
                continue
            }
            intervals.append(interval)
        }
        return intervals.count == list.count ? intervals : nil
    }

    /// The two times of `hh:mm-hh:mm` in minutes; 24:00 is allowed as the second.
    ///
    /// The hour may have one digit, the dash may have spaces around it and may be an en dash.
    private static func clockTimes(_ text: String) -> (from: Int, to: Int)? {
        guard text.utf8.count <= 32 else { return nil }
        let times = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "\u{2013}" }
        guard times.count == 2, let from = clockTime(times[0]), let to = clockTime(times[1]), from < 1440 else {
            return nil
        }
        return (from, to)
    }

    private static func clockTime(_ text: Substring) -> Int? {
        var text = text
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { $0.utf8 }
        guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2 else { return nil }
        guard parts.allSatisfy({ $0.allSatisfy { (0x30...0x39).contains($0) } }) else { return nil }
        let (hour, minute) = (number(parts[0]), number(parts[1]))
        guard minute < 60, hour < 24 || hour == 24 && minute == 0 else { return nil }
        return hour * 60 + minute
    }

    private static func number(_ digits: Substring.UTF8View) -> Int { digits.reduce(0) { $0 * 10 + Int($1) - 0x30 } }
}
