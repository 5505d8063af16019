import Basics
import Foundation

/// The days of a place's wall clock, counted from 1970-01-01.
package struct LocalDays: Sendable {
    private let calendar: Calendar

    /// The days of the IANA time zone with this name; those of UTC where this machine does not know it.
    package init(timeZone name: String) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: name) ?? .gmt
        self.calendar = calendar
    }

    /// What the wall clock shows at an instant, as the instant at which a clock of UTC shows it.
    package func wallTime(at instant: Timestamp) -> Timestamp {
        instant.advanced(bySeconds: secondsFromUTC(at: instant.seconds))
    }

    /// The day of an instant.
    package func day(of instant: Timestamp) -> Int64 {
        wallTime(at: instant).day
    }

    /// The first instant of a day, whatever the clocks do that night.
    package func beginning(of day: Int64) -> Timestamp {
        // Noon of the day in UTC, less what the place is ahead, is within the day everywhere.
        let noon = Timestamp(day: day).seconds + 43_200
        let within = Date(timeIntervalSince1970: Double(noon - secondsFromUTC(at: noon)))
        return Timestamp(seconds: Int64(calendar.startOfDay(for: within).timeIntervalSince1970))
    }

    private func secondsFromUTC(at seconds: Int64) -> Int64 {
        Int64(calendar.timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))))
    }
}
