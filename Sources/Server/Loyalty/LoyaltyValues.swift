import Beacons
import Loyalty
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
    /// Whether so many accounts have used the beacon's code that the visit counts for nobody; offers then wait for the
    /// next one.
    public let isDisputed: Bool

    /// A receipt of these parts.
    public init(shop: ShopReference, visit: String, at: Timestamp, coupons: [Coupon], isDisputed: Bool = false) {
        self.shop = shop
        self.visit = visit
        self.at = at
        self.coupons = coupons
        self.isDisputed = isDisputed
    }
}

/// A stay in a shop, as its owner sees it.
public struct Visit: Hashable, Sendable {
    /// The shop that was visited.
    public let shop: ShopReference
    /// Its proofs, from the first to the last.
    public let stay: Stay

    /// What names it: its first proof.
    public var id: String { stay.id }

    /// The stay `stay` in `shop`.
    public init(shop: ShopReference, stay: Stay) {
        self.shop = shop
        self.stay = stay
    }
}
