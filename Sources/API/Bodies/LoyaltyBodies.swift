import Time

/// A shop as it is named in visits, coupons and events.
public struct ShopReferenceBody: APIBody, Hashable {
    /// The UUID of its venue.
    public var venue: String
    /// The major number of its beacons.
    public var major: Int
    /// Its name.
    public var name: String

    /// A shop as it is named in visits, coupons and events.
    public init(venue: String, major: Int, name: String) {
        self.venue = venue
        self.major = major
        self.name = name
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "ShopReference", "A shop as it is named in visits, coupons and events.",
        [
            .required("venue", .uuid, "The UUID of its venue."),
            .required("major", .uint16, "The major number of its beacons."),
            .required("name", .text(), "Its name."),
        ])
    /// An example with every optional property present.
    public static let example = ShopReferenceBody(venue: Example.venue, major: 100, name: "Marea")
}

/// A shop that somebody lets know of their visits.
public struct ShopChoiceBody: APIBody, Hashable {
    /// The UUID of its venue.
    public var venue: String
    /// The major number of its beacons.
    public var major: Int

    /// A shop that somebody lets know of their visits.
    public init(venue: String, major: Int) {
        self.venue = venue
        self.major = major
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "ShopChoice", "A shop that somebody lets know of their visits.",
        [
            .required("venue", .uuid, "The UUID of its venue."),
            .required("major", .uint16, "The major number of its beacons."),
        ])
    /// An example with every optional property present.
    public static let example = ShopChoiceBody(venue: Example.venue, major: 100)
}

/// All shops that somebody lets know of their visits.
public struct ChoicesBody: APIBody {
    /// The shops; a shop that is not here learns nothing.
    public var shops: [ShopChoiceBody]

    /// All shops that somebody lets know of their visits.
    public init(shops: [ShopChoiceBody]) {
        self.shops = shops
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Choices", "All shops that somebody lets know of their visits.",
        [
            .required(
                "shops", .list(of: ShopChoiceBody.schema, atMost: 1000),
                "The shops; a shop that is not here learns nothing.")
        ])
    /// An example with every optional property present.
    public static let example = ChoicesBody(shops: [.example, ShopChoiceBody(venue: Example.venue, major: 101)])
}

/// A visit: proofs at one shop, less than 15 minutes apart.
public struct VisitBody: APIBody {
    /// The visit's identifier, that of its first proof.
    public var id: String
    /// The shop.
    public var shop: ShopReferenceBody
    /// When it was proved first.
    public var at: Timestamp
    /// When it was proved last.
    public var until: Timestamp
    /// The identifiers of its proofs in their order.
    public var proofs: [String]
    /// Whether too many accounts used each of the codes for the visit to count.
    public var disputed: Bool

    /// A visit.
    public init(
        id: String, shop: ShopReferenceBody, at: Timestamp, until: Timestamp, proofs: [String], disputed: Bool
    ) {
        self.id = id
        self.shop = shop
        self.at = at
        self.until = until
        self.proofs = proofs
        self.disputed = disputed
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Visit", "A visit: proofs at one shop, less than 15 minutes apart.",
        [
            .required("id", .text(100), "The visit's identifier, that of its first proof."),
            .required("shop", ShopReferenceBody.schema, "The shop."),
            .required("at", .dateTime, "When it was proved first."),
            .required("until", .dateTime, "When it was proved last."),
            .required("proofs", .list(of: .text(100)), "The identifiers of its proofs in their order."),
            .required("disputed", .boolean, "Whether so many accounts used each code that it counts for nobody."),
        ])
    /// An example with every optional property present.
    public static let example = VisitBody(
        id: "v7Jd0sQm2LkE", shop: .example, at: Example.now, until: Example.later,
        proofs: ["v7Jd0sQm2LkE", "q2Rt9xLp4WzB"], disputed: false)
}

/// The visits of this session.
public struct VisitsBody: APIBody {
    /// The visits, the newest first.
    public var visits: [VisitBody]

    /// The visits of this session.
    public init(visits: [VisitBody]) {
        self.visits = visits
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Visits", "The visits of this session.",
        [.required("visits", .list(of: VisitBody.schema), "The visits, the newest first.")])
    /// An example with every optional property present.
    public static let example = VisitsBody(visits: [.example])
}

/// An offer that somebody has received.
public struct CouponBody: APIBody {
    /// The coupon's identifier.
    public var id: String
    /// The shop that gave it.
    public var shop: ShopReferenceBody
    /// What it offers, by language.
    public var text: [String: String]
    /// The loyalty points that came with it.
    public var points: Int
    /// When it came.
    public var receivedAt: Timestamp
    /// The first instant at which it is worth nothing any more.
    public var validUntil: Timestamp

    /// An offer that somebody has received.
    public init(
        id: String, shop: ShopReferenceBody, text: [String: String], points: Int, receivedAt: Timestamp,
        validUntil: Timestamp
    ) {
        self.id = id
        self.shop = shop
        self.text = text
        self.points = points
        self.receivedAt = receivedAt
        self.validUntil = validUntil
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Coupon", "An offer that somebody has received.",
        [
            .required("id", .text(100), "The coupon's identifier."),
            .required("shop", ShopReferenceBody.schema, "The shop that gave it."),
            .required("text", .map(of: .text()), "What it offers, by language (`es`, `en`, …)."),
            .required("points", .count, "The loyalty points that came with it."),
            .required("receivedAt", .dateTime, "When it came."),
            .required("validUntil", .dateTime, "The first instant at which it is worth nothing any more."),
        ])
    /// An example with every optional property present.
    public static let example = CouponBody(
        id: "c5Tn8bXw1RyU", shop: .example, text: Example.offerText, points: 20, receivedAt: Example.now,
        validUntil: Example.later)
}

/// The coupons that somebody holds.
public struct CouponsBody: APIBody {
    /// The coupons, the newest first.
    public var coupons: [CouponBody]

    /// The coupons that somebody holds.
    public init(coupons: [CouponBody]) {
        self.coupons = coupons
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Coupons", "The coupons that somebody holds.",
        [.required("coupons", .list(of: CouponBody.schema), "The coupons, the newest first.")])
    /// An example with every optional property present.
    public static let example = CouponsBody(coupons: [.example])
}
