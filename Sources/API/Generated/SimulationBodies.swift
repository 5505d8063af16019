// Written by `make api` from the table in API/; edit that, not this.
import Basics

/// What an attacker tries.
package enum DemoAttackKind: String, CaseIterable, Codable, Sendable {
    /// A position beacon cloned without its key.
    case clone
    /// A code sent again later.
    case replay
    /// One code shared by many accounts.
    case share
    /// A code forwarded as it is heard.
    case relay

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["clone", "replay", "share", "relay"])
}

/// What is heard at a place of the simulated venue: all that a radio map keeps of it.
package struct DemoSurveyBody: APIBody {
    /// The digest of the plan that is in force.
    package var plan: String
    /// How many scans were made.
    package var scans: Int
    /// The beacons of the plan that one of them has, by number.
    package var heard: [DemoHeardBody]

    /// What is heard at a place of the simulated venue: all that a radio map keeps of it.
    package init(plan: String, scans: Int, heard: [DemoHeardBody]) {
        self.plan = plan
        self.scans = scans
        self.heard = heard
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "DemoSurvey",
        [
            .required("plan", .hexadecimal(bytes: 32)),
            .required("scans", .integer(1...9_007_199_254_740_991)),
            .required("heard", .list(of: DemoHeardBody.schema, atMost: 512)),
        ])
}

/// What the scans of a place have of a beacon.
package struct DemoHeardBody: APIBody {
    /// The major number.
    package var major: Int
    /// The minor number.
    package var minor: Int
    /// Where the plan has it: metres from the left edge.
    package var x: Double
    /// Where the plan has it: metres from the upper edge.
    package var y: Double
    /// How many scans have it.
    package var scans: Int
    /// The sum of its strengths, dBm.
    package var sum: Double
    /// The sum of their squares.
    package var squares: Double

    /// What the scans of a place have of a beacon.
    package init(major: Int, minor: Int, x: Double, y: Double, scans: Int, sum: Double, squares: Double) {
        self.major = major
        self.minor = minor
        self.x = x
        self.y = y
        self.scans = scans
        self.sum = sum
        self.squares = squares
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "DemoHeard",
        [
            .required("major", .uint16),
            .required("minor", .uint16),
            .required("x", .number),
            .required("y", .number),
            .required("scans", .integer(1...9_007_199_254_740_991)),
            .required("sum", .number),
            .required("squares", .number),
        ])
}

/// The console that somebody wants to enter.
package struct DemoConsoleBody: APIBody {
    /// The role that it is for.
    package var role: VenueRoleName

    /// The console that somebody wants to enter.
    package init(role: VenueRoleName) {
        self.role = role
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "DemoConsole",
        [
            .required("role", VenueRoleName.schema)
        ])
}

/// What the simulation is and how far it has come.
package struct DemoBody: APIBody {
    /// The seed that repeats it.
    package var seed: Int
    /// Simulated seconds for each second; 0 as fast as it can.
    package var speed: Double
    /// How many visitors take part.
    package var visitors: Int
    /// The UUID of the simulated venue.
    package var venue: String
    /// When the simulation began, by its own clock.
    package var startedAt: Timestamp
    /// Its clock now.
    package var now: Timestamp

    /// What the simulation is and how far it has come.
    package init(seed: Int, speed: Double, visitors: Int, venue: String, startedAt: Timestamp, now: Timestamp) {
        self.seed = seed
        self.speed = speed
        self.visitors = visitors
        self.venue = venue
        self.startedAt = startedAt
        self.now = now
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Demo",
        [
            .required("seed", .integer(.min ... .max)),
            .required("speed", .number),
            .required("visitors", .count),
            .required("venue", .uuid),
            .required("startedAt", .dateTime),
            .required("now", .dateTime),
        ])
}

/// Your phone in the simulation.
package struct DemoGuestBody: APIBody {
    /// Its number among the visitors.
    package var visitor: Int
    /// Metres from the left edge of the plan.
    package var x: Double
    /// Metres from the upper edge of the plan.
    package var y: Double

    /// Your phone in the simulation.
    package init(visitor: Int, x: Double, y: Double) {
        self.visitor = visitor
        self.x = x
        self.y = y
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "DemoGuest",
        [
            .required("visitor", .count),
            .required("x", .number),
            .required("y", .number),
        ])
}

