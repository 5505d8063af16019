import Basics
import Loyalty

/// A shop, with the name that people read.
package struct ShopReference: Hashable, Sendable {
    /// The venue that the shop is in.
    package let venue: UUID128
    /// The shop's number in the venue.
    package let major: UInt16
    /// Its name.
    package let name: String

    /// The shop `major` of `venue`.
    package init(venue: UUID128, major: UInt16, name: String) {
        self.venue = venue
        self.major = major
        self.name = name
    }
}

/// A shop that a person lets know of their visits.
package struct ShopChoice: Hashable, Sendable {
    /// The venue that the shop is in.
    package let venue: UUID128
    /// The shop's number in the venue.
    package let major: UInt16
    /// What it may know; nil only in what is asked for, where it leaves the term of a shop as it is.
    package let term: Term?

    /// The shop `major` of `venue`, on these terms.
    package init(venue: UUID128, major: UInt16, term: Term? = nil) {
        self.venue = venue
        self.major = major
        self.term = term
    }

    /// The shop alone.
    var shop: ShopChoice { ShopChoice(venue: venue, major: major) }

    /// Whether phones report to the shop what they have counted.
    package var allowsReports: Bool { term?.allowsReports ?? false }
}

/// An offer that somebody has received.
package struct Coupon: Hashable, Sendable {
    /// What names it.
    package let id: String
    /// The shop that gives it.
    package let shop: ShopReference
    /// What it says, by language tag.
    package let text: [String: String]
    /// Points that come with it.
    package let points: Int
    /// The day on which it was received, as that day's beginning in the venue's time zone.
    ///
    /// The instant is not kept: it would tell which visit of the shop was this account's.
    package let receivedAt: Timestamp
    /// The instant from which it is no longer taken.
    package let validUntil: Timestamp
    /// Whether its points are paid when it is redeemed; they came with it otherwise.
    package let paysRedeemed: Bool
    /// The secret of the codes that its owner shows, 32 bytes; nobody else is told.
    package let secret: [UInt8]
    /// The day on which it was redeemed, as that day's beginning in the venue's time zone; nil while it was not.
    package var usedOn: Timestamp?

    /// A coupon of these parts.
    package init(
        id: String, shop: ShopReference, text: [String: String], points: Int, receivedAt: Timestamp,
        validUntil: Timestamp, paysRedeemed: Bool = false, secret: [UInt8]
    ) {
        self.id = id
        self.shop = shop
        self.text = text
        self.points = points
        self.receivedAt = receivedAt
        self.validUntil = validUntil
        self.paysRedeemed = paysRedeemed
        self.secret = secret
    }
}

/// What an accepted sighting brought.
package struct SightingReceipt: Hashable, Sendable {
    /// The shop that was visited.
    package let shop: ShopReference
    /// What names the visit.
    package let visit: String
    /// When the visit was proved, by the server's clock.
    package let at: Timestamp
    /// The offers that it brought, in the order of the venue file.
    package let coupons: [Coupon]
    /// Whether so many accounts have used the beacon's code that the visit counts for nobody; offers then wait for the
    /// next one.
    package let isDisputed: Bool

    /// A receipt of these parts.
    package init(shop: ShopReference, visit: String, at: Timestamp, coupons: [Coupon], isDisputed: Bool = false) {
        self.shop = shop
        self.visit = visit
        self.at = at
        self.coupons = coupons
        self.isDisputed = isDisputed
    }
}

/// A stay in a shop, as its owner sees it.
package struct Visit: Hashable, Sendable {
    /// The shop that was visited.
    package let shop: ShopReference
    /// Its proofs, from the first to the last.
    package let stay: Stay

    /// What names it: its first proof.
    package var id: String { stay.id }

    /// The stay `stay` in `shop`.
    package init(shop: ShopReference, stay: Stay) {
        self.shop = shop
        self.stay = stay
    }
}
