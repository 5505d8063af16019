import Basics
import Beacons

/// A place that Cerca serves: a shopping centre, a museum, a single shop.
///
/// A value of this type is always whole: it comes only from `init(validating:)`, which refuses a draft with any fault.
package struct Venue: Sendable, Equatable {
    /// The identity that all beacons of the venue send as their iBeacon UUID.
    package let uuid: UUID128
    /// The name that people read, 1 to 80 characters.
    package let name: String
    /// The IANA time zone in which opening hours are meant, as `Europe/Madrid`.
    package let timeZone: String
    /// Where on Earth the venue stands.
    package let location: GeographicLocation
    /// The floor and its walls, in metres.
    package let plan: FloorPlan
    /// The shops, in the order of the file.
    package let shops: [Shop]
    /// The beacons, in the order of the file.
    package let beacons: [VenueBeacon]
    /// The offers, in the order of the file.
    package let offers: [Offer]
    /// The points for twenty minutes and more in one of its shops, once a day, 0 to 100; 0 where there are none.
    package let pointsForTime: Int

    private let shopIndex: [UInt16: Int]
    private let beaconIndex: [BeaconRef: Int]
    private let offerIndex: [UInt16: [Int]]

    /// A venue of parts that have been validated; majors, beacon references and offer ids are unique among them.
    init(
        uuid: UUID128, name: String, timeZone: String, location: GeographicLocation, plan: FloorPlan, shops: [Shop],
        beacons: [VenueBeacon], offers: [Offer], pointsForTime: Int
    ) {
        self.uuid = uuid
        self.name = name
        self.timeZone = timeZone
        self.location = location
        self.plan = plan
        self.shops = shops
        self.beacons = beacons
        self.offers = offers
        self.pointsForTime = pointsForTime
        self.shopIndex = Dictionary(
            shops.indices.map { (shops[$0].major, $0) }, uniquingKeysWith: { first, _ in first })
        self.beaconIndex = Dictionary(
            beacons.indices.map { (beacons[$0].reference, $0) }, uniquingKeysWith: { first, _ in first })
        self.offerIndex = Dictionary(grouping: offers.indices) { offers[$0].major }
    }

    /// The shop with this major, or nil: a major without a shop belongs to the venue itself.
    package func shop(major: UInt16) -> Shop? {
        shopIndex[major].map { shops[$0] }
    }

    /// The shop in which a point of the plan lies: the innermost where a kiosk is in a shop.
    package func shop(at point: PlanPosition) -> Shop? {
        shops.filter { $0.contains(point) }.min { Polygon($0.area).area < Polygon($1.area).area }
    }

    /// The beacon with this major and minor, or nil.
    package func beacon(_ reference: BeaconRef) -> VenueBeacon? {
        beaconIndex[reference].map { beacons[$0] }
    }

    /// The beacon that sends this identity, or nil when it is of another venue or unknown.
    package func beacon(_ identity: BeaconIdentity) -> VenueBeacon? {
        identity.uuid == uuid ? beacon(BeaconRef(major: identity.major, minor: identity.minor)) : nil
    }

    /// The offers of the shop with this major, in the order of the file.
    package func offers(major: UInt16) -> [Offer] {
        offerIndex[major, default: []].map { offers[$0] }
    }

    /// The same venue with another period for all beacons' codes, drawn into `VenueLimits.period`.
    package func sendingCodes(forSeconds seconds: Int64) -> Venue {
        let limits = VenueLimits.period
        let period = min(max(seconds, Int64(limits.lowerBound)), Int64(limits.upperBound))
        let beacons = beacons.map { beacon in
            var changed = beacon
            changed.periodSeconds = period
            return changed
        }
        return Venue(
            uuid: uuid, name: name, timeZone: timeZone, location: location, plan: plan, shops: shops, beacons: beacons,
            offers: offers, pointsForTime: pointsForTime)
    }

    /// The same venue with other offers, without those of shops that it has not.
    package func offering(_ offers: [Offer]) -> Venue {
        Venue(
            uuid: uuid, name: name, timeZone: timeZone, location: location, plan: plan, shops: shops, beacons: beacons,
            offers: offers.filter { shop(major: $0.major) != nil }, pointsForTime: pointsForTime)
    }

    /// What a beacon of this venue sends.
    package func identity(of beacon: VenueBeacon) -> BeaconIdentity {
        BeaconIdentity(uuid: uuid, major: beacon.major, minor: beacon.minor)
    }
}

/// A point on Earth in degrees of WGS 84.
package struct GeographicLocation: Hashable, Sendable {
    /// Degrees north of the equator, −90 to 90.
    package let latitude: Double
    /// Degrees east of Greenwich, −180 to 180.
    package let longitude: Double

    /// The point at these degrees.
    package init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}
