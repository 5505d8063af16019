// Written by `make api` from the table in API/; edit that, not this.
import Basics

/// What a shop may know of somebody who chose it; each is more than the one before.
package enum ShopTerm: String, CaseIterable, Codable, Sendable {
    /// Coupons come, and nothing is kept of visits.
    case coupons
    /// Visits are kept under a pseudonym, and at which beacons they began and ended.
    case visits
    /// Visits as well, and the phone reports anonymously how long and how often.
    case habits

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["coupons", "visits", "habits"])
}

/// A shop as it is named in visits, coupons and events.
package struct ShopReferenceBody: APIBody, Hashable {
    /// The UUID of its venue.
    package var venue: String
    /// The major number of its beacons.
    package var major: Int
    /// Its name.
    package var name: String

    /// A shop as it is named in visits, coupons and events.
    package init(venue: String, major: Int, name: String) {
        self.venue = venue
        self.major = major
        self.name = name
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ShopReference",
        [
            .required("venue", .uuid),
            .required("major", .uint16),
            .required("name", .text()),
        ])
}

/// A shop that somebody lets know of their visits.
package struct ShopChoiceBody: APIBody, Hashable {
    /// The UUID of its venue.
    package var venue: String
    /// The major number of its beacons.
    package var major: Int
    /// What it may know; one that is not told stays as it is, and is `visits` for a shop that is new.
    package var term: ShopTerm?

    /// A shop that somebody lets know of their visits.
    package init(venue: String, major: Int, term: ShopTerm? = nil) {
        self.venue = venue
        self.major = major
        self.term = term
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ShopChoice",
        [
            .required("venue", .uuid),
            .required("major", .uint16),
            .optional("term", ShopTerm.schema),
        ])
}

/// All shops that somebody lets know of their visits.
package struct ChoicesBody: APIBody {
    /// The shops; a shop that is not here learns nothing.
    package var shops: [ShopChoiceBody]

    /// All shops that somebody lets know of their visits.
    package init(shops: [ShopChoiceBody]) {
        self.shops = shops
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Choices",
        [
            .required("shops", .list(of: ShopChoiceBody.schema, atMost: 1000))
        ])
}

/// A visit: proofs at one shop, less than 15 minutes apart.
package struct VisitBody: APIBody {
    /// The visit's identifier, that of its first proof.
    package var id: String
    /// The shop.
    package var shop: ShopReferenceBody
    /// When it was proved first.
    package var at: Timestamp
    /// When it was proved last.
    package var until: Timestamp
    /// The identifiers of its proofs in their order.
    package var proofs: [String]
    /// Whether so many accounts used each code that it counts for nobody.
    package var disputed: Bool

    /// A visit: proofs at one shop, less than 15 minutes apart.
    package init(id: String, shop: ShopReferenceBody, at: Timestamp, until: Timestamp, proofs: [String], disputed: Bool)
    {
        self.id = id
        self.shop = shop
        self.at = at
        self.until = until
        self.proofs = proofs
        self.disputed = disputed
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Visit",
        [
            .required("id", .text(100)),
            .required("shop", ShopReferenceBody.schema),
            .required("at", .dateTime),
            .required("until", .dateTime),
            .required("proofs", .list(of: .text(100))),
            .required("disputed", .boolean),
        ])
}

/// The visits of this session.
package struct VisitsBody: APIBody {
    /// The visits, the newest first.
    package var visits: [VisitBody]

    /// The visits of this session.
    package init(visits: [VisitBody]) {
        self.visits = visits
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Visits",
        [
            .required("visits", .list(of: VisitBody.schema))
        ])
}

