import Basics
import LoyaltyService

/// When the centre is open: every day from 10:00 to 22:00 by the venue's own clock.
struct OpeningHours {
    private static let opens = 10 * 60
    private static let closes = 22 * 60
    private static let minutesOfDay = 24 * 60

    private let calendar: VenueCalendar?

    /// The hours in a time zone; UTC when this machine does not know it.
    init(timeZone: String) {
        calendar = VenueCalendar(timeZone: timeZone) ?? VenueCalendar(timeZone: "UTC")
    }

    /// Whether people may be inside.
    func isOpen(at instant: Timestamp) -> Bool {
        (Self.opens..<Self.closes).contains(minuteOfDay(at: instant))
    }

    /// The first opening after an instant.
    func opening(after instant: Timestamp) -> Timestamp {
        next(Self.opens, after: instant)
    }

    /// The first closing after an instant.
    func closing(after instant: Timestamp) -> Timestamp {
        next(Self.closes, after: instant)
    }

    private func minuteOfDay(at instant: Timestamp) -> Int {
        (calendar?.minuteOfWeek(at: instant) ?? 0) % Self.minutesOfDay
    }

    private func next(_ minute: Int, after instant: Timestamp) -> Timestamp {
        var found = Timestamp(seconds: instant.seconds - instant.seconds % 60 + 60)
        let ahead = (minute - minuteOfDay(at: found) + Self.minutesOfDay) % Self.minutesOfDay
        // A change of the clocks may lie between, so that the last hours are looked at minute by minute.
        found = found.advanced(bySeconds: Int64(max(0, ahead - 120)) * 60)
        for _ in 0..<Self.minutesOfDay where minuteOfDay(at: found) != minute {
            found = found.advanced(bySeconds: 60)
        }
        return found
    }
}
