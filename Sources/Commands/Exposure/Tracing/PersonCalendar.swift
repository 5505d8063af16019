import Basics
import Exposure
import Foundation
import Strings

/// The calendar of the person at this device, in which days are said and understood.
package struct PersonCalendar: Sendable {
    /// The instant that is now.
    let now: Timestamp
    private let zone: TimeZone

    /// The calendar of the system's time zone, or of another.
    package init(now: Timestamp, zone: TimeZone = .current) {
        self.now = now
        self.zone = zone
    }

    /// The calendar now.
    package static var current: PersonCalendar {
        PersonCalendar(now: Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)))
    }

    /// A UTC day as this calendar has it.
    func day(_ day: UTCDay) -> PersonDay {
        PersonDay(day, now: now, offset: offset)
    }

    /// The date of a UTC day, as `2026-11-28`.
    func date(_ day: UTCDay) -> String {
        UTCDay(self.day(day).date).description
    }

    /// The date of an instant.
    func date(of instant: Timestamp) -> String {
        UTCDay(containing: instant.advanced(bySeconds: Int64(offset(instant)))).description
    }

    /// The date of a UTC day, with its bounds where it is of two days of this calendar.
    func phrase(_ day: UTCDay) -> any Speakable {
        let shown = self.day(day)
        guard shown.isOfTwoDays else { return date(day) }
        func text(_ wall: PersonDay.WallTime) -> String { "\(UTCDay(wall.date)) \(wall.time)" }
        return ExposureStrings.dayBounds(day: date(day), begin: text(shown.begin), end: text(shown.end))
    }

    /// The UTC day of an onset on a day of this calendar; nil unless it is one of the last 21 days or today.
    ///
    /// It is the earliest that has something of that day, as far as keys reach.
    func onset(on date: CivilDate) -> UTCDay? {
        let today = now.advanced(bySeconds: Int64(offset(now)))
        let days = UTCDay(containing: today).days(since: UTCDay(date))
        guard (0...PublishedKey.longestOnset).contains(days) else { return nil }
        let oldest = UTCDay(containing: now).advanced(by: -PublishedKey.longestOnset)
        return max(UTCDay(personDay: date, offset: offset), oldest)
    }

    private func offset(_ instant: Timestamp) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.seconds)))
    }
}
