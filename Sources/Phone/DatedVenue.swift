import Basics
import Loyalty

/// A venue with the days of its time zone, as whatever goes by a venue's days needs it.
struct DatedVenue: Sendable {
    /// The venue.
    let venue: PhoneVenue
    /// Its days.
    let days: VenueDays

    /// Each of these venues by its identifier; of two that share one the first.
    static func all(_ venues: [PhoneVenue]) -> [UUID128: DatedVenue] {
        Dictionary(
            venues.map { ($0.uuid, DatedVenue(venue: $0, days: VenueDays(timeZone: $0.timeZone))) },
            uniquingKeysWith: { first, _ in first })
    }
}
