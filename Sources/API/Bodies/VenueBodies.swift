/// The venues that the server knows.
public struct VenuesBody: APIBody {
    /// The venues by name.
    public var venues: [VenueSummaryBody]

    /// A list of venues.
    public init(venues: [VenueSummaryBody]) {
        self.venues = venues
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Venues", "The venues that the server knows.",
        [.required("venues", .list(of: VenueSummaryBody.schema), "The venues by name.")])
    /// An example with every optional property present.
    public static let example = VenuesBody(venues: [.example])
}

/// A venue in a list.
public struct VenueSummaryBody: APIBody {
    /// The UUID that all beacons of the venue send.
    public var uuid: String
    /// Its name.
    public var name: String
    /// How many shops it has.
    public var shops: Int
    /// How many beacons it has.
    public var beacons: Int

    /// A venue in a list.
    public init(uuid: String, name: String, shops: Int, beacons: Int) {
        self.uuid = uuid
        self.name = name
        self.shops = shops
        self.beacons = beacons
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VenueSummary", "A venue in a list.",
        [
            .required("uuid", .uuid, "The UUID that all beacons of the venue send."),
            .required("name", .text(), "Its name."),
            .required("shops", .count, "How many shops it has."),
            .required("beacons", .count, "How many beacons it has."),
        ])
    /// An example with every optional property present.
    public static let example = VenueSummaryBody(uuid: Example.venue, name: "Galerías del Faro", shops: 13, beacons: 41)
}

/// A venue with all that a phone or a map needs.
public struct VenueBody: APIBody {
    /// The UUID that all beacons of the venue send.
    public var uuid: String
    /// Its name.
    public var name: String
    /// Its time zone as the IANA database names it.
    public var timeZone: String
    /// Where it is on Earth.
    public var location: LocationBody
    /// Its floor plan.
    public var plan: PlanBody
    /// Its shops.
    public var shops: [ShopBody]
    /// Its beacons.
    public var beacons: [BeaconBody]

    /// A venue with all that a phone or a map needs.
    public init(
        uuid: String, name: String, timeZone: String, location: LocationBody, plan: PlanBody, shops: [ShopBody],
        beacons: [BeaconBody]
    ) {
        self.uuid = uuid
        self.name = name
        self.timeZone = timeZone
        self.location = location
        self.plan = plan
        self.shops = shops
        self.beacons = beacons
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Venue", "A venue with all that a phone or a map needs.",
        [
            .required("uuid", .uuid, "The UUID that all beacons of the venue send."),
            .required("name", .text(), "Its name."),
            .required("timeZone", .text(), "Its time zone as the IANA database names it."),
            .required("location", LocationBody.schema, "Where it is on Earth."),
            .required("plan", PlanBody.schema, "Its floor plan."),
            .required("shops", .list(of: ShopBody.schema), "Its shops."),
            .required("beacons", .list(of: BeaconBody.schema), "Its beacons."),
        ])
    /// An example with every optional property present.
    public static let example = VenueBody(
        uuid: Example.venue, name: "Galerías del Faro", timeZone: "Europe/Madrid", location: .example, plan: .example,
        shops: [.example], beacons: [.example])
}

/// A place on Earth.
public struct LocationBody: APIBody {
    /// Degrees north of the equator, WGS 84.
    public var latitude: Double
    /// Degrees east of Greenwich, WGS 84.
    public var longitude: Double

    /// A place on Earth.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Location", "A place on Earth.",
        [
            .required("latitude", .number, "Degrees north of the equator, WGS 84."),
            .required("longitude", .number, "Degrees east of Greenwich, WGS 84."),
        ])
    /// An example with every optional property present.
    public static let example = LocationBody(latitude: 43.3623, longitude: -8.4115)
}

/// A floor plan; its origin is the upper left corner, x grows to the right and y downwards.
public struct PlanBody: APIBody {
    /// Metres from left to right.
    public var width: Double
    /// Metres from top to bottom.
    public var height: Double
    /// The walls.
    public var walls: [SegmentBody]
    /// The name of a picture to lie under the plan.
    public var image: String?

