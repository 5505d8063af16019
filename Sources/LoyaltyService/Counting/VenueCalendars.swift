import Basics
import ServiceKit
import Synchronization

/// The days of venues, as their time zones have them.
final class VenueCalendars: Sendable {
    private let known = Mutex<[String: LocalDays]>([:])

    /// The day of an instant in a time zone, in days since 1970-01-01; UTC's where the machine does not know the zone.
    func day(of instant: Timestamp, in zone: String) -> Int {
        Int(days(in: zone).day(of: instant))
    }

    /// The first instant of a day in a time zone.
    func beginning(of day: Int, in zone: String) -> Timestamp {
        days(in: zone).beginning(of: Int64(day))
    }

    private func days(in zone: String) -> LocalDays {
        known.withLock { known in
            if let days = known[zone] { return days }
            let days = LocalDays(timeZone: zone)
            known[zone] = days
            return days
        }
    }
}