/// Where you want to walk.
package struct DestinationBody: APIBody {
    /// Metres from the left edge of the plan.
    package var x: Double
    /// Metres from the upper edge of the plan.
    package var y: Double

    /// Where you want to walk.
    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Destination",
        [
            .required("x", .number),
            .required("y", .number),
        ])
}

/// Where your phone is, and what it knows of that.
package struct DemoPositionBody: APIBody {
    /// Where it truly is: metres from the left edge of the plan.
    package var x: Double
    /// Where it truly is: metres from the upper edge of the plan.
    package var y: Double
    /// Where it thinks that it is.
    package var estimate: PlanPositionBody?
    /// What it says in words; empty outside every region.
    package var place: DemoPlaceBody
    /// The beacons in range, the nearest first.
    package var ranged: [RangedBeaconBody]

    /// Where your phone is, and what it knows of that.
    package init(
        x: Double, y: Double, estimate: PlanPositionBody? = nil, place: DemoPlaceBody, ranged: [RangedBeaconBody]
    ) {
        self.x = x
        self.y = y
        self.estimate = estimate
        self.place = place
        self.ranged = ranged
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "DemoPosition",
        [
            .required("x", .number),
            .required("y", .number),
            .optional("estimate", PlanPositionBody.schema),
            .required("place", DemoPlaceBody.schema),
            .required("ranged", .list(of: RangedBeaconBody.schema)),
        ])
}

/// What a phone that was asked where it is has found; without a position it heard no beacon.
package struct DemoLocatedBody: APIBody {
    /// Where it thinks that it is.
    package var position: PlanPositionBody?
    /// The radius in metres around the position within which it is in 68 of 100 cases.
    package var doubt: Double?
    /// What it says in words; empty outside every region.
    package var place: DemoPlaceBody

    /// What a phone that was asked where it is has found; without a position it heard no beacon.
    package init(position: PlanPositionBody? = nil, doubt: Double? = nil, place: DemoPlaceBody) {
        self.position = position
        self.doubt = doubt
        self.place = place
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "DemoLocated",
        [
            .optional("position", PlanPositionBody.schema),
            .optional("doubt", .number),
            .required("place", DemoPlaceBody.schema),
        ])
}

/// A place on the plan.
package struct PlanPositionBody: APIBody {
    /// Metres from the left edge of the plan.
    package var x: Double
    /// Metres from the upper edge of the plan.
    package var y: Double

    /// A place on the plan.
    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "PlanPosition",
        [
            .required("x", .number),
            .required("y", .number),
        ])
}

/// Where your phone says it is, in words; empty outside every region.
package struct DemoPlaceBody: APIBody {
    /// The major number of the shop.
    package var major: Int?
    /// The name of the shop.
    package var shop: String?
    /// What the nearest beacon stands at.
    package var zone: String?

    /// Where your phone says it is, in words; empty outside every region.
    package init(major: Int? = nil, shop: String? = nil, zone: String? = nil) {
        self.major = major
        self.shop = shop
        self.zone = zone
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "DemoPlace",
        [
            .optional("major", .uint16),
            .optional("shop", .text()),
            .optional("zone", .oneOf(["entrance", "window", "door", "till", "fitting-room", "aisle"])),
        ])
}

/// A beacon that your phone hears.
package struct RangedBeaconBody: APIBody {
    /// The major number.
    package var major: Int
    /// The minor number.
    package var minor: Int
    /// The filtered signal, dBm.
    package var rssi: Double
    /// Metres; -1 when it is not known.
    package var distance: Double
    /// How near that is.
    package var proximity: String

    /// A beacon that your phone hears.
    package init(major: Int, minor: Int, rssi: Double, distance: Double, proximity: String) {
        self.major = major
        self.minor = minor
        self.rssi = rssi
        self.distance = distance
        self.proximity = proximity
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "RangedBeacon",
        [
            .required("major", .uint16),
            .required("minor", .uint16),
            .required("rssi", .number),
            .required("distance", .number),
            .required("proximity", .oneOf(["immediate", "near", "far", "unknown"])),
        ])
}