/// An offer that somebody has received.
package struct CouponBody: APIBody {
    /// The coupon's identifier.
    package var id: String
    /// The shop that gave it.
    package var shop: ShopReferenceBody
    /// What it offers, by language (`es`, `en`, …).
    package var text: [String: String]
    /// The loyalty points that it is worth.
    package var points: Int
    /// When it came.
    package var receivedAt: Timestamp
    /// The first instant at which it is worth nothing any more.
    package var validUntil: Timestamp
    /// What it is worth now.
    package var state: CouponState
    /// The day on which it was redeemed, as its beginning in the time zone of the venue.
    package var usedOn: Timestamp?
    /// When the points are paid.
    package var pointsPaid: CouponPointsMoment
    /// What the codes of its card are made with, while it is open: told to nobody but its owner, and kept on the phone
    /// so that the card works without a network.
    package var secret: String?

    /// An offer that somebody has received.
    package init(
        id: String, shop: ShopReferenceBody, text: [String: String], points: Int, receivedAt: Timestamp,
        validUntil: Timestamp, state: CouponState, usedOn: Timestamp? = nil, pointsPaid: CouponPointsMoment,
        secret: String? = nil
    ) {
        self.id = id
        self.shop = shop
        self.text = text
        self.points = points
        self.receivedAt = receivedAt
        self.validUntil = validUntil
        self.state = state
        self.usedOn = usedOn
        self.pointsPaid = pointsPaid
        self.secret = secret
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Coupon",
        [
            .required("id", .text(100)),
            .required("shop", ShopReferenceBody.schema),
            .required("text", .map(of: .text())),
            .required("points", .count),
            .required("receivedAt", .dateTime),
            .required("validUntil", .dateTime),
            .required("state", CouponState.schema),
            .optional("usedOn", .dateTime),
            .required("pointsPaid", CouponPointsMoment.schema),
            .optional("secret", .hexadecimal(bytes: 32)),
        ])
}

/// The coupons that somebody holds.
package struct CouponsBody: APIBody {
    /// The coupons, the newest first.
    package var coupons: [CouponBody]

    /// The coupons that somebody holds.
    package init(coupons: [CouponBody]) {
        self.coupons = coupons
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Coupons",
        [
            .required("coupons", .list(of: CouponBody.schema))
        ])
}

/// A beacon that was heard, with the code that proves it.
package struct SightingBody: APIBody {
    /// The UUID of the venue.
    package var uuid: String
    /// The major number of the beacon.
    package var major: Int
    /// The minor number of the beacon.
    package var minor: Int
    /// The security code that was heard.
    package var code: String
    /// When it was heard, by the phone's clock.
    package var heardAt: Timestamp
    /// What the beacon told of itself then; it is kept without a name.
    package var telemetry: BeaconTelemetryBody?

    /// A beacon that was heard, with the code that proves it.
    package init(
        uuid: String, major: Int, minor: Int, code: String, heardAt: Timestamp, telemetry: BeaconTelemetryBody? = nil
    ) {
        self.uuid = uuid
        self.major = major
        self.minor = minor
        self.code = code
        self.heardAt = heardAt
        self.telemetry = telemetry
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Sighting",
        [
            .required("uuid", .uuid),
            .required("major", .uint16),
            .required("minor", .uint16),
            .required("code", .hexadecimal(bytes: 14)),
            .required("heardAt", .dateTime),
            .optional("telemetry", BeaconTelemetryBody.schema),
        ])
}

/// What a beacon told of itself, as Eddystone-TLM has it; one report of a beacon, day and account is taken.
package struct BeaconTelemetryBody: APIBody {
    /// The voltage of its battery, in millivolts; 0 when it does not say.
    package var millivolts: Int
    /// Its temperature in 1/256 of a degree Celsius; -32768 when it does not say.
    package var temperature256: Int
    /// How many advertisements it has sent since it was switched on.
    package var advertisements: Int
    /// For how long it has been on, in tenths of a second.
    package var uptimeDeciseconds: Int

    /// What a beacon told of itself, as Eddystone-TLM has it; one report of a beacon, day and account is taken.
    package init(millivolts: Int, temperature256: Int, advertisements: Int, uptimeDeciseconds: Int) {
        self.millivolts = millivolts
        self.temperature256 = temperature256
        self.advertisements = advertisements
        self.uptimeDeciseconds = uptimeDeciseconds
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "BeaconTelemetry",
        [
            .required("millivolts", .uint16),
            .required("temperature256", .integer(-32_768...32_767)),
            .required("advertisements", .integer(0...4_294_967_295)),
            .required("uptimeDeciseconds", .integer(0...4_294_967_295)),
        ])
}

