import Time

/// What the simulation is and how far it has come.
public struct DemoBody: APIBody {
    /// The seed that repeats it.
    public var seed: Int
    /// Simulated seconds for each second; 0 as fast as it can.
    public var speed: Double
    /// How many visitors take part.
    public var visitors: Int
    /// The UUID of the simulated venue.
    public var venue: String
    /// When the simulation began, by its own clock.
    public var startedAt: Timestamp
    /// Its clock now.
    public var now: Timestamp

    /// What the simulation is and how far it has come.
    public init(seed: Int, speed: Double, visitors: Int, venue: String, startedAt: Timestamp, now: Timestamp) {
        self.seed = seed
        self.speed = speed
        self.visitors = visitors
        self.venue = venue
        self.startedAt = startedAt
        self.now = now
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Demo", "What the simulation is and how far it has come.",
        [
            .required("seed", .integer(.min ... .max), "The seed that repeats it."),
            .required("speed", .number, "Simulated seconds for each second; 0 as fast as it can."),
            .required("visitors", .count, "How many visitors take part."),
            .required("venue", .uuid, "The UUID of the simulated venue."),
            .required("startedAt", .dateTime, "When the simulation began, by its own clock."),
            .required("now", .dateTime, "Its clock now."),
        ])
    /// An example with every optional property present.
    public static let example = DemoBody(
        seed: 1, speed: 10, visitors: 60, venue: Example.venue, startedAt: Example.now, now: Example.later)
}

/// The phone of a guest in the simulation.
public struct DemoGuestBody: APIBody {
    /// Its number among the visitors.
    public var visitor: Int
    /// Metres from the left edge of the plan.
    public var x: Double
    /// Metres from the upper edge of the plan.
    public var y: Double

    /// The phone of a guest in the simulation.
    public init(visitor: Int, x: Double, y: Double) {
        self.visitor = visitor
        self.x = x
        self.y = y
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "DemoGuest", "Your phone in the simulation.",
        [
            .required("visitor", .count, "Its number among the visitors."),
            .required("x", .number, "Metres from the left edge of the plan."),
            .required("y", .number, "Metres from the upper edge of the plan."),
        ])
    /// An example with every optional property present.
    public static let example = DemoGuestBody(visitor: 61, x: 4, y: 12.5)
}

/// Where a guest wants to walk.
public struct DestinationBody: APIBody {
    /// Metres from the left edge of the plan.
    public var x: Double
    /// Metres from the upper edge of the plan.
    public var y: Double

    /// Where a guest wants to walk.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Destination", "Where you want to walk.",
        [
            .required("x", .number, "Metres from the left edge of the plan."),
            .required("y", .number, "Metres from the upper edge of the plan."),
        ])
    /// An example with every optional property present.
    public static let example = DestinationBody(x: 30, y: 12.5)
}

/// The event `position`: where a guest's phone is, and what it knows of that.
public struct DemoPositionBody: APIBody {
    /// Where it truly is: metres from the left edge of the plan.
    public var x: Double
    /// Where it truly is: metres from the upper edge of the plan.
    public var y: Double
    /// Where it thinks that it is.
    public var estimate: PlanPositionBody?
    /// What it says in words.
    public var place: DemoPlaceBody
    /// The beacons in range, the nearest first.
    public var ranged: [RangedBeaconBody]

    /// Where a guest's phone is, and what it knows of that.
    public init(
        x: Double, y: Double, estimate: PlanPositionBody?, place: DemoPlaceBody, ranged: [RangedBeaconBody]
    ) {
        self.x = x
        self.y = y
        self.estimate = estimate
        self.place = place
        self.ranged = ranged
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "DemoPosition", "Where your phone is, and what it knows of that.",
        [
            .required("x", .number, "Where it truly is: metres from the left edge of the plan."),
            .required("y", .number, "Where it truly is: metres from the upper edge of the plan."),
            .optional("estimate", PlanPositionBody.schema, "Where it thinks that it is."),
            .required("place", DemoPlaceBody.schema, "What it says in words; empty outside every region."),
            .required("ranged", .list(of: RangedBeaconBody.schema), "The beacons in range, the nearest first."),
        ])
    /// An example with every optional property present.
    public static let example = DemoPositionBody(
        x: 4, y: 12.5, estimate: .example, place: .example, ranged: [.example])
}

/// A place on the plan, in metres.
public struct PlanPositionBody: APIBody {
    /// Metres from the left edge of the plan.
    public var x: Double
    /// Metres from the upper edge of the plan.
    public var y: Double

    /// A place on the plan.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "PlanPosition", "A place on the plan.",
        [
            .required("x", .number, "Metres from the left edge of the plan."),
            .required("y", .number, "Metres from the upper edge of the plan."),
        ])
    /// An example with every optional property present.
    public static let example = PlanPositionBody(x: 5.1, y: 11.75)
}

/// Where a phone says it is, in words.
public struct DemoPlaceBody: APIBody {
    /// The major number of the shop.
    public var major: Int?
    /// The name of the shop.
    public var shop: String?
    /// What the nearest beacon stands at.
    public var zone: String?

    /// Where a phone says it is, in words.
    public init(major: Int? = nil, shop: String? = nil, zone: String? = nil) {
        self.major = major
        self.shop = shop
        self.zone = zone
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "DemoPlace", "Where your phone says it is, in words; empty outside every region.",
        [
            .optional("major", .uint16, "The major number of the shop."),
            .optional("shop", .text(), "The name of the shop."),
            .optional("zone", .oneOf(BeaconBody.zones), "What the nearest beacon stands at."),
        ])
    /// An example with every optional property present.
    public static let example = DemoPlaceBody(major: 100, shop: "Marea", zone: "window")
}

/// A beacon that a phone hears.
public struct RangedBeaconBody: APIBody {
    /// The major number.
    public var major: Int
    /// The minor number.
    public var minor: Int
    /// The filtered signal, dBm.
    public var rssi: Double
    /// Metres; -1 when it is not known.
    public var distance: Double
    /// How near that is.
    public var proximity: String

    /// A beacon that a phone hears.
    public init(major: Int, minor: Int, rssi: Double, distance: Double, proximity: String) {
        self.major = major
        self.minor = minor
        self.rssi = rssi
        self.distance = distance
        self.proximity = proximity
    }

    /// The words for how near a beacon is.
    public static let proximities = ["immediate", "near", "far", "unknown"]

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "RangedBeacon", "A beacon that your phone hears.",
        [
            .required("major", .uint16, "The major number."),
            .required("minor", .uint16, "The minor number."),
            .required("rssi", .number, "The filtered signal, dBm."),
            .required("distance", .number, "Metres; -1 when it is not known."),
            .required("proximity", .oneOf(proximities), "How near that is."),
        ])
    /// An example with every optional property present.
    public static let example = RangedBeaconBody(major: 100, minor: 1, rssi: -63.5, distance: 1.6, proximity: "near")
}
