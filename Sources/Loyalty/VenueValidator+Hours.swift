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
                fault(path, "is not a part of a day such as 10:00-14:00")
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
    private static func clockTimes(_ text: String) -> (from: Int, to: Int)? {
        let bytes = Array(text.utf8)
        guard bytes.count == 11, bytes[5] == UInt8(ascii: "-") else { return nil }
        guard let from = clockTime(bytes[0..<5]), let to = clockTime(bytes[6..<11]), from < 1440 else { return nil }
        return (from, to)
    }

    private static func clockTime(_ bytes: ArraySlice<UInt8>) -> Int? {
        let digits = bytes.map { Int($0) - 48 }
        guard digits.count == 5, bytes[bytes.startIndex + 2] == UInt8(ascii: ":") else { return nil }
        guard [0, 1, 3, 4].allSatisfy({ (0...9).contains(digits[$0]) }) else { return nil }
        let hour = digits[0] * 10 + digits[1]
        let minute = digits[3] * 10 + digits[4]
        guard minute < 60, hour < 24 || hour == 24 && minute == 0 else { return nil }
        return hour * 60 + minute
    }
}
