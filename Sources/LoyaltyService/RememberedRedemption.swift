import Basics
import Beacons
import Loyalty
import ServiceKit
import Storage

/// A coupon that was redeemed before anybody kept books: one of a past that a simulation makes, whose owner is gone.
package struct RememberedRedemption: Sendable {
    /// The offer as the table of offers calls it: that of the venue file, or a version of a shop's.
    package let offer: String
    /// The minute.
    package let at: Timestamp
    /// What the shop calls the till.
    package let till: String

    /// A coupon of `offer` that was redeemed at a till.
    package init(offer: String, at: Timestamp, till: String) {
        self.offer = offer
        self.at = at
        self.till = till
    }
}

extension RedemptionStore {
    /// Keeps redemptions of a shop, with names that belong to no coupon.
    package static func remember(
        _ redemptions: [RememberedRedemption], of shop: ShopKey, random: ServerRandom, in connection: any Connection
    ) throws {
        for one in redemptions {
            _ = try connection.execute(
                """
                INSERT INTO redemptions (coupon, venue, major, offer_id, at, till, showing)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                """,
                [
                    .blob(random.identifier() + random.identifier()), .blob(shop.venue.bytes),
                    .integer(Int64(shop.major)), .text(one.offer),
                    .integer(one.at.milliseconds.flooredQuotient(by: 60_000) * 60_000), .text(one.till),
                    .blob(random.identifier()),
                ])
            try count(offer: one.offer, of: shop.venue.bytes, in: connection)
        }
    }
}
