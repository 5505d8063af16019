import Basics
import HTTPKit
import Loyalty
import Presence
import ServiceKit
import Storage

extension LoyaltyService {
    /// Removes what the rules no longer need, in small transactions, and reads what other servers have learned of the
    /// beacons' clocks.
    ///
    /// It is to be called about once a minute. Sightings go when their window can no longer be accepted and a tolerance
    /// of 15 minutes has passed. Every five minutes what visits left of accounts is settled, an account's last place goes
    /// when no venue is out of reach from it any more, and the engine lets go of what was deleted.
    package func prune(at now: Timestamp) async throws(ServiceError) {
        let venues = try await directory.snapshot(at: now)
        let isDue = settling.isDue(at: now)
        var chores = Chores()
        await chores.attempt { () throws(ServiceError) in try await endSecondKeys(at: now) }
        // Rows that were left out when the venues were read; those of beacons are read again below.
        await chores.attempt { () throws(ServiceError) in
            if venues.unreadable > 0 { throw .storage(StorageError.corrupt) }
        }
        for venue in venues.all {
            await chores.attempt { () throws(ServiceError) in
                let stored = try await database.reading { try VenueStore($0).readableBeacons(of: venue.venue.uuid) }
                for (reference, stored) in stored.beacons { venue.beacons[reference]?.adopt(stored, at: now) }
                if let failure = stored.failure { throw .from(failure) }
            }
            await chores.attempt { () throws(ServiceError) in try await deleteSightings(of: venue, at: now) }
        }
        await chores.attempt { () throws(ServiceError) in try await closeCells(at: now) }
        if isDue {
            var due = Chores()
            await due.attempt { () throws(ServiceError) in try await settle(at: now) }
            await due.attempt { () throws(ServiceError) in try await pruneLastPlaces(at: now) }
            await due.attempt { () throws(ServiceError) in
                try await database.writing {
                    try PictureStore($0).delete(before: now.advanced(bySeconds: -Self.publishedSeconds))
                }
            }
            await due.attempt { () throws(ServiceError) in try await tidy() }
            await chores.attempt { () throws(ServiceError) in
                do throws(ServiceError) { try due.finish() } catch {
                    settling.again()
                    throw error
                }
            }
        }
        try chores.finish()
    }

    /// Removes the sightings of a venue whose window can no longer be accepted.
    private func deleteSightings(of venue: ServedVenue, at now: Timestamp) async throws(ServiceError) {
        let oldest = venue.beacons.values.map { ($0.reference, $0.oldestSlotToKeep(at: now)) }
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

    /// Lets the engine forget the rows that are gone; what still reads them is waited for until the next minute.
    private func tidy() async throws(ServiceError) {
        do {
            try await database.tidy(Self.tablesToTidy)
        } catch StorageError.busy {
            settling.again()
        } catch {
            throw .from(error)
        }
    }
}
