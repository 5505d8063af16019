import Beacons
import Time

/// A shop, with the name that people read.
public struct ShopReference: Hashable, Sendable {
    /// The venue that the shop is in.
    public let venue: UUID128
    /// The shop's number in the venue.
    public let major: UInt16
    /// Its name.
    public let name: String

    /// The shop `major` of `venue`.
    public init(venue: UUID128, major: UInt16, name: String) {
        self.venue = venue
        self.major = major
        self.name = name
    }
}

/// A shop that a person lets know of their visits.
public struct ShopChoice: Hashable, Sendable {
    /// The venue that the shop is in.
    public let venue: UUID128
    /// The shop's number in the venue.
    public let major: UInt16

    /// The shop `major` of `venue`.
    public init(venue: UUID128, major: UInt16) {
        self.venue = venue
        self.major = major
    }
}

/// An offer that somebody has received.
public struct Coupon: Hashable, Sendable {
    /// What names it.
    public let id: String
    /// The shop that gives it.
    public let shop: ShopReference
    /// What it says, by language tag.
    public let text: [String: String]
    /// Points that come with it.
    public let points: Int
    /// The day on which it was received, as that day's beginning in the venue's time zone.
    ///
    /// The instant is not kept: it would tell which visit of the shop was this account's.
    public let receivedAt: Timestamp
    /// The instant from which it is no longer taken.
    public let validUntil: Timestamp

    /// A coupon of these parts.
    public init(
        id: String, shop: ShopReference, text: [String: String], points: Int, receivedAt: Timestamp,
        validUntil: Timestamp
    ) {
        self.id = id
        self.shop = shop
        self.text = text
        self.points = points
        self.receivedAt = receivedAt
        self.validUntil = validUntil
    }
}

/// What an accepted sighting brought.
public struct SightingReceipt: Hashable, Sendable {
    /// The shop that was visited.
    public let shop: ShopReference
    /// What names the visit.
    public let visit: String
    /// When the visit was proved, by the server's clock.
    public let at: Timestamp
    /// The offers that it brought, in the order of the venue file.
    public let coupons: [Coupon]

    /// A receipt of these parts.
    public init(shop: ShopReference, visit: String, at: Timestamp, coupons: [Coupon]) {
        self.shop = shop
        self.visit = visit
        self.at = at
        self.coupons = coupons
    }
}

/// A proved visit, as its owner sees it.
public struct Visit: Hashable, Sendable {
    /// What names it.
    public let id: String
    /// The shop that was visited.
    public let shop: ShopReference
    /// When it was proved.
    public let at: Timestamp

    /// A visit of these parts.
    public init(id: String, shop: ShopReference, at: Timestamp) {
        self.id = id
        self.shop = shop
        self.at = at
    }
}

/// What anybody may see of a venue: how busy its shops are, and how sightings ended, in the last quarter of an hour.
public struct VenuePicture: Hashable, Sendable {
    /// How busy a shop is.
    public struct ShopActivity: Hashable, Sendable {
        /// The shop's number in the venue.
        public let major: UInt16
        /// How many different visitors proved a visit, or nil when they were so few that one could be recognised.
        public let visits: Int?

        /// The activity of the shop `major`.
        public init(major: UInt16, visits: Int?) {
            self.major = major
            self.visits = visits
        }
    }

    /// Fewer visitors than this are not told of.
    public static let threshold = 5
    /// How far back it looks, in minutes.
    public static let minutes = 15

    /// When it was taken.
    public let at: Timestamp
    /// Every shop of the venue, in the order of the file.
    public let shops: [ShopActivity]
    /// Accepted sightings that this server took.
    public let accepted: Int
    /// Refused sightings that this server took, by code; those of shops that were not chosen are not counted.
    public let rejected: [String: Int]

    /// A picture of these parts.
    public init(at: Timestamp, shops: [ShopActivity], accepted: Int, rejected: [String: Int]) {
        self.at = at
        self.shops = shops
        self.accepted = accepted
        self.rejected = rejected
    }
}
