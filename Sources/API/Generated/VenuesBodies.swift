// Written by `make api` from the table in API/; edit that, not this.

/// The venues that the server knows.
package struct VenuesBody: APIBody {
    /// The venues by name.
    package var venues: [VenueSummaryBody]

    /// The venues that the server knows.
    package init(venues: [VenueSummaryBody]) {
        self.venues = venues
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Venues",
        [
            .required("venues", .list(of: VenueSummaryBody.schema))
        ])
}

/// A venue in a list.
package struct VenueSummaryBody: APIBody {
    /// The UUID that all beacons of the venue send.
    package var uuid: String
    /// Its name.
    package var name: String
    /// How many shops it has.
    package var shops: Int
    /// How many beacons it has.
    package var beacons: Int

    /// A venue in a list.
    package init(uuid: String, name: String, shops: Int, beacons: Int) {
        self.uuid = uuid
        self.name = name
        self.shops = shops
        self.beacons = beacons
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VenueSummary",
        [
            .required("uuid", .uuid),
            .required("name", .text()),
            .required("shops", .count),
            .required("beacons", .count),
        ])
}

/// A venue with all that a phone or a map needs.
package struct VenueBody: APIBody {
    /// The UUID that all beacons of the venue send.
    package var uuid: String
    /// Its name.
    package var name: String
    /// Its time zone as the IANA database names it.
    package var timeZone: String
    /// Where it is on Earth.
    package var location: LocationBody
    /// Its floor plan.
    package var plan: PlanBody
    /// Its shops.
    package var shops: [ShopBody]
    /// Its beacons.
    package var beacons: [BeaconBody]
    /// The points for twenty minutes and more in one of its shops, once a day; without it there are none.
    package var pointsForTime: Int?

    /// A venue with all that a phone or a map needs.
    package init(
        uuid: String, name: String, timeZone: String, location: LocationBody, plan: PlanBody, shops: [ShopBody],
        beacons: [BeaconBody], pointsForTime: Int? = nil
    ) {
        self.uuid = uuid
        self.name = name
        self.timeZone = timeZone
        self.location = location
        self.plan = plan
        self.shops = shops
        self.beacons = beacons
        self.pointsForTime = pointsForTime
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Venue",
        [
            .required("uuid", .uuid),
            .required("name", .text()),
            .required("timeZone", .text()),
            .required("location", LocationBody.schema),
            .required("plan", PlanBody.schema),
            .required("shops", .list(of: ShopBody.schema)),
            .required("beacons", .list(of: BeaconBody.schema)),
            .optional("pointsForTime", .integer(0...100)),
        ])
}

/// A place on Earth.
package struct LocationBody: APIBody {
    /// Degrees north of the equator, WGS 84.
    package var latitude: Double
    /// Degrees east of Greenwich, WGS 84.
    package var longitude: Double

    /// A place on Earth.
    package init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Location",
        [
            .required("latitude", .number),
            .required("longitude", .number),
        ])
}

/// A floor plan; its origin is the upper left corner, x grows to the right and y downwards.
package struct PlanBody: APIBody {
    /// Metres from left to right.
    package var width: Double
    /// Metres from top to bottom.
    package var height: Double
    /// What stands in the way, as [x1, y1, x2, y2] in metres: the walls without what doors open of them.
    package var walls: [SegmentBody]
    /// The address of a picture to lie under the plan.
    package var image: String?
    /// Where on the plan the picture lies, as [left, top, right, bottom] in metres; without it the picture fills the
    /// plan.
    package var imageArea: SegmentBody?

    /// A floor plan; its origin is the upper left corner, x grows to the right and y downwards.
    package init(
        width: Double, height: Double, walls: [SegmentBody], image: String? = nil, imageArea: SegmentBody? = nil
    ) {
        self.width = width
        self.height = height
        self.walls = walls
        self.image = image
        self.imageArea = imageArea
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Plan",
        [
            .required("width", .number),
            .required("height", .number),
            .required("walls", .list(of: SegmentBody.schema)),
            .optional("image", .text()),
            .optional("imageArea", SegmentBody.schema),
        ])
}

