import Basics
import Foundation
import Loyalty
import ServiceKit

/// The wall clock of a venue.
package struct VenueCalendar: Sendable {
    private let timeZone: TimeZone

    /// The clock of the IANA time zone with this name, or nil when this machine does not know it.
    package init?(timeZone name: String) {
        guard TimeZoneName.isTimeZone(name), let timeZone = TimeZone(identifier: name) else { return nil }
        self.timeZone = timeZone
    }

    /// The minute of the week at `instant`, counted from Monday 00:00.
    package func minuteOfWeek(at instant: Timestamp) -> Int {
        let date = Date(timeIntervalSince1970: Double(instant.seconds))
        return WeeklyHours.minuteOfWeek(at: instant, secondsFromUTC: timeZone.secondsFromGMT(for: date))
    }
}
