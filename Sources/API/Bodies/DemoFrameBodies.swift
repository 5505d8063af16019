import Time

/// The event `frame`: the simulated centre at one instant, and what happened in it since the frame before.
public struct DemoFrameBody: APIBody {
    /// The simulation's clock.
    public var at: Timestamp
    /// Every visitor.
    public var visitors: [VisitorMarkBody]
    /// Every attacker.
    public var attackers: [AttackerMarkBody]
    /// The sightings since the frame before.
    public var sightings: [DemoSightingBody]
    /// The offers since the frame before.
    public var offers: [DemoOfferBody]
    /// Sums since the simulation began.
    public var totals: DemoTotalsBody

    /// The simulated centre at one instant.
    public init(
        at: Timestamp, visitors: [VisitorMarkBody], attackers: [AttackerMarkBody], sightings: [DemoSightingBody],
        offers: [DemoOfferBody], totals: DemoTotalsBody
    ) {
        self.at = at
        self.visitors = visitors
        self.attackers = attackers
        self.sightings = sightings
        self.offers = offers
        self.totals = totals
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "DemoFrame", "The simulated centre at one instant, and what happened in it since the frame before.",
        [
            .required("at", .dateTime, "The simulation's clock."),
            .required("visitors", .list(of: VisitorMarkBody.schema), "Every visitor as [number, x, y], metres."),
            .required(
                "attackers", .list(of: AttackerMarkBody.schema), "Every attacker as [number, x, y, kind], metres."),
            .required("sightings", .list(of: DemoSightingBody.schema), "The sightings since the frame before."),
            .required("offers", .list(of: DemoOfferBody.schema), "The offers since the frame before."),
            .required("totals", DemoTotalsBody.schema, "Sums since the simulation began."),
        ])
    /// An example with every optional property present.
    public static let example = DemoFrameBody(
        at: Example.now, visitors: [.example], attackers: [.example], sightings: [.example], offers: [.example],
        totals: .example)
}

/// Where a visitor is, `[number, x, y]`.
public struct VisitorMarkBody: APIBody {
    /// The visitor's number.
    public var id: Int
    /// Metres from the left edge of the plan.
    public var x: Double
    /// Metres from the upper edge of the plan.
    public var y: Double

    /// Where a visitor is.
    public init(id: Int, x: Double, y: Double) {
        self.id = id
        self.x = x
        self.y = y
    }

    /// Its shape in JSON.
    public static let schema = Schema.tuple([.count, .number, .number])
    /// An example with every optional property present.
    public static let example = VisitorMarkBody(id: 7, x: 31.25, y: 12.5)

    /// Reads an array.
    public init(from decoder: any Decoder) throws {
        var place = try decoder.unkeyedContainer()
        self.init(
            id: try place.decode(Int.self), x: try place.decode(Double.self), y: try place.decode(Double.self))
    }

    /// Writes an array, metres to the centimetre.
    public func encode(to encoder: any Encoder) throws {
        var place = encoder.unkeyedContainer()
        try place.encode(id)
        try place.encode(x.roundedToCentimetre)
        try place.encode(y.roundedToCentimetre)
    }
}

/// Where an attacker is and what they try, `[number, x, y, kind]`.
public struct AttackerMarkBody: APIBody {
    /// The attacker's number.
    public var id: Int
    /// Metres from the left edge of the plan.
    public var x: Double
    /// Metres from the upper edge of the plan.
    public var y: Double
    /// What they try: one of `AttackTotalsBody.kinds`.
    public var kind: String

    /// Where an attacker is and what they try.
    public init(id: Int, x: Double, y: Double, kind: String) {
        self.id = id
        self.x = x
        self.y = y
        self.kind = kind
    }

    /// Its shape in JSON.
    public static let schema = Schema.tuple([.count, .number, .number, .oneOf(AttackTotalsBody.kinds)])
    /// An example with every optional property present.
    public static let example = AttackerMarkBody(id: 1001, x: 60, y: 31.5, kind: "clone")

    /// Reads an array.
    public init(from decoder: any Decoder) throws {
        var place = try decoder.unkeyedContainer()
        self.init(
            id: try place.decode(Int.self), x: try place.decode(Double.self), y: try place.decode(Double.self),
            kind: try place.decode(String.self))
    }

    /// Writes an array, metres to the centimetre.
    public func encode(to encoder: any Encoder) throws {
        var place = encoder.unkeyedContainer()
        try place.encode(id)
        try place.encode(x.roundedToCentimetre)
        try place.encode(y.roundedToCentimetre)
        try place.encode(kind)
    }
}

/// How a simulated sighting ended.
public struct DemoSightingBody: APIBody {
    /// The visitor's number.
    public var visitor: Int
    /// The major number of the beacon.
    public var major: Int
    /// The minor number of the beacon.
    public var minor: Int
    /// `accepted`, or the code of the refusal.
    public var result: String
    /// What the attacker tried when an attacker sent it.
    public var attack: String?

    /// How a simulated sighting ended.
    public init(visitor: Int, major: Int, minor: Int, result: String, attack: String? = nil) {
        self.visitor = visitor
        self.major = major
        self.minor = minor
        self.result = result
        self.attack = attack
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "DemoSighting", "How a simulated sighting ended.",
        [
            .required("visitor", .count, "The visitor's number."),
            .required("major", .uint16, "The major number of the beacon."),
            .required("minor", .uint16, "The minor number of the beacon."),
            .required("result", .text(100), "`accepted`, or the code of the refusal."),
            .optional("attack", .oneOf(AttackTotalsBody.kinds), "What the attacker tried when an attacker sent it."),
        ])
    /// An example with every optional property present.
    public static let example = DemoSightingBody(
        visitor: 7, major: 100, minor: 1, result: "presence.replayed", attack: "replay")
}

