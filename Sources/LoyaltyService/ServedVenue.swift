import Basics
import Beacons
import Loyalty
import Presence
import ServiceKit
import Synchronization

/// A venue as one server uses it: everything that a sighting needs, found without the database.
///
/// It stands for one import; the next one makes another. Only what beacons' clocks are known to do changes in it.
final class ServedVenue: Sendable {
    /// The venue as it was imported.
    let venue: Venue
    /// The number of the import.
    let version: Int64
    /// How often keys have changed since the first import.
    let keysVersion: Int64
    /// How often its shops' offers have changed.
    let offersVersion: Int64
    /// Where it is on the Earth, without a point on its plan.
    let place: Place
    /// The bytes of the venue's UUID, as the tables have them.
    let uuid: [UInt8]
    /// The beacons, those of the venue's own places included.
    let beacons: [BeaconRef: ServedBeacon]
    /// How many rows of offers that its shops published can't be read.
    let unreadable: Int

    private let shops: [UInt16: ShopReference]
    private let offers: [UInt16: [ServedOffer]]
    private let calendar: VenueCalendar?
    private let currentDay: CurrentDay

    /// The venue of `version`, with what is stored of its beacons and the offers that its shops published.
    ///
    /// - Parameter adopted: The offers of the venue file that are their shops' own; what is given of them is published.
    /// - Parameter known: The venue before; of the same import, beacons whose keys have not changed keep what was learned.
    init(
        _ venue: Venue, version: VenueStore.Version, beacons stored: [BeaconRef: StoredBeacon], published: [Offer],
        unreadable: Int = 0, adopted: Set<String>, known: ServedVenue?
    ) {
        self.venue = venue
        self.unreadable = unreadable
        self.version = version.import
        self.keysVersion = version.keys
        self.offersVersion = version.offers
        self.uuid = venue.uuid.bytes
        self.place = Place(
            venue: venue.uuid, latitude: venue.location.latitude, longitude: venue.location.longitude, x: 0, y: 0)
        var beacons: [BeaconRef: ServedBeacon] = [:]
        for beacon in venue.beacons {
            guard let stored = stored[beacon.reference] else { continue }
            if known?.version == version.import, let same = known?.beacons[beacon.reference], same.stands(for: stored) {
                beacons[beacon.reference] = same
                continue
            }
            beacons[beacon.reference] = ServedBeacon(beacon, of: venue, stored: stored)
        }
        self.beacons = beacons
        self.shops = Dictionary(
            venue.shops.map { ($0.major, ShopReference(venue: venue.uuid, major: $0.major, name: $0.name)) },
            uniquingKeysWith: { first, _ in first })
        let given = venue.offers.filter { !adopted.contains($0.id) } + published
        self.offers = Dictionary(grouping: given.map { ServedOffer($0) }, by: \.offer.major)
        self.calendar = VenueCalendar(timeZone: venue.timeZone)
        self.currentDay = CurrentDay(timeZone: venue.timeZone)
    }

    /// What it was told apart by when it was read.
    var storedVersion: VenueStore.Version {
        VenueStore.Version(import: version, keys: keysVersion, offers: offersVersion)
    }

    /// The shop with this major, or nil for the venue's own places.
    func shop(_ major: UInt16) -> ShopReference? {
        shops[major]
    }

    /// The offers of a shop that are as the venue file has them, in its order.
    func fileOffers(of major: UInt16) -> [Offer] {
        offers[major, default: []].map(\.offer).filter { $0.family == nil }
    }

    /// The offers of a shop that are given at `now`, as far as that is not a matter of who has had them.
    func openOffers(of major: UInt16, at now: Timestamp) -> [ServedOffer] {
        guard let offers = offers[major] else { return [] }
        var minute: Int?
        return offers.filter { served in
            let offer = served.offer
            guard offer.validFrom <= now, now < offer.givenUntil, !served.isUsedUp else { return false }
            if offer.hours.isAlways { return true }
            // A venue whose time zone this machine does not know keeps its offers closed: wrong hours are worse.
            guard let local = minute ?? calendar?.minuteOfWeek(at: now) else { return false }
            minute = local
            return offer.isOpen(at: now, localMinuteOfWeek: local)
        }
    }

    /// The beginning of the day of `now` in the venue's time zone.
    func beginningOfDay(at now: Timestamp) -> Timestamp {
        currentDay.beginning(at: now)
    }
}

/// An offer, and whether the last coupon of it is known to be given.
final class ServedOffer: Sendable {
    /// The offer as it was imported.
    let offer: Offer
    private let usedUp = Atomic(false)

    init(_ offer: Offer) {
        self.offer = offer
    }

    /// Whether no coupon is known to be left; where it is not known, the database decides.
    var isUsedUp: Bool { usedUp.load(ordering: .relaxed) }

    /// Spares the database the question from now on: the number given never falls.
    func markUsedUp() {
        usedUp.store(true, ordering: .relaxed)
    }
}

/// The beginning of the day in one time zone; the last one is kept, since asking Foundation costs more than a sighting.
private final class CurrentDay: Sendable {
    private struct Day {
        var beginning = Timestamp(milliseconds: 0)
        var end = Timestamp(milliseconds: 0)
    }

    private let days: LocalDays
    private let last = Mutex(Day())

    init(timeZone: String) {
        days = LocalDays(timeZone: timeZone)
    }

    func beginning(at now: Timestamp) -> Timestamp {
        last.withLock { last in
            if last.beginning <= now, now < last.end { return last.beginning }
            let day = days.day(of: now)
            last = Day(beginning: days.beginning(of: day), end: days.beginning(of: day + 1))
            return last.beginning
        }
    }
}
