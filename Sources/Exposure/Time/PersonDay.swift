import Basics

/// A UTC day of the protocol as one person's calendar has it.
///
/// Keys and warnings are of UTC days, and people live by their own. Such a day lies in one day of their calendar or in two,
/// and it is shown by the one in which most of it lies, with its bounds where there are two. The page does the same in
/// `Web/src/personday.ts`; both are tested with `Tests/ExposureTests/Fixtures/days.json`.
public struct PersonDay: Equatable, Sendable {
    /// An instant as a clock on the wall shows it.
    public struct WallTime: Equatable, Sendable {
        /// The person's day.
        public let date: CivilDate
        /// The minute of that day, 0 to 1439.
        public let minute: Int

        /// The hour and the minute, as `18:00`.
        public var time: String {
            func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
            return "\(two(minute / 60)):\(two(minute % 60))"
        }
    }

    /// The person's day in which most of it lies; of two halves the earlier one; never later than their today.
    public let date: CivilDate
    /// How many of the person's days ago `date` is.
    public let daysAgo: Int
    /// When it begins.
    public let begin: WallTime
    /// When it ends, or now if it has not ended.
    public let end: WallTime
    /// Whether what happened in it may have happened on two of the person's days.
    public let isOfTwoDays: Bool

    /// A UTC day at an instant; `offset` gives the seconds by which the person's clock is ahead of UTC at another.
    public init(_ day: UTCDay, now: Timestamp, offset: (Timestamp) -> Int) {
        func wall(_ time: Timestamp) -> (day: Int64, minute: Int) {
            let seconds = time.seconds + Int64(offset(time))
            let day = seconds.flooredQuotient(by: 86_400)
            return (day, Int(seconds - day * 86_400) / 60)
        }
        let last = max(day.begin, min(day.advanced(by: 1).begin, now))
        let (first, final, today) = (wall(day.begin), wall(last), wall(now).day)
        let latest = last > day.begin ? wall(last.advanced(byMilliseconds: -1)).day : first.day
        let most = min(first.minute <= 720 ? first.day : first.day + 1, today)
        date = CivilDate(daysSinceEpoch: most)
        daysAgo = Int(today - most)
        begin = WallTime(date: CivilDate(daysSinceEpoch: first.day), minute: first.minute)
        end = WallTime(date: CivilDate(daysSinceEpoch: final.day), minute: final.minute)
        isOfTwoDays = latest > first.day
    }
}

extension UTCDay {
    /// The earliest UTC day that has something of a day of a person's calendar: nothing of the day is left out when what the
    /// person says is taken from there on.
    public init(personDay date: CivilDate, offset: (Timestamp) -> Int) {
        let midnight = Timestamp(seconds: date.daysSinceEpoch * 86_400)
        var begin = midnight
        // The offset is that of the instant, which depends on the offset.
        for _ in 0..<2 { begin = midnight.advanced(bySeconds: -Int64(offset(begin))) }
        self.init(containing: begin)
    }

    /// The day of a person's calendar that `init(personDay:offset:)` made this day of: the one that begins in it.
    public func personDay(offset: (Timestamp) -> Int) -> CivilDate {
        let last = advanced(by: 1).begin.advanced(byMilliseconds: -1)
        let seconds = last.seconds + Int64(offset(last))
        return CivilDate(daysSinceEpoch: seconds.flooredQuotient(by: 86_400))
    }
}
