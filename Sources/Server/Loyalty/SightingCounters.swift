import Beacons
import Presence
import Synchronization
import Time

/// How sightings ended in each venue in the last minutes: numbers only, in memory only.
///
/// A sighting at a shop that was not chosen is not counted, and none is counted by shop.
final class SightingCounters: Sendable {
    private struct Minute {
        var number: Int64 = .min
        var accepted = 0
        var rejected: [PresenceRejection: Int] = [:]
    }

    private static let minutes = VenuePicture.minutes

    private let venues = Mutex<[UUID128: [Minute]]>([:])

    /// Counts a sighting that was accepted.
    func countAccepted(in venue: UUID128, at now: Timestamp) {
        withMinute(of: venue, at: now) { $0.accepted += 1 }
    }

    /// Counts a sighting that was refused.
    func count(_ rejection: PresenceRejection, in venue: UUID128, at now: Timestamp) {
        withMinute(of: venue, at: now) { $0.rejected[rejection, default: 0] += 1 }
    }

    /// The sums over the minutes up to `now`.
    func totals(of venue: UUID128, at now: Timestamp) -> (accepted: Int, rejected: [String: Int]) {
        let last = Self.minute(of: now)
        let minutes = venues.withLock { $0[venue] } ?? []
        var accepted = 0
        var rejected: [String: Int] = [:]
        for minute in minutes where minute.number <= last && minute.number > last - Int64(Self.minutes) {
            accepted += minute.accepted
            for (rejection, count) in minute.rejected { rejected[rejection.code, default: 0] += count }
        }
        return (accepted, rejected)
    }

    private func withMinute(of venue: UUID128, at now: Timestamp, _ change: (inout Minute) -> Void) {
        let number = Self.minute(of: now)
        let slot = Int((number % Int64(Self.minutes) + Int64(Self.minutes)) % Int64(Self.minutes))
        venues.withLock { venues in
            var minutes = venues[venue] ?? [Minute](repeating: Minute(), count: Self.minutes)
            venues[venue] = nil  // The array is then held once, and changed in place.
            if minutes[slot].number != number { minutes[slot] = Minute(number: number) }
            change(&minutes[slot])
            venues[venue] = minutes
        }
    }

    private static func minute(of instant: Timestamp) -> Int64 {
        SecurityWindow.index(at: instant, periodSeconds: 60)
    }
}