/// A sighting that proved a visit.
package struct SightingReceiptBody: APIBody {
    /// The shop that was visited.
    package var shop: ShopReferenceBody
    /// The visit's identifier; empty where the shop may not know of visits.
    package var visit: String
    /// When the server took it.
    package var at: Timestamp
    /// Whether so many accounts used the beacon's code that the visit counts for nobody; offers wait.
    package var disputed: Bool
    /// The coupons that it brought; mostly none.
    package var offers: [CouponBody]

    /// A sighting that proved a visit.
    package init(shop: ShopReferenceBody, visit: String, at: Timestamp, disputed: Bool, offers: [CouponBody]) {
        self.shop = shop
        self.visit = visit
        self.at = at
        self.disputed = disputed
        self.offers = offers
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "SightingReceipt",
        [
            .required("shop", ShopReferenceBody.schema),
            .required("visit", .text(100)),
            .required("at", .dateTime),
            .required("disputed", .boolean),
            .required("offers", .list(of: CouponBody.schema)),
        ])
}

/// One of your sightings proved a visit.
package struct SightingAcceptedBody: APIBody {
    /// The shop that was visited.
    package var shop: ShopReferenceBody
    /// The visit's identifier; empty where the shop may not know of visits.
    package var visit: String
    /// When.
    package var at: Timestamp
    /// Whether so many accounts used the beacon's code that it counts for nobody.
    package var disputed: Bool

    /// One of your sightings proved a visit.
    package init(shop: ShopReferenceBody, visit: String, at: Timestamp, disputed: Bool) {
        self.shop = shop
        self.visit = visit
        self.at = at
        self.disputed = disputed
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "SightingAccepted",
        [
            .required("shop", ShopReferenceBody.schema),
            .required("visit", .text(100)),
            .required("at", .dateTime),
            .required("disputed", .boolean),
        ])
}

/// One of your sightings proved nothing.
package struct SightingRejectedBody: APIBody {
    /// Why, as in a problem, such as `presence.stale`.
    package var code: String
    /// When.
    package var at: Timestamp

    /// One of your sightings proved nothing.
    package init(code: String, at: Timestamp) {
        self.code = code
        self.at = at
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "SightingRejected",
        [
            .required("code", .text(100)),
            .required("at", .dateTime),
        ])
}

/// What a venue was like in one quarter of an hour; made once, five minutes after its end.
package struct PictureBody: APIBody {
    /// The beginning of the quarter.
    package var from: Timestamp
    /// Its end.
    package var until: Timestamp
    /// The shops of the venue.
    package var shops: [PictureShopBody]
    /// Sightings that proved a visit.
    package var accepted: Int
    /// Sightings that proved a visit with a code that too many accounts used.
    package var disputed: Int
    /// Sightings that proved nothing, by code.
    package var rejected: [String: Int]

    /// What a venue was like in one quarter of an hour; made once, five minutes after its end.
    package init(
        from: Timestamp, until: Timestamp, shops: [PictureShopBody], accepted: Int, disputed: Int,
        rejected: [String: Int]
    ) {
        self.from = from
        self.until = until
        self.shops = shops
        self.accepted = accepted
        self.disputed = disputed
        self.rejected = rejected
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Picture",
        [
            .required("from", .dateTime),
            .required("until", .dateTime),
            .required("shops", .list(of: PictureShopBody.schema)),
            .required("accepted", .count),
            .required("disputed", .count),
            .required("rejected", .map(of: .count)),
        ])
}

/// How many visitors a shop had in that quarter of an hour; disputed visits do not count.
package struct PictureShopBody: APIBody {
    /// The major number of its beacons.
    package var major: Int
    /// Visitors; null when fewer than five, so that nobody can be picked out.
    package var visits: Int?

    /// How many visitors a shop had in that quarter of an hour; disputed visits do not count.
    package init(major: Int, visits: Int?) {
        self.major = major
        self.visits = visits
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "PictureShop",
        [
            .required("major", .uint16),
            .required("visits", .nullable(.count)),
        ])

    private enum CodingKeys: String, CodingKey {
        case major, visits
    }

    /// Writes what may be null also when there is none: its absence is told, not left out.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(major, forKey: .major)
        try container.encode(visits, forKey: .visits)
    }
}
