import Time

/// The event `sighting.accepted`.
public struct SightingAcceptedBody: APIBody {
    /// The shop that was visited.
    public var shop: ShopReferenceBody
    /// The visit's identifier.
    public var visit: String
    /// When.
    public var at: Timestamp
    /// Whether too many accounts used the code for the visit to count.
    public var disputed: Bool

    /// The event `sighting.accepted`.
    public init(shop: ShopReferenceBody, visit: String, at: Timestamp, disputed: Bool = false) {
        self.shop = shop
        self.visit = visit
        self.at = at
        self.disputed = disputed
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "SightingAccepted", "One of your sightings proved a visit.",
        [
            .required("shop", ShopReferenceBody.schema, "The shop that was visited."),
            .required("visit", .text(100), "The visit's identifier."),
            .required("at", .dateTime, "When."),
            .required(
                "disputed", .boolean, "Whether so many accounts used the beacon's code that it counts for nobody."),
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

/// The event `picture`: what a venue was like in one quarter of an hour, without anybody in it.
public struct PictureBody: APIBody {
    /// The beginning of the quarter.
    public var from: Timestamp
    /// Its end, at least five minutes ago.
    public var until: Timestamp
    /// The shops of the venue.
    public var shops: [PictureShopBody]
    /// Sightings that proved a visit.
    public var accepted: Int
    /// Sightings that proved a visit with a code that too many accounts used.
    public var disputed: Int
    /// Sightings that proved nothing, by code.
    public var rejected: [String: Int]

    /// What a venue was like.
    public init(
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
    public static let schema = Schema.object(
        "Picture", "What a venue was like in one quarter of an hour; made once, five minutes after its end.",
        [
            .required("from", .dateTime, "The beginning of the quarter."),
            .required("until", .dateTime, "Its end."),
            .required("shops", .list(of: PictureShopBody.schema), "The shops of the venue."),
            .required("accepted", .count, "Sightings that proved a visit."),
            .required("disputed", .count, "Sightings that proved a visit with a code that too many accounts used."),
            .required("rejected", .map(of: .count), "Sightings that proved nothing, by code."),
        ])
    /// An example with every optional property present.
    public static let example = PictureBody(
        from: Example.now, until: Example.later, shops: [.example, PictureShopBody(major: 101, visits: nil)],
        accepted: 128, disputed: 16, rejected: ["presence.stale": 3])
}

/// How many visitors a shop had.
public struct PictureShopBody: APIBody {
    /// The major number of its beacons.
    public var major: Int
    /// Visitors in that quarter of an hour; nil when fewer than five, so that nobody can be picked out.
    public var visits: Int?

    /// How much a shop was visited.
    public init(major: Int, visits: Int?) {
        self.major = major
        self.visits = visits
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "PictureShop", "How many visitors a shop had in that quarter of an hour; disputed visits do not count.",
        [
            .required("major", .uint16, "The major number of its beacons."),
            .required(
                "visits", .nullable(.count), "Visitors; null when fewer than five, so that nobody can be picked out."),
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