    /// A floor plan.
    public init(width: Double, height: Double, walls: [SegmentBody], image: String?) {
        self.width = width
        self.height = height
        self.walls = walls
        self.image = image
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Plan", "A floor plan; its origin is the upper left corner, x grows to the right and y downwards.",
        [
            .required("width", .number, "Metres from left to right."),
            .required("height", .number, "Metres from top to bottom."),
            .required("walls", .list(of: SegmentBody.schema), "The walls as [x1, y1, x2, y2] in metres."),
            .optional("image", .text(), "The name of a picture to lie under the plan."),
        ])
    /// An example with every optional property present.
    public static let example = PlanBody(
        width: 120, height: 60, walls: [SegmentBody(x1: 0, y1: 20.5, x2: 40, y2: 20.5)], image: "galerias.svg")
}

/// A shop of a venue.
public struct ShopBody: APIBody {
    /// The major number of all its beacons.
    public var major: Int
    /// Its name.
    public var name: String
    /// What it sells, in one word of the venue's choice.
    public var category: String
    /// Its outline.
    public var area: [PointBody]

    /// A shop of a venue.
    public init(major: Int, name: String, category: String, area: [PointBody]) {
        self.major = major
        self.name = name
        self.category = category
        self.area = area
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Shop", "A shop of a venue.",
        [
            .required("major", .uint16, "The major number of all its beacons."),
            .required("name", .text(), "Its name."),
            .required("category", .text(), "What it sells, in one word of the venue's choice."),
            .required("area", .list(of: PointBody.schema), "Its outline as [x, y] in metres on the plan."),
        ])
    /// An example with every optional property present.
    public static let example = ShopBody(
        major: 100, name: "Marea", category: "fashion",
        area: [PointBody(x: 0, y: 20.5), PointBody(x: 14, y: 20.5), PointBody(x: 14, y: 40)])
}

/// A beacon of a venue; its key is never told.
public struct BeaconBody: APIBody {
    /// The major number: which shop.
    public var major: Int
    /// The minor number: which beacon of the shop.
    public var minor: Int
    /// Metres from the left edge of the plan.
    public var x: Double
    /// Metres from the upper edge of the plan.
    public var y: Double
    /// What it stands at.
    public var zone: String
    /// The power that is received at one metre, in dBm.
    public var measuredPower: Int
    /// Seconds after which its security code changes.
    public var period: Int
    /// The beacons that are next when one walks.
    public var neighbours: [BeaconPairBody]

    /// A beacon of a venue.
    public init(
        major: Int, minor: Int, x: Double, y: Double, zone: String, measuredPower: Int, period: Int,
        neighbours: [BeaconPairBody]
    ) {
        self.major = major
        self.minor = minor
        self.x = x
        self.y = y
        self.zone = zone
        self.measuredPower = measuredPower
        self.period = period
        self.neighbours = neighbours
    }

    /// The words for what a beacon stands at.
    public static let zones = ["entrance", "window", "door", "till", "fitting-room", "aisle"]

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Beacon", "A beacon of a venue; its key is never told.",
        [
            .required("major", .uint16, "The major number: which shop."),
            .required("minor", .uint16, "The minor number: which beacon of the shop."),
            .required("x", .number, "Metres from the left edge of the plan."),
            .required("y", .number, "Metres from the upper edge of the plan."),
            .required("zone", .oneOf(zones), "What it stands at."),
            .required("measuredPower", .integer(-128...127), "The power that is received at one metre, in dBm."),
            .required("period", .count, "Seconds after which its security code changes."),
            .required(
                "neighbours", .list(of: BeaconPairBody.schema),
                "The beacons that are next when one walks, as [major, minor]."),
        ])
    /// An example with every optional property present.
    public static let example = BeaconBody(
        major: 100, minor: 1, x: 2.5, y: 21, zone: "window", measuredPower: -59, period: 60,
        neighbours: [BeaconPairBody(major: 100, minor: 2)])
}
