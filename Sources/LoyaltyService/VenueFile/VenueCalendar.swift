import Foundation
import Loyalty
import Time

/// The wall clock of a venue.
package struct VenueCalendar: Sendable {
    private let timeZone: TimeZone

    /// The clock of the IANA time zone with this name, or nil when this machine does not know it.
    package init?(timeZone name: String) {
        guard Self.isTimeZone(name), let timeZone = TimeZone(identifier: name) else { return nil }
        self.timeZone = timeZone
    }

    /// Whether this machine knows an IANA time zone of this name.
    ///
    /// Foundation also takes abbreviations and offsets, as `PST` and `GMT+2`, for identifiers; a venue file does not.
    package static func isTimeZone(_ name: String) -> Bool {
        known.contains(name)
    }

    private static let known: Set<String> = Set(TimeZone.knownTimeZoneIdentifiers).union(["UTC", "Etc/UTC"])

    /// The minute of the week at `instant`, counted from Monday 00:00.
    package func minuteOfWeek(at instant: Timestamp) -> Int {
        let date = Date(timeIntervalSince1970: Double(instant.seconds))
        return WeeklyHours.minuteOfWeek(at: instant, secondsFromUTC: timeZone.secondsFromGMT(for: date))
    }
}
