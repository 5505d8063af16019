import Time

/// The event `sighting.accepted`.
public struct SightingAcceptedBody: APIBody {
    /// The shop that was visited.
    public var shop: ShopReferenceBody
    /// The visit's identifier.
    public var visit: String
    /// When.
    public var at: Timestamp

    /// The event `sighting.accepted`.
    public init(shop: ShopReferenceBody, visit: String, at: Timestamp) {
        self.shop = shop
        self.visit = visit
        self.at = at
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "SightingAccepted", "One of your sightings proved a visit.",
        [
            .required("shop", ShopReferenceBody.schema, "The shop that was visited."),
            .required("visit", .text(100), "The visit's identifier."),
            .required("at", .dateTime, "When."),
        ])
    /// An example with every optional property present.
    public static let example = SightingAcceptedBody(shop: .example, visit: "v7Jd0sQm2LkE", at: Example.now)
}

/// The event `sighting.rejected`.
public struct SightingRejectedBody: APIBody {
    /// Why, as in a problem.
    public var code: String
    /// When.
    public var at: Timestamp

    /// The event `sighting.rejected`.
    public init(code: String, at: Timestamp) {
        self.code = code
        self.at = at
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "SightingRejected", "One of your sightings proved nothing.",
        [
            .required("code", .text(100), "Why, as in a problem: `presence.stale`, …"),
            .required("at", .dateTime, "When."),
        ])
    /// An example with every optional property present.
    public static let example = SightingRejectedBody(code: "presence.stale", at: Example.now)
}

/// The event `picture`: what a venue is like now, without anybody in it.
public struct PictureBody: APIBody {
    /// When.
    public var at: Timestamp
    /// The shops of the venue.
    public var shops: [PictureShopBody]
    /// Sightings that proved a visit in the last 15 minutes.
    public var accepted: Int
    /// Sightings that proved nothing in the last 15 minutes, by code.
    public var rejected: [String: Int]

    /// What a venue is like now.
    public init(at: Timestamp, shops: [PictureShopBody], accepted: Int, rejected: [String: Int]) {
        self.at = at
        self.shops = shops
        self.accepted = accepted
        self.rejected = rejected
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Picture", "What a venue has been like in the last 15 minutes, without anybody in it.",
        [
            .required("at", .dateTime, "When."),
            .required("shops", .list(of: PictureShopBody.schema), "The shops of the venue."),
            .required("accepted", .count, "Sightings that proved a visit."),
            .required("rejected", .map(of: .count), "Sightings that proved nothing, by code."),
        ])
    /// An example with every optional property present.
    public static let example = PictureBody(
        at: Example.now, shops: [.example, PictureShopBody(major: 101, visits: nil)], accepted: 128,
        rejected: ["presence.stale": 3])
}

/// How much a shop was visited.
public struct PictureShopBody: APIBody {
    /// The major number of its beacons.
    public var major: Int
    /// Visits in the last 15 minutes; nil when fewer than five, so that nobody can be picked out.
    public var visits: Int?

    /// How much a shop was visited.
    public init(major: Int, visits: Int?) {
        self.major = major
        self.visits = visits
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "PictureShop", "How much a shop was visited in the last 15 minutes.",
        [
            .required("major", .uint16, "The major number of its beacons."),
            .required(
                "visits", .nullable(.count), "Visits; null when fewer than five, so that nobody can be picked out."),
        ])
    /// An example with every optional property present.
    public static let example = PictureShopBody(major: 100, visits: 17)

    private enum CodingKeys: String, CodingKey {
        case major, visits
    }

    /// Writes `visits` also when there is none: its absence is told, not left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(major, forKey: .major)
        try container.encode(visits, forKey: .visits)
    }
}
