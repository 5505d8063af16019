import Basics

/// How long a candle lasts; the raw value is its length in minutes as the wire says it.
///
/// Candles stand on the calendar of UTC: weeks begin on Monday, and 44,640 minutes stand for a calendar month,
/// whatever its length.
public enum CandleFrame: Int64, Sendable, CaseIterable {
    /// One minute.
    case minute = 1
    /// Five minutes.
    case fiveMinutes = 5
    /// A quarter of an hour.
    case fifteenMinutes = 15
    /// An hour.
    case hour = 60
    /// Four hours.
    case fourHours = 240
    /// A day.
    case day = 1440
    /// Seven days from Monday on.
    case week = 10080
    /// A calendar month.
    case month = 44640

    /// The length in minutes as the wire says it; a month's is 44,640 even when it is shorter.
    public var minutes: Int64 { rawValue }

    /// The beginning of the frame that `instant` is in.
    public func start(of instant: Timestamp) -> Timestamp {
        switch self {
        case .month:
            let first = Self.firstOfMonth(instant)
            return Self.midnight(first)
        case .week:
            // 1970-01-01 was a Thursday: three days before it a week began.
            let days = instant.milliseconds.flooredQuotient(by: Self.day.milliseconds) + 3
            return Timestamp(milliseconds: (days.flooredQuotient(by: 7) * 7 - 3) * Self.day.milliseconds)
        default:
            return Timestamp(milliseconds: instant.milliseconds.flooredQuotient(by: milliseconds) * milliseconds)
        }
    }

    /// The first instant after the frame that `instant` is in: the beginning of the next.
    public func end(of instant: Timestamp) -> Timestamp {
        switch self {
        case .month:
            let first = Self.firstOfMonth(instant)
            return Self.midnight(Self.monthAfter(first))
        default:
            return start(of: instant).advanced(byMilliseconds: milliseconds)
        }
    }

    private var milliseconds: Int64 { rawValue * 60_000 }

    private static func firstOfMonth(_ instant: Timestamp) -> CivilDate {
        let today = CivilDate(daysSinceEpoch: instant.milliseconds.flooredQuotient(by: day.milliseconds))
        return CivilDate(daysSinceEpoch: today.daysSinceEpoch - Int64(today.day - 1))
    }

    private static func monthAfter(_ first: CivilDate) -> CivilDate {
        // 31 days after the first of a month are in the next month, and never beyond it.
        let next = CivilDate(daysSinceEpoch: first.daysSinceEpoch + 31)
        return CivilDate(daysSinceEpoch: next.daysSinceEpoch - Int64(next.day - 1))
    }

    private static func midnight(_ date: CivilDate) -> Timestamp {
        Timestamp(milliseconds: date.daysSinceEpoch * day.milliseconds)
    }
}