/// A shop of a venue.
package struct ShopBody: APIBody {
    /// The major number of all its beacons.
    package var major: Int
    /// Its name.
    package var name: String
    /// What it sells, in one word of the venue's choice.
    package var category: String
    /// Its outline as [x, y] in metres on the plan.
    package var area: [PointBody]

    /// A shop of a venue.
    package init(major: Int, name: String, category: String, area: [PointBody]) {
        self.major = major
        self.name = name
        self.category = category
        self.area = area
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Shop",
        [
            .required("major", .uint16),
            .required("name", .text()),
            .required("category", .text()),
            .required("area", .list(of: PointBody.schema)),
        ])
}

/// A beacon of a venue; its key is never told.
package struct BeaconBody: APIBody {
    /// The major number: which shop.
    package var major: Int
    /// The minor number: which beacon of the shop.
    package var minor: Int
    /// Metres from the left edge of the plan.
    package var x: Double
    /// Metres from the upper edge of the plan.
    package var y: Double
    /// What it stands at.
    package var zone: String
    /// The power that is received at one metre, in dBm.
    package var measuredPower: Int
    /// Seconds after which its security code changes.
    package var period: Int
    /// The beacons that are next when one walks, as [major, minor].
    package var neighbours: [BeaconPairBody]

    /// A beacon of a venue; its key is never told.
    package init(
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

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Beacon",
        [
            .required("major", .uint16),
            .required("minor", .uint16),
            .required("x", .number),
            .required("y", .number),
            .required("zone", .oneOf(["entrance", "window", "door", "till", "fitting-room", "aisle"])),
            .required("measuredPower", .integer(-128...127)),
            .required("period", .count),
            .required("neighbours", .list(of: BeaconPairBody.schema)),
        ])
}

/// A point on the plan, `[x, y]` in metres.
package struct PointBody: APIBody {
    /// Metres from the left edge.
    package var x: Double
    /// Metres from the upper edge.
    package var y: Double

    /// A point on the plan, `[x, y]` in metres.
    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Its shape in JSON.
    package static let schema: Schema = .tuple([.number, .number])

    /// Reads an array.
    package init(from decoder: any Decoder) throws {
        var place = try decoder.unkeyedContainer()
        self.init(x: try place.decode(Double.self), y: try place.decode(Double.self))
    }

    /// Writes an array.
    package func encode(to encoder: any Encoder) throws {
        var place = encoder.unkeyedContainer()
        try place.encode(x)
        try place.encode(y)
    }
}

/// A straight wall, `[x1, y1, x2, y2]` in metres on the plan.
package struct SegmentBody: APIBody {
    /// Where it begins: metres from the left edge.
    package var x1: Double
    /// Where it begins: metres from the upper edge.
    package var y1: Double
    /// Where it ends: metres from the left edge.
    package var x2: Double
    /// Where it ends: metres from the upper edge.
    package var y2: Double

    /// A straight wall, `[x1, y1, x2, y2]` in metres on the plan.
    package init(x1: Double, y1: Double, x2: Double, y2: Double) {
        self.x1 = x1
        self.y1 = y1
        self.x2 = x2
        self.y2 = y2
    }

    /// Its shape in JSON.
    package static let schema: Schema = .tuple([.number, .number, .number, .number])

    /// Reads an array.
    package init(from decoder: any Decoder) throws {
        var place = try decoder.unkeyedContainer()
        self.init(
            x1: try place.decode(Double.self), y1: try place.decode(Double.self), x2: try place.decode(Double.self),
            y2: try place.decode(Double.self))
    }

    /// Writes an array.
    package func encode(to encoder: any Encoder) throws {
        var place = encoder.unkeyedContainer()
        try place.encode(x1)
        try place.encode(y1)
        try place.encode(x2)
        try place.encode(y2)
    }
}

/// Which beacon of a venue, `[major, minor]`.
package struct BeaconPairBody: APIBody, Hashable {
    /// The major number.
    package var major: Int
    /// The minor number.
    package var minor: Int

    /// Which beacon of a venue, `[major, minor]`.
    package init(major: Int, minor: Int) {
        self.major = major
        self.minor = minor
    }

    /// Its shape in JSON.
    package static let schema: Schema = .tuple([.uint16, .uint16])

    /// Reads an array.
    package init(from decoder: any Decoder) throws {
        var place = try decoder.unkeyedContainer()
        self.init(major: try place.decode(Int.self), minor: try place.decode(Int.self))
    }

    /// Writes an array.
    package func encode(to encoder: any Encoder) throws {
        var place = encoder.unkeyedContainer()
        try place.encode(major)
        try place.encode(minor)
    }
}
