import Loyalty
import Presence
import Synchronization
import Time

extension LoyaltyService {
    /// Removes what the rules no longer need, in small transactions, and reads what other servers have learned of the
    /// beacons' clocks.
    ///
    /// It is to be called about once a minute. Sightings go when their window can no longer be accepted and a tolerance
    /// of 15 minutes has passed; an account's last place goes when no place on Earth is out of reach from it.
    public func prune(at now: Timestamp) async throws(ServiceError) {
        let venues = try await directory.snapshot(at: now)
        for venue in venues.all {
            let stored = try await database.reading { try VenueStore($0).beacons(of: venue.venue.uuid) }
            for (reference, stored) in stored { venue.beacons[reference]?.adopt(stored.clock, at: now) }
            let oldest = venue.beacons.values.map { ($0.reference, $0.oldestWindowToKeep(at: now)) }
            for start in stride(from: 0, to: oldest.count, by: 50) {
                let batch = oldest[start..<min(start + 50, oldest.count)]
                try await database.writing { connection in
                    let store = SightingStore(connection)
                    for (reference, window) in batch {
                        try store.deleteSightings(venue: venue.uuid, beacon: reference, before: window)
                    }
                }
            }
        }
        try await pruneLastPlaces(at: now)
    }

    /// Looks at some thousands of accounts and goes on from there the next time.
    private func pruneLastPlaces(at now: Timestamp) async throws(ServiceError) {
        let horizon = now.advanced(bySeconds: -policy.horizonSeconds)
        let batchSize = 500
        for _ in 0..<20 {
            let cursor = pruning.cursor
            let batch = try await database.reading {
                try SightingStore($0).lastPlaces(after: cursor, limit: batchSize).map { LastPlace($0.account, $0.at) }
            }
            let old = batch.filter { $0.at < horizon }
            if !old.isEmpty {
                try await database.writing { connection in
                    let store = SightingStore(connection)
                    for place in old { try store.deleteLastPlace(of: place.account, before: horizon) }
                }
            }
            pruning.cursor = batch.count == batchSize ? batch.last?.account ?? [] : []
            if batch.count < batchSize { return }
        }
    }
}

/// When an account was last anywhere.
private struct LastPlace: Sendable {
    let account: [UInt8]
    let at: Timestamp

    init(_ account: [UInt8], _ at: Timestamp) {
        self.account = account
        self.at = at
    }
}

/// How far the looking for old places has come.
final class PruningProgress: Sendable {
    private let account = Mutex<[UInt8]>([])

    /// The account that was looked at last; empty at the beginning.
    var cursor: [UInt8] {
        get { account.withLock { $0 } }
        set { account.withLock { $0 = newValue } }
    }
}
