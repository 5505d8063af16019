import Beacons
import HTTPKit
import Loyalty
import Presence
import ServiceKit
import Time

extension LoyaltyService {
    /// Makes a venue known, or replaces what was known of it, in one transaction.
    ///
    /// A beacon that stays keeps its key; one that is new gets one, and its clock counts as set right from now on. Keys
    /// of beacons that are gone, and choices of shops that are gone, are removed. Coupons stay, also those of offers and
    /// shops that are gone; an offer is known again by its id, so nobody gets it twice. A shop is known by its major:
    /// whoever chose it has chosen what has that major now.
    ///
    /// - Returns: The new keys, for the installer; a key that existed is not told again.
    @discardableResult
    package func importVenue(_ venue: Venue) async throws(ServiceError) -> [BeaconRef: BeaconKey] {
        let now = clock.now()
        var random = random
        // In the order of the file, so that a simulation's seed gives the same keys again.
        let candidates = venue.beacons.map { ($0.reference, BeaconKey(using: &random)) }
        let names = Dictionary(venue.shops.map { ($0.major, $0.name) }, uniquingKeysWith: { first, _ in first })
        let added = try await database.writing { connection in
            let store = VenueStore(connection)
            let known = try store.beacons(of: venue.uuid)
            try store.put(venue, at: now)
            for reference in known.keys.sorted() where venue.beacon(reference) == nil {
                try store.removeBeacon(reference, of: venue.uuid)
            }
            var added: [BeaconRef: BeaconKey] = [:]
            for (reference, key) in candidates where known[reference] == nil {
                try store.insertBeacon(
                    reference, of: venue.uuid, key: key, clock: BeaconClock(installedAt: now))
                added[reference] = key
            }
            try store.removeChoices(of: venue.uuid, except: Set(names.keys))
            for offer in venue.offers {
                let name = names[offer.major] ?? ""
                try store.put(offer, of: ShopReference(venue: venue.uuid, major: offer.major, name: name))
            }
            return added
        }
        await directory.refresh(at: now)
        return added
    }

    /// The keys of a venue's beacons, for a simulation that plays them, and for an installer who replaces one.
    package func beaconKeys(of venue: UUID128) async throws(ServiceError) -> [BeaconRef: BeaconKey] {
        try await database.reading { try VenueStore($0).beacons(of: venue).mapValues(\.key) }
    }

    /// Every venue, in the order of names.
    package func venues() async throws(ServiceError) -> [Venue] {
        try await directory.newest(at: clock.now()).all.map(\.venue)
    }

    /// The venue with this UUID; `LoyaltyError.unknownVenue` when there is none.
    package func venue(_ uuid: UUID128) async throws(ServiceError) -> Venue {
        let venues = try await directory.snapshot(at: clock.now(), having: { $0[uuid] != nil })
        guard let served = venues[uuid] else { throw .loyalty(.unknownVenue) }
        return served.venue
    }
}
