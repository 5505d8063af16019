import Accounts
import Basics
import Beacons
import HTTPKit
import Loyalty
import ServiceKit
import Storage

extension CountingService {
    /// How old an event may be, in seconds.
    static let oldestEventSeconds: Int64 = 900
    /// How far ahead a phone's clock may be, in seconds.
    static let newestEventSeconds: Int64 = 60
    /// How long events are kept, in days.
    static let eventDays: Int64 = 28
    /// How long before an event the proof beside it may have been accepted, and how long after it, in seconds.
    private static let proofSeconds: (before: Int64, after: Int64) = (60, 600)

    /// Keeps at which beacons the session's owner came and went, under the pseudonyms of the shops; returns how many events
    /// were kept.
    ///
    /// What is too old, of no beacon, known, or of a shop that may not know of visits leaves nothing behind.
    package func record(_ events: [VisitEvent], of session: Session) async throws(ServiceError) -> Int {
        let now = clock.now()
        let span =
            now.advanced(bySeconds: -Self.oldestEventSeconds - 60)...now.advanced(bySeconds: Self.newestEventSeconds)
        var wanted: [VisitEvent] = []
        for event in events where span.contains(event.begins) {
            let venue: Venue
            do {
                venue = try await loyalty.venue(event.beacon.uuid)
            } catch {
                guard case .refused = error else { throw error }
                continue
            }
            let reference = BeaconRef(major: event.beacon.major, minor: event.beacon.minor)
            if venue.shop(major: event.beacon.major) != nil, venue.beacon(reference) != nil { wanted.append(event) }
        }
        let checked = wanted
        guard !checked.isEmpty else { return 0 }
        return try await database.writing { connection in
            let store = EventStore(connection)
            var kept = 0
            for event in checked {
                let (venue, major) = (event.beacon.uuid, event.beacon.major)
                let term = try LoyaltyService.term(of: session.accountID, venue: venue, major: major, in: connection)
                guard term?.allowsEvents == true else { continue }
                let isProved = try LoyaltyService.hasProof(
                    of: session, at: event.beacon, from: event.begins.advanced(bySeconds: -Self.proofSeconds.before),
                    until: event.begins.advanced(bySeconds: Self.proofSeconds.after), in: connection)
                let pseudonym = session.pseudonymKey.pseudonym(venue: venue.bytes, shop: major)
                if try store.insert(event, pseudonym: pseudonym.text, isProved: isProved) { kept += 1 }
            }
            return kept
        }
    }
}