/// An offer that a simulated visitor received.
public struct DemoOfferBody: APIBody {
    /// The visitor's number.
    public var visitor: Int
    /// The major number of the shop.
    public var major: Int
    /// What it offers, by language.
    public var text: [String: String]

    /// An offer that a simulated visitor received.
    public init(visitor: Int, major: Int, text: [String: String]) {
        self.visitor = visitor
        self.major = major
        self.text = text
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "DemoOffer", "An offer that a simulated visitor received.",
        [
            .required("visitor", .count, "The visitor's number."),
            .required("major", .uint16, "The major number of the shop."),
            .required("text", .map(of: .text()), "What it offers, by language (`es`, `en`, …)."),
        ])
    /// An example with every optional property present.
    public static let example = DemoOfferBody(visitor: 7, major: 100, text: Example.offerText)
}

/// Sums since the simulation began.
public struct DemoTotalsBody: APIBody {
    /// Visitors.
    public var visitors: Int
    /// Sightings.
    public var sightings: Int
    /// Sightings that proved a visit.
    public var accepted: Int
    /// Sightings that proved nothing, by code.
    public var rejected: [String: Int]
    /// Offers that were given.
    public var offers: Int
    /// What the attackers tried and achieved.
    public var attacks: AttackTotalsBody
    /// How far the phones' own estimates lie from the truth.
    public var positionError: PositionErrorBody

    /// Sums since the simulation began.
    public init(
        visitors: Int, sightings: Int, accepted: Int, rejected: [String: Int], offers: Int, attacks: AttackTotalsBody,
        positionError: PositionErrorBody
    ) {
        self.visitors = visitors
        self.sightings = sightings
        self.accepted = accepted
        self.rejected = rejected
        self.offers = offers
        self.attacks = attacks
        self.positionError = positionError
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "DemoTotals", "Sums since the simulation began.",
        [
            .required("visitors", .count, "Visitors."),
            .required("sightings", .count, "Sightings."),
            .required("accepted", .count, "Sightings that proved a visit."),
            .required("rejected", .map(of: .count), "Sightings that proved nothing, by code."),
            .required("offers", .count, "Offers that were given."),
            .required("attacks", AttackTotalsBody.schema, "What the attackers tried and achieved."),
            .required(
                "positionError", PositionErrorBody.schema, "How far the phones' own estimates lie from the truth."),
        ])
    /// An example with every optional property present.
    public static let example = DemoTotalsBody(
        visitors: 60, sightings: 412, accepted: 371, rejected: ["presence.stale": 41], offers: 55, attacks: .example,
        positionError: .example)
}

/// What the attackers tried and achieved, by kind.
public struct AttackTotalsBody: APIBody {
    /// Position beacons cloned without the key.
    public var clone: AttackTallyBody
    /// Codes sent again later.
    public var replay: AttackTallyBody
    /// One code shared by many accounts.
    public var share: AttackTallyBody
    /// Codes forwarded as they are heard.
    public var relay: AttackTallyBody

    /// What the attackers tried and achieved.
    public init(clone: AttackTallyBody, replay: AttackTallyBody, share: AttackTallyBody, relay: AttackTallyBody) {
        self.clone = clone
        self.replay = replay
        self.share = share
        self.relay = relay
    }

    /// The words for what an attacker tries.
    public static let kinds = ["clone", "replay", "share", "relay"]

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "AttackTotals", "What the attackers tried and achieved, by kind.",
        [
            .required("clone", AttackTallyBody.schema, "Position beacons cloned without the key."),
            .required("replay", AttackTallyBody.schema, "Codes sent again later."),
            .required("share", AttackTallyBody.schema, "One code shared by many accounts."),
            .required("relay", AttackTallyBody.schema, "Codes forwarded as they are heard."),
        ])
    /// An example with every optional property present.
    public static let example = AttackTotalsBody(
        clone: .example, replay: .example, share: .example, relay: AttackTallyBody(attempts: 6, accepted: 4))
}

/// How often an attack was tried, and how often it worked.
public struct AttackTallyBody: APIBody {
    /// How often it was tried.
    public var attempts: Int
    /// How often it was taken for a visit.
    public var accepted: Int

    /// How often an attack was tried, and how often it worked.
    public init(attempts: Int, accepted: Int) {
        self.attempts = attempts
        self.accepted = accepted
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "AttackTally", "How often an attack was tried, and how often it worked.",
        [
            .required("attempts", .count, "How often it was tried."),
            .required("accepted", .count, "How often it was taken for a visit."),
        ])
    /// An example with every optional property present.
    public static let example = AttackTallyBody(attempts: 12, accepted: 0)
}

/// How far estimates of position lie from the truth, metres.
public struct PositionErrorBody: APIBody {
    /// The mean.
    public var mean: Double
    /// What nine of ten stay under.
    public var p90: Double

    /// How far estimates of position lie from the truth.
    public init(mean: Double, p90: Double) {
        self.mean = mean
        self.p90 = p90
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "PositionError", "How far estimates of position lie from the truth, metres; 0 before the first.",
        [
            .required("mean", .number, "The mean."),
            .required("p90", .number, "What nine of ten stay under."),
        ])
    /// An example with every optional property present.
    public static let example = PositionErrorBody(mean: 2.4, p90: 4.9)
}
