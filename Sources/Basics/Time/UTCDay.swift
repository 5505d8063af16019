/// A day in UTC, the only calendar of day keys and of warnings.
///
/// Days that a `Timestamp` cannot express are moved to the nearest that it can, so that a hostile date never overflows.
public struct UTCDay: Hashable, Comparable, Sendable {
    /// How long a day is, in milliseconds.
    public static let milliseconds: Int64 = 86_400_000

    /// Days since 1970-01-01; negative before.
    public let number: Int

    /// The day that begins `number` days after 1970-01-01.
    public init(number: Int) {
        let limit = Int(Int64.max / Self.milliseconds)
        self.number = min(max(number, -limit), limit)
    }

    /// The day in which `time` lies; midnight belongs to the day that it begins.
    public init(containing time: Timestamp) {
        self.init(number: Int(time.milliseconds.flooredQuotient(by: Self.milliseconds)))
    }

    /// The day that begins exactly at `time`, or nil when that is not midnight in UTC.
    public init?(midnight time: Timestamp) {
        guard time.milliseconds % Self.milliseconds == 0 else { return nil }
        self.init(containing: time)
    }

    /// The day that a calendar calls so.
    public init(_ date: CivilDate) {
        self.init(number: Int(date.daysSinceEpoch))
    }

    /// Midnight, the first instant of the day.
    public var begin: Timestamp {
        Timestamp(milliseconds: Int64(number) * Self.milliseconds)
    }

    /// The day as a calendar calls it.
    public var civilDate: CivilDate {
        CivilDate(daysSinceEpoch: Int64(number))
    }

    /// The day so many days later, or earlier when negative.
    public func advanced(by days: Int) -> UTCDay {
        let (sum, overflow) = number.addingReportingOverflow(days)
        return UTCDay(number: overflow ? (days < 0 ? .min : .max) : sum)
    }

    /// Days from `earlier` to this day; negative when `earlier` is in truth later.
    public func days(since earlier: UTCDay) -> Int {
        number - earlier.number
    }

    /// Whether `left` comes before `right`.
    public static func < (left: UTCDay, right: UTCDay) -> Bool {
        left.number < right.number
    }
}

extension UTCDay: CustomStringConvertible {
    /// The day as `yyyy-MM-dd` (RFC 3339, `full-date`).
    public var description: String {
        let date = civilDate
        func padded(_ value: Int, _ width: Int) -> String {
            let digits = String(value.magnitude)
            return (value < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
    }
}
