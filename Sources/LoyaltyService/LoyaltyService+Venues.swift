import Basics
import HTTPKit
import Loyalty
import Presence
import ServiceKit
import Storage

extension LoyaltyService {
    /// Makes a venue known, or replaces what was known of it, in one transaction.
    ///
    /// A beacon that stays keeps its key; one that is new gets one, and its clock counts as set right from now on. Keys
    /// of beacons that are gone, and choices of shops that are gone, are removed. Coupons stay, also those of offers and
    /// shops that are gone; an offer is known again by its id, so nobody gets it twice. An offer that its shop has changed in
    /// the console stays as the shop has it (`offersOfShops`). A shop is known by its major: whoever chose it has chosen what
    /// has that major now.
    ///
    /// - Returns: The new keys, for the installer; a key that existed is not told again.
    @discardableResult
    package func importVenue(_ venue: Venue) async throws(ServiceError) -> [BeaconRef: BeaconKey] {
        let now = clock.now()
        let keys = newKeys(for: venue)
        let added = try await database.writing { try Self.put(venue, keys: keys, at: now, in: $0) }
        await directory.refresh(at: now)
        return added
    }

    /// The offers of a venue's file that are their shops' own, since a merchant has changed them in the console.
    package func offersOfShops(in venue: Venue) async throws(ServiceError) -> [Offer] {
        let adopted = try await database.reading { try PublishedOffers($0).adopted(in: venue.uuid) }
        return venue.offers.filter { adopted.contains($0.id) }
    }

    /// A key for each beacon, of which `put` takes those that are needed.
    ///
    /// In the order of the file, so that a simulation's seed gives the same keys again.
    package func newKeys(for venue: Venue) -> [BeaconRef: BeaconKey] {
        var random = random
        return Dictionary(
            venue.beacons.map { ($0.reference, BeaconKey(using: &random)) }, uniquingKeysWith: { first, _ in first })
    }

    /// What `importVenue` does, within the transaction of whoever puts a venue in force.
    ///
    /// - Parameter keys: What `newKeys` gave for this venue.
    /// - Returns: The keys of the beacons that are new.
    @discardableResult
    package static func put(
        _ venue: Venue, keys: [BeaconRef: BeaconKey], at now: Timestamp, in connection: any Connection
    ) throws -> [BeaconRef: BeaconKey] {
        let names = Dictionary(venue.shops.map { ($0.major, $0.name) }, uniquingKeysWith: { first, _ in first })
        let store = VenueStore(connection)
        let known = try store.beacons(of: venue.uuid)
        try store.put(venue, at: now)
        for reference in known.keys.sorted() where venue.beacon(reference) == nil {
            try store.removeBeacon(reference, of: venue.uuid)
        }
        var added: [BeaconRef: BeaconKey] = [:]
        for beacon in venue.beacons where known[beacon.reference] == nil {
            guard let key = keys[beacon.reference] else { continue }
            try store.insertBeacon(
                beacon.reference, of: venue.uuid, key: key, clock: BeaconClock(installedAt: now))
            added[beacon.reference] = key
        }
        try store.removeChoices(of: venue.uuid, except: Set(names.keys))
        try store.endPublishedOffers(of: venue.uuid, except: Set(names.keys), at: now)
        for offer in venue.offers {
            let name = names[offer.major] ?? ""
            try store.put(offer, of: ShopReference(venue: venue.uuid, major: offer.major, name: name))
        }
        return added
    }

    /// Lets this server know at once what a transaction with `put` has changed.
    package func refreshVenues() async {
        await directory.refresh(at: clock.now())
    }

    /// The document of a venue as it is in force, within a transaction; nil when there is no such venue.
    package static func document(
        of venue: UUID128, in connection: any Connection
    ) throws -> (text: String, importedAt: Timestamp)? {
        try VenueStore(connection).document(of: venue)
    }

    /// How many people chose each shop and how many coupons of it can still be used, each rounded down to tens.
    ///
    /// Whoever plans the floor is to know what ends with a shop, and not who or how many to the person.
    package static func ties(
        of majors: [UInt16], at venue: UUID128, at now: Timestamp, in connection: any Connection
    ) throws -> [UInt16: (choices: Int, coupons: Int)] {
        var ties: [UInt16: (choices: Int, coupons: Int)] = [:]
        for major in majors {
            let (choices, coupons) = try VenueStore(connection).ties(of: major, at: venue, at: now)
            ties[major] = (choices / 10 * 10, coupons / 10 * 10)
        }
        return ties
    }

    /// The keys of a venue's beacons, for a simulation that plays them, and for an installer who replaces one.
    package func beaconKeys(of venue: UUID128) async throws(ServiceError) -> [BeaconRef: BeaconKey] {
        try await database.reading { try VenueStore($0).beacons(of: venue).mapValues(\.key) }
    }

    /// Every venue, in the order of names.
    package func venues() async throws(ServiceError) -> [Venue] {
        try await directory.newest(at: clock.now()).all.map(\.venue)
    }

    /// The name of a venue's time zone, or nil where there is no such venue.
    package func timeZone(of venue: UUID128) async throws(ServiceError) -> String? {
        try await directory.snapshot(at: clock.now(), having: { $0[venue] != nil })[venue]?.venue.timeZone
    }

    /// The venue with this UUID; `LoyaltyError.unknownVenue` when there is none.
    package func venue(_ uuid: UUID128) async throws(ServiceError) -> Venue {
        let venues = try await directory.snapshot(at: clock.now(), having: { $0[uuid] != nil })
        guard let served = venues[uuid] else { throw .loyalty(.unknownVenue) }
        return served.venue
    }
}
