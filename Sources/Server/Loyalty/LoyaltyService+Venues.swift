import Beacons
import Loyalty
import Presence
import Synchronization
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
    public func importVenue(_ venue: Venue) async throws(ServiceError) -> [BeaconRef: BeaconKey] {
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
    public func beaconKeys(of venue: UUID128) async throws(ServiceError) -> [BeaconRef: BeaconKey] {
        try await database.reading { try VenueStore($0).beacons(of: venue).mapValues(\.key) }
    }

    /// Every venue, in the order of names.
    public func venues() async throws(ServiceError) -> [Venue] {
        try await directory.newest(at: clock.now()).all.map(\.venue)
    }

    /// The venue with this UUID; `LoyaltyError.unknownVenue` when there is none.
    public func venue(_ uuid: UUID128) async throws(ServiceError) -> Venue {
        let venues = try await directory.snapshot(at: clock.now(), having: { $0[uuid] != nil })
        guard let served = venues[uuid] else { throw .loyalty(.unknownVenue) }
        return served.venue
    }

    /// What anybody may see of a venue; `LoyaltyError.unknownVenue` when there is none.
    ///
    /// It is at most a second old. Visitors are counted by pseudonym, so that one who stays and proves it every minute
    /// does not make a shop look visited by many, and is not shown as one of many.
    public func picture(of uuid: UUID128) async throws(ServiceError) -> VenuePicture {
        let now = clock.now()
        let venues = try await directory.snapshot(at: now, having: { $0[uuid] != nil })
        guard let served = venues[uuid] else { throw .loyalty(.unknownVenue) }
        if let recent = pictures.recent(of: uuid, at: now) { return recent }
        let start = now.advanced(bySeconds: -Int64(VenuePicture.minutes) * 60)
        let visitors = try await database.reading {
            try SightingStore($0).visitors(of: served.uuid, since: start)
        }
        let shops = served.venue.shops.map { shop in
            let count = visitors[shop.major, default: 0]
            return VenuePicture.ShopActivity(
                major: shop.major, visits: count >= VenuePicture.threshold ? count : nil)
        }
        let totals = counters.totals(of: uuid, at: now)
        let picture = VenuePicture(at: now, shops: shops, accepted: totals.accepted, rejected: totals.rejected)
        pictures.keep(picture, of: uuid)
        return picture
    }
}

/// The last picture of each venue, so that many who look cost one query a second.
final class PictureCache: Sendable {
    private let pictures = Mutex<[UUID128: VenuePicture]>([:])

    /// The last picture of a venue, if it is less than a second old.
    func recent(of venue: UUID128, at now: Timestamp) -> VenuePicture? {
        guard let picture = pictures.withLock({ $0[venue] }) else { return nil }
        return (0..<1000).contains(now.milliseconds(since: picture.at)) ? picture : nil
    }

    /// Keeps the newest picture of a venue that exists.
    func keep(_ picture: VenuePicture, of venue: UUID128) {
        pictures.withLock { $0[venue] = picture }
    }
}