/// The simulated centre at one instant, and what happened in it since the frame before.
package struct DemoFrameBody: APIBody {
    /// The simulation's clock.
    package var at: Timestamp
    /// Every visitor as [number, x, y], metres.
    package var visitors: [VisitorMarkBody]
    /// Every attacker as [number, x, y, kind], metres.
    package var attackers: [AttackerMarkBody]
    /// The sightings since the frame before.
    package var sightings: [DemoSightingBody]
    /// The offers since the frame before.
    package var offers: [DemoOfferBody]
    /// Sums since the simulation began.
    package var totals: DemoTotalsBody

    /// The simulated centre at one instant, and what happened in it since the frame before.
    package init(
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
    package static let schema: Schema = .object(
        "DemoFrame",
        [
            .required("at", .dateTime),
            .required("visitors", .list(of: VisitorMarkBody.schema)),
            .required("attackers", .list(of: AttackerMarkBody.schema)),
            .required("sightings", .list(of: DemoSightingBody.schema)),
            .required("offers", .list(of: DemoOfferBody.schema)),
            .required("totals", DemoTotalsBody.schema),
        ])
}

/// Where a visitor is, `[number, x, y]`.
package struct VisitorMarkBody: APIBody {
    /// The visitor's number.
    package var id: Int
    /// Metres from the left edge of the plan.
    package var x: Double
    /// Metres from the upper edge of the plan.
    package var y: Double

    /// Where a visitor is, `[number, x, y]`.
    package init(id: Int, x: Double, y: Double) {
        self.id = id
        self.x = x
        self.y = y
    }

    /// Its shape in JSON.
    package static let schema: Schema = .tuple([.count, .number, .number])

    /// Reads an array.
    package init(from decoder: any Decoder) throws {
        var place = try decoder.unkeyedContainer()
        self.init(id: try place.decode(Int.self), x: try place.decode(Double.self), y: try place.decode(Double.self))
    }

    /// Writes an array.
    package func encode(to encoder: any Encoder) throws {
        var place = encoder.unkeyedContainer()
        try place.encode(id)
        try place.encode(x.roundedToCentimetre)
        try place.encode(y.roundedToCentimetre)
    }
}

/// Where an attacker is and what they try, `[number, x, y, kind]`.
package struct AttackerMarkBody: APIBody {
    /// The attacker's number.
    package var id: Int
    /// Metres from the left edge of the plan.
    package var x: Double
    /// Metres from the upper edge of the plan.
    package var y: Double
    /// What they try.
    package var kind: DemoAttackKind

    /// Where an attacker is and what they try, `[number, x, y, kind]`.
    package init(id: Int, x: Double, y: Double, kind: DemoAttackKind) {
        self.id = id
        self.x = x
        self.y = y
        self.kind = kind
    }

    /// Its shape in JSON.
    package static let schema: Schema = .tuple([.count, .number, .number, DemoAttackKind.schema])

    /// Reads an array.
    package init(from decoder: any Decoder) throws {
        var place = try decoder.unkeyedContainer()
        self.init(
            id: try place.decode(Int.self), x: try place.decode(Double.self), y: try place.decode(Double.self),
            kind: try place.decode(DemoAttackKind.self))
    }

    /// Writes an array.
    package func encode(to encoder: any Encoder) throws {
        var place = encoder.unkeyedContainer()
        try place.encode(id)
        try place.encode(x.roundedToCentimetre)
        try place.encode(y.roundedToCentimetre)
        try place.encode(kind)
    }
}

/// How a simulated sighting ended.
package struct DemoSightingBody: APIBody {
    /// The visitor's number.
    package var visitor: Int
    /// The major number of the beacon.
    package var major: Int
    /// The minor number of the beacon.
    package var minor: Int
    /// `accepted`, or the code of the refusal.
    package var result: String
    /// What the attacker tried when an attacker sent it.
    package var attack: DemoAttackKind?

    /// How a simulated sighting ended.
    package init(visitor: Int, major: Int, minor: Int, result: String, attack: DemoAttackKind? = nil) {
        self.visitor = visitor
        self.major = major
        self.minor = minor
        self.result = result
        self.attack = attack
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "DemoSighting",
        [
            .required("visitor", .count),
            .required("major", .uint16),
            .required("minor", .uint16),
            .required("result", .text(100)),
            .optional("attack", DemoAttackKind.schema),
        ])
}

/// An offer that a simulated visitor received.
package struct DemoOfferBody: APIBody {
    /// The visitor's number.
    package var visitor: Int
    /// The major number of the shop.
    package var major: Int
    /// What it offers, by language (`es`, `en`, …).
    package var text: [String: String]

    /// An offer that a simulated visitor received.
    package init(visitor: Int, major: Int, text: [String: String]) {
        self.visitor = visitor
        self.major = major
        self.text = text
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "DemoOffer",
        [
            .required("visitor", .count),
            .required("major", .uint16),
            .required("text", .map(of: .text())),
        ])
}

/// Sums since the simulation began.
package struct DemoTotalsBody: APIBody {
    /// Visitors.
    package var visitors: Int
    /// Sightings.
    package var sightings: Int
    /// Sightings that proved a visit.
    package var accepted: Int
    /// Sightings that proved nothing, by code.
    package var rejected: [String: Int]
    /// Offers that were given.
    package var offers: Int
    /// What the attackers tried and achieved.
    package var attacks: AttackTotalsBody
    /// How far the phones' own estimates lie from the truth.
    package var positionError: PositionErrorBody

    /// Sums since the simulation began.
    package init(
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
    package static let schema: Schema = .object(
        "DemoTotals",
        [
            .required("visitors", .count),
            .required("sightings", .count),
            .required("accepted", .count),
            .required("rejected", .map(of: .count)),
            .required("offers", .count),
            .required("attacks", AttackTotalsBody.schema),
            .required("positionError", PositionErrorBody.schema),
        ])
}

/// What the attackers tried and achieved, by kind.
package struct AttackTotalsBody: APIBody {
    /// Position beacons cloned without the key.
    package var clone: AttackTallyBody
    /// Codes sent again later.
    package var replay: AttackTallyBody
    /// One code shared by many accounts.
    package var share: AttackTallyBody
    /// Codes forwarded as they are heard.
    package var relay: AttackTallyBody

    /// What the attackers tried and achieved, by kind.
    package init(clone: AttackTallyBody, replay: AttackTallyBody, share: AttackTallyBody, relay: AttackTallyBody) {
        self.clone = clone
        self.replay = replay
        self.share = share
        self.relay = relay
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "AttackTotals",
        [
            .required("clone", AttackTallyBody.schema),
            .required("replay", AttackTallyBody.schema),
            .required("share", AttackTallyBody.schema),
            .required("relay", AttackTallyBody.schema),
        ])
}

/// How often an attack was tried, and how often it worked.
package struct AttackTallyBody: APIBody {
    /// How often it was tried.
    package var attempts: Int
    /// How often it was taken for a visit.
    package var accepted: Int

    /// How often an attack was tried, and how often it worked.
    package init(attempts: Int, accepted: Int) {
        self.attempts = attempts
        self.accepted = accepted
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "AttackTally",
        [
            .required("attempts", .count),
            .required("accepted", .count),
        ])
}

/// How far estimates of position lie from the truth, metres; 0 before the first.
package struct PositionErrorBody: APIBody {
    /// The mean.
    package var mean: Double
    /// What nine of ten stay under.
    package var p90: Double

    /// How far estimates of position lie from the truth, metres; 0 before the first.
    package init(mean: Double, p90: Double) {
        self.mean = mean
        self.p90 = p90
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "PositionError",
        [
            .required("mean", .number),
            .required("p90", .number),
        ])
}
