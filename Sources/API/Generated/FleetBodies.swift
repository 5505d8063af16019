// Written by `make api` from the table in API/; edit that, not this.
import Basics

/// Something that is known of a beacon and has a reason.
package enum FleetSign: String, CaseIterable, Codable, Sendable {
    /// The battery gives less than it needs, now.
    case batteryLow = "battery-low"
    /// The battery lasts less than 14 days.
    case batteryDays = "battery-days"
    /// The battery lasts less than 60 days.
    case batteryWeeks = "battery-weeks"
    /// So many proofs were to be expected since the last one that their absence is no chance, and others nearby have
    /// some.
    case silent
    /// Nothing was proved for as long, nor anywhere nearby.
    case nobodyCame = "nobody-came"
    /// Nothing was ever proved here.
    case neverHeard = "never-heard"
    /// No device was ever claimed for it, and nothing was proved here.
    case neverClaimed = "never-claimed"
    /// No visits are verified here, because it belongs to no shop, so nothing shows whether it works.
    case unwatched
    /// Few come here anyway, and nothing was proved for more than 9 days.
    case askForWalk = "ask-for-walk"
    /// It has started anew.
    case rebooted
    /// Its clock runs fast or slow by more than a beacon may.
    case clockDrifts = "clock-drifts"
    /// Its clock has jumped.
    case clockJumped = "clock-jumped"
    /// Its clock went back by about `value` milliseconds.
    case clockBack = "clock-back"
    /// Its clock is about `value` milliseconds ahead of the clock of the server, or behind it when negative.
    case clockOff = "clock-off"
    /// Its key is right, and each of its codes lasts `value` seconds instead of `expected`.
    case otherPeriod = "other-period"
    /// It sends less often than it is set to.
    case radioSlow = "radio-slow"
    /// It sends more often than it is set to, which its battery pays.
    case radioFast = "radio-fast"
    /// It is heard together with others than the plan has around it.
    case moved
    /// It and another are heard where the plan has the other one.
    case swapped
    /// More wrong codes come under its name than usual.
    case cloned
    /// Many old codes come while the usual number of proofs does: recorded codes are sent again.
    case replayed
    /// Far more is proved here than on any day before: codes are shared, or it is a very busy day.
    case shared
    /// Its temperature jumps, as in the sun, in a freezer or in a pocket.
    case temperatureJumped = "temperature-jumped"
    /// More proofs are refused here than usual.
    case proofsFall = "proofs-fall"
    /// It has a new key, of which no code has come yet.
    case rotating
    /// It was taken down.
    case removed
    /// Its device was lost or stolen, and its key is dropped.
    case lost

    /// The shape in JSON.
    package static let schema: Schema = .oneOf([
        "battery-low", "battery-days", "battery-weeks", "silent", "nobody-came", "never-heard", "never-claimed",
        "unwatched", "ask-for-walk", "rebooted", "clock-drifts", "clock-jumped", "clock-back", "clock-off",
        "other-period", "radio-slow", "radio-fast", "moved", "swapped", "cloned", "replayed", "shared",
        "temperature-jumped", "proofs-fall", "rotating", "removed", "lost",
    ])
}

/// How much a sign matters.
package enum FleetState: String, CaseIterable, Codable, Sendable {
    /// All is well.
    case good
    /// Worth knowing.
    case note
    /// Something is to be done within weeks.
    case soon
    /// Something is to be done now.
    case now

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["good", "note", "soon", "now"])
}

/// Something that a beacon lacks before it can be handed over.
package enum DeploymentStep: String, CaseIterable, Codable, Sendable {
    /// No device has been claimed for it.
    case claim
    /// Nobody said where it hangs.
    case place
    /// It hangs more than 2 metres from where the plan has it.
    case nearPlan = "near-plan"
    /// Nobody measured at 1 metre for 20 seconds, or the median is not the measured power of the plan.
    case power
    /// The estimate at 3 metres is off by more than 40 of 100, or missing.
    case near
    /// The estimate at 6 metres is off by more than 40 of 100, or missing.
    case far
    /// The server has seen no code of it.
    case code
    /// Fewer than two of its neighbours were heard from its place.
    case neighbours
    /// It was taken down or lost.
    case back

    /// The shape in JSON.
    package static let schema: Schema = .oneOf([
        "claim", "place", "near-plan", "power", "near", "far", "code", "neighbours", "back",
    ])
}

/// What became of the device of a beacon.
package enum DeviceState: String, CaseIterable, Codable, Sendable {
    /// It hangs where it should.
    case hanging
    /// It was taken down.
    case removed
    /// It was lost or stolen, and its key is dropped.
    case lost

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["hanging", "removed", "lost"])
}

/// How far away was measured.
package enum DeploymentDistance: String, CaseIterable, Codable, Sendable {
    /// 1 metre.
    case one
    /// 3 metres.
    case three
    /// 6 metres.
    case six

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["one", "three", "six"])
}

/// What was done to a beacon.
package enum DeploymentKind: String, CaseIterable, Codable, Sendable {
    /// It was hung up: `x`, `y` and perhaps `height` say where.
    case place
    /// It does not hang where it was said to.
    case unplace
    /// It was listened to at a distance: `distance`, `seconds` and `readings`.
    case measure
    /// These `neighbours` were heard from its place.
    case hear
    /// It sent this `code`.
    case code
    /// What was measured, heard and seen of it is void.
    case forget
    /// It was taken down.
    case remove
    /// It was found, or hung up again.
    case restore

    /// The shape in JSON.
    package static let schema: Schema = .oneOf([
        "place", "unplace", "measure", "hear", "code", "forget", "remove", "restore",
    ])
}

/// Why an action was not carried out.
package enum DeploymentRefusal: String, CaseIterable, Codable, Sendable {
    /// There is no such beacon any more.
    case unknownBeacon = "unknown-beacon"
    /// Something is missing, or cannot be.
    case invalid
    /// This beacon cannot have sent the code now.
    case wrongCode = "wrong-code"

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["unknown-beacon", "invalid", "wrong-code"])
}

/// A sign and the figures it rests on.
package struct FleetReasonBody: APIBody, Hashable {
    /// What is known.
    package var sign: FleetSign
    /// How much it matters.
    package var state: FleetState
    /// Since when, or when.
    package var since: Timestamp?
    /// The figure: millivolts, days, proofs, parts per million, milliseconds, a share, degrees, or advertisements a
    /// second.
    package var value: Double?
    /// What it is compared with, in the same unit.
    package var expected: Double?
    /// The other beacon, as `MAJOR.MINOR`.
    package var other: String?

    /// A sign and the figures it rests on.
    package init(
        sign: FleetSign, state: FleetState, since: Timestamp? = nil, value: Double? = nil, expected: Double? = nil,
        other: String? = nil
    ) {
        self.sign = sign
        self.state = state
        self.since = since
        self.value = value
        self.expected = expected
        self.other = other
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "FleetReason",
        [
            .required("sign", FleetSign.schema),
            .required("state", FleetState.schema),
            .optional("since", .dateTime),
            .optional("value", .number),
            .optional("expected", .number),
            .optional("other", .text(11)),
        ])
}

/// What is known of a battery.
package struct FleetBatteryBody: APIBody, Hashable {
    /// The newest median of a day, in millivolts.
    package var millivolts: Int
    /// The temperature with it, in degrees Celsius.
    package var celsius: Double?
    /// The day on which it is too low, by the line through the last 30 days; missing where no line falls.
    package var emptyOn: String?
    /// The first day on which that may be so, with 95 of 100.
    package var earliest: String?
    /// The last such day; missing when it may never be.
    package var latest: String?

    /// What is known of a battery.
    package init(
        millivolts: Int, celsius: Double? = nil, emptyOn: String? = nil, earliest: String? = nil, latest: String? = nil
    ) {
        self.millivolts = millivolts
        self.celsius = celsius
        self.emptyOn = emptyOn
        self.earliest = earliest
        self.latest = latest
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "FleetBattery",
        [
            .required("millivolts", .integer(0...65_535)),
            .optional("celsius", .number),
            .optional("emptyOn", .text(10)),
            .optional("earliest", .text(10)),
            .optional("latest", .text(10)),
        ])
}

/// A beacon of a venue and what is known of it.
package struct FleetBeaconBody: APIBody {
    /// Its major and minor, as `MAJOR.MINOR`.
    package var beacon: String
    /// Its major number.
    package var major: Int
    /// Its minor number.
    package var minor: Int
    /// The shop; missing at the places of the venue itself.
    package var shop: String?
    /// What kind of spot it is.
    package var zone: String
    /// Metres from the left edge of the plan.
    package var x: Double
    /// Metres from the upper edge of the plan.
    package var y: Double
    /// The gravest of its signs.
    package var state: FleetState
    /// Its signs, the gravest first; empty when all is well.
    package var reasons: [FleetReasonBody]
    /// Its battery; missing when nothing was told of it.
    package var battery: FleetBatteryBody?
    /// The quarter of an hour of its last proof.
    package var lastProofAt: Timestamp?
    /// How far its clock is from the server's at least, in milliseconds.
    package var clockMilliseconds: Int?
    /// Proofs in the last 24 closed hours.
    package var proofs: Int
    /// Those among them that too many accounts had for them to count.
    package var disputed: Int
    /// Refusals in the same hours.
    package var refused: Int
    /// Proofs that are usual in the same hours of the week.
    package var expectedProofs: Double

    /// A beacon of a venue and what is known of it.
    package init(
        beacon: String, major: Int, minor: Int, shop: String? = nil, zone: String, x: Double, y: Double,
        state: FleetState, reasons: [FleetReasonBody], battery: FleetBatteryBody? = nil, lastProofAt: Timestamp? = nil,
        clockMilliseconds: Int? = nil, proofs: Int, disputed: Int, refused: Int, expectedProofs: Double
    ) {
        self.beacon = beacon
        self.major = major
        self.minor = minor
        self.shop = shop
        self.zone = zone
        self.x = x
        self.y = y
        self.state = state
        self.reasons = reasons
        self.battery = battery
        self.lastProofAt = lastProofAt
        self.clockMilliseconds = clockMilliseconds
        self.proofs = proofs
        self.disputed = disputed
        self.refused = refused
        self.expectedProofs = expectedProofs
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "FleetBeacon",
        [
            .required("beacon", .text(11)),
            .required("major", .uint16),
            .required("minor", .uint16),
            .optional("shop", .text(80)),
            .required("zone", .text(20)),
            .required("x", .number),
            .required("y", .number),
            .required("state", FleetState.schema),
            .required("reasons", .list(of: FleetReasonBody.schema, atMost: 32)),
            .optional("battery", FleetBatteryBody.schema),
            .optional("lastProofAt", .dateTime),
            .optional("clockMilliseconds", .integer(-31_536_000_000_000...31_536_000_000_000)),
            .required("proofs", .count),
            .required("disputed", .count),
            .required("refused", .count),
            .required("expectedProofs", .number),
        ])
}

/// The beacons of a venue.
package struct FleetBody: APIBody {
    /// Until when everything is counted: the end of the last closed quarter of an hour.
    package var at: Timestamp
    /// The beacons, by major and minor.
    package var beacons: [FleetBeaconBody]

    /// The beacons of a venue.
    package init(at: Timestamp, beacons: [FleetBeaconBody]) {
        self.at = at
        self.beacons = beacons
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Fleet",
        [
            .required("at", .dateTime),
            .required("beacons", .list(of: FleetBeaconBody.schema, atMost: 10000)),
        ])
}

/// What a beacon did on one day.
package struct FleetDayBody: APIBody {
    /// The day in UTC.
    package var day: String
    /// Proofs.
    package var proofs: Int
    /// Proofs that count for nobody.
    package var disputed: Int
    /// Codes that this beacon cannot have sent.
    package var mismatches: Int
    /// Codes that came too late.
    package var stale: Int
    /// Refusals for another reason.
    package var otherRefusals: Int
    /// The median of what phones told of its battery, when at least three did.
    package var millivolts: Int?
    /// The median of its temperature.
    package var celsius: Double?
    /// How far its clock was from the server's at least, in milliseconds.
    package var clockMilliseconds: Int?

    /// What a beacon did on one day.
    package init(
        day: String, proofs: Int, disputed: Int, mismatches: Int, stale: Int, otherRefusals: Int,
        millivolts: Int? = nil, celsius: Double? = nil, clockMilliseconds: Int? = nil
    ) {
        self.day = day
        self.proofs = proofs
        self.disputed = disputed
        self.mismatches = mismatches
        self.stale = stale
        self.otherRefusals = otherRefusals
        self.millivolts = millivolts
        self.celsius = celsius
        self.clockMilliseconds = clockMilliseconds
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "FleetDay",
        [
            .required("day", .text(10)),
            .required("proofs", .count),
            .required("disputed", .count),
            .required("mismatches", .count),
            .required("stale", .count),
            .required("otherRefusals", .count),
            .optional("millivolts", .integer(0...65_535)),
            .optional("celsius", .number),
            .optional("clockMilliseconds", .integer(-31_536_000_000_000...31_536_000_000_000)),
        ])
}

/// How often a beacon was heard with another within 10 seconds.
package struct FleetPairBody: APIBody {
    /// The other beacon, as `MAJOR.MINOR`.
    package var beacon: String
    /// How often, in the last 7 days.
    package var heard: Int
    /// Whether the plan has it as a neighbour.
    package var isNeighbour: Bool
    /// How far away the plan has it, in metres.
    package var metres: Double

    /// How often a beacon was heard with another within 10 seconds.
    package init(beacon: String, heard: Int, isNeighbour: Bool, metres: Double) {
        self.beacon = beacon
        self.heard = heard
        self.isNeighbour = isNeighbour
        self.metres = metres
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "FleetPair",
        [
            .required("beacon", .text(11)),
            .required("heard", .count),
            .required("isNeighbour", .boolean),
            .required("metres", .number),
        ])
}

/// One beacon and its days.
package struct FleetBeaconHistoryBody: APIBody {
    /// The beacon.
    package var beacon: FleetBeaconBody
    /// Its last 90 days, the oldest first; days on which nothing happened are left out.
    package var days: [FleetDayBody]
    /// Those it was heard with, and its neighbours, the most often heard first.
    package var pairs: [FleetPairBody]
    /// How far its deployment is.
    package var deployment: BeaconDeploymentBody

    /// One beacon and its days.
    package init(
        beacon: FleetBeaconBody, days: [FleetDayBody], pairs: [FleetPairBody], deployment: BeaconDeploymentBody
    ) {
        self.beacon = beacon
        self.days = days
        self.pairs = pairs
        self.deployment = deployment
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "FleetBeaconHistory",
        [
            .required("beacon", FleetBeaconBody.schema),
            .required("days", .list(of: FleetDayBody.schema, atMost: 100)),
            .required("pairs", .list(of: FleetPairBody.schema, atMost: 200)),
            .required("deployment", BeaconDeploymentBody.schema),
        ])
}

/// A claim for a device that is to be a beacon.
package struct BeaconClaimBody: APIBody {
    /// What names it.
    package var id: String
    /// Its secret, which is told this once: a QR code has it behind `#`, which browsers do not send.
    package var secret: String
    /// Until when it can be used.
    package var endsAt: Timestamp

    /// A claim for a device that is to be a beacon.
    package init(id: String, secret: String, endsAt: Timestamp) {
        self.id = id
        self.secret = secret
        self.endsAt = endsAt
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "BeaconClaim",
        [
            .required("id", .hexadecimal(bytes: 16)),
            .required("secret", .hexadecimal(bytes: 16)),
            .required("endsAt", .dateTime),
        ])
}

/// The secret of a claim.
package struct ClaimSecretBody: APIBody {
    /// The secret, as the QR code has it behind `#`.
    package var secret: String

    /// The secret of a claim.
    package init(secret: String) {
        self.secret = secret
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ClaimSecret",
        [
            .required("secret", .hexadecimal(bytes: 16))
        ])
}

/// What a device needs to be a beacon.
package struct BeaconConfigurationBody: APIBody {
    /// The name of the venue.
    package var venue: String
    /// The shop, or what kind of spot it is.
    package var place: String
    /// What it sends as the UUID.
    package var uuid: String
    /// What it sends as the major.
    package var major: Int
    /// What it sends as the minor.
    package var minor: Int
    /// The secret of its codes, which nobody else has.
    package var key: String
    /// What is heard one metre away, in dBm.
    package var measuredPower: Int
    /// How often it says who it is, in milliseconds.
    package var positionMilliseconds: Int
    /// How often it sends its code, in milliseconds.
    package var securityMilliseconds: Int
    /// How often it tells of its battery, in milliseconds.
    package var telemetryMilliseconds: Int
    /// For how long one code lasts, in seconds.
    package var periodSeconds: Int
    /// What time it is: the clock of the device is to be set to it.
    package var serverTime: Timestamp
    /// Until when the device before it is believed as well, unless this one is heard first.
    package var oldKeyUntil: Timestamp

    /// What a device needs to be a beacon.
    package init(
        venue: String, place: String, uuid: String, major: Int, minor: Int, key: String, measuredPower: Int,
        positionMilliseconds: Int, securityMilliseconds: Int, telemetryMilliseconds: Int, periodSeconds: Int,
        serverTime: Timestamp, oldKeyUntil: Timestamp
    ) {
        self.venue = venue
        self.place = place
        self.uuid = uuid
        self.major = major
        self.minor = minor
        self.key = key
        self.measuredPower = measuredPower
        self.positionMilliseconds = positionMilliseconds
        self.securityMilliseconds = securityMilliseconds
        self.telemetryMilliseconds = telemetryMilliseconds
        self.periodSeconds = periodSeconds
        self.serverTime = serverTime
        self.oldKeyUntil = oldKeyUntil
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "BeaconConfiguration",
        [
            .required("venue", .text(80)),
            .required("place", .text(100)),
            .required("uuid", .uuid),
            .required("major", .uint16),
            .required("minor", .uint16),
            .required("key", .hexadecimal(bytes: 32)),
            .required("measuredPower", .integer(-128...20)),
            .required("positionMilliseconds", .integer(20...60_000)),
            .required("securityMilliseconds", .integer(20...60_000)),
            .required("telemetryMilliseconds", .integer(20...600_000)),
            .required("periodSeconds", .integer(1...86_400)),
            .required("serverTime", .dateTime),
            .required("oldKeyUntil", .dateTime),
        ])
}

/// What was measured at one distance.
package struct DeploymentCheckBody: APIBody {
    /// How far away.
    package var distance: DeploymentDistance
    /// How many readings it rests on.
    package var readings: Int
    /// For how long was listened, in seconds.
    package var seconds: Double
    /// The median, in dBm.
    package var median: Double
    /// What a phone would estimate, in metres.
    package var metres: Double
    /// Whether that is near enough.
    package var isGood: Bool

    /// What was measured at one distance.
    package init(
        distance: DeploymentDistance, readings: Int, seconds: Double, median: Double, metres: Double, isGood: Bool
    ) {
        self.distance = distance
        self.readings = readings
        self.seconds = seconds
        self.median = median
        self.metres = metres
        self.isGood = isGood
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "DeploymentCheck",
        [
            .required("distance", DeploymentDistance.schema),
            .required("readings", .count),
            .required("seconds", .number),
            .required("median", .number),
            .required("metres", .number),
            .required("isGood", .boolean),
        ])
}

/// How far the deployment of a beacon is.
package struct BeaconDeploymentBody: APIBody {
    /// Its major and minor, as `MAJOR.MINOR`.
    package var beacon: String
    /// The shop; missing at the places of the venue itself.
    package var shop: String?
    /// What kind of spot it is.
    package var zone: String
    /// Where the plan has it: metres from the left edge.
    package var planX: Double
    /// Where the plan has it: metres from the upper edge.
    package var planY: Double
    /// Where it hangs: metres from the left edge.
    package var x: Double?
    /// Where it hangs: metres from the upper edge.
    package var y: Double?
    /// Metres above the floor.
    package var height: Double?
    /// What became of its device.
    package var device: DeviceState
    /// Until when a claim of it can be used that nobody has used.
    package var claimEndsAt: Timestamp?
    /// When a claim of it was used last.
    package var claimedAt: Timestamp?
    /// Until when its old key is taken beside the new one.
    package var rotationEndsAt: Timestamp?
    /// What was measured, the nearest first.
    package var checks: [DeploymentCheckBody]
    /// When a code of its device was accepted.
    package var codeSeenAt: Timestamp?
    /// Its neighbours that were heard from its place.
    package var neighbours: [String]
    /// What is missing, in the order in which it is done; empty when it can be handed over.
    package var missing: [DeploymentStep]

    /// How far the deployment of a beacon is.
    package init(
        beacon: String, shop: String? = nil, zone: String, planX: Double, planY: Double, x: Double? = nil,
        y: Double? = nil, height: Double? = nil, device: DeviceState, claimEndsAt: Timestamp? = nil,
        claimedAt: Timestamp? = nil, rotationEndsAt: Timestamp? = nil, checks: [DeploymentCheckBody],
        codeSeenAt: Timestamp? = nil, neighbours: [String], missing: [DeploymentStep]
    ) {
        self.beacon = beacon
        self.shop = shop
        self.zone = zone
        self.planX = planX
        self.planY = planY
        self.x = x
        self.y = y
        self.height = height
        self.device = device
        self.claimEndsAt = claimEndsAt
        self.claimedAt = claimedAt
        self.rotationEndsAt = rotationEndsAt
        self.checks = checks
        self.codeSeenAt = codeSeenAt
        self.neighbours = neighbours
        self.missing = missing
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "BeaconDeployment",
        [
            .required("beacon", .text(11)),
            .optional("shop", .text(80)),
            .required("zone", .text(20)),
            .required("planX", .number),
            .required("planY", .number),
            .optional("x", .number),
            .optional("y", .number),
            .optional("height", .number),
            .required("device", DeviceState.schema),
            .optional("claimEndsAt", .dateTime),
            .optional("claimedAt", .dateTime),
            .optional("rotationEndsAt", .dateTime),
            .required("checks", .list(of: DeploymentCheckBody.schema, atMost: 3)),
            .optional("codeSeenAt", .dateTime),
            .required("neighbours", .list(of: .text(11), atMost: 100)),
            .required("missing", .list(of: DeploymentStep.schema, atMost: 16)),
        ])
}

/// How far the deployment of a venue is.
package struct DeploymentBody: APIBody {
    /// The beacons, by major and minor.
    package var beacons: [BeaconDeploymentBody]
    /// How many can be handed over.
    package var ready: Int

    /// How far the deployment of a venue is.
    package init(beacons: [BeaconDeploymentBody], ready: Int) {
        self.beacons = beacons
        self.ready = ready
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Deployment",
        [
            .required("beacons", .list(of: BeaconDeploymentBody.schema, atMost: 10000)),
            .required("ready", .count),
        ])
}

/// Something that was done to a beacon.
package struct DeploymentActionBody: APIBody {
    /// Its number in the walk, from 1 on.
    package var number: Int
    /// What was done.
    package var kind: DeploymentKind
    /// Which beacon, as `MAJOR.MINOR`.
    package var beacon: String
    /// When, by the clock of the telephone.
    package var at: Timestamp
    /// Metres from the left edge of the plan.
    package var x: Double?
    /// Metres from the upper edge of the plan.
    package var y: Double?
    /// Metres above the floor.
    package var height: Double?
    /// How far away was measured.
    package var distance: DeploymentDistance?
    /// For how long was listened, in seconds.
    package var seconds: Double?
    /// What was heard, in dBm.
    package var readings: [Int]?
    /// The beacons that were heard, as `MAJOR.MINOR`.
    package var neighbours: [String]?
    /// The security code that was heard.
    package var code: String?

    /// Something that was done to a beacon.
    package init(
        number: Int, kind: DeploymentKind, beacon: String, at: Timestamp, x: Double? = nil, y: Double? = nil,
        height: Double? = nil, distance: DeploymentDistance? = nil, seconds: Double? = nil, readings: [Int]? = nil,
        neighbours: [String]? = nil, code: String? = nil
    ) {
        self.number = number
        self.kind = kind
        self.beacon = beacon
        self.at = at
        self.x = x
        self.y = y
        self.height = height
        self.distance = distance
        self.seconds = seconds
        self.readings = readings
        self.neighbours = neighbours
        self.code = code
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "DeploymentAction",
        [
            .required("number", .integer(1...9_007_199_254_740_991)),
            .required("kind", DeploymentKind.schema),
            .required("beacon", .text(11)),
            .required("at", .dateTime),
            .optional("x", .number),
            .optional("y", .number),
            .optional("height", .number),
            .optional("distance", DeploymentDistance.schema),
            .optional("seconds", .number),
            .optional("readings", .list(of: .integer(-127...20), atMost: 1000)),
            .optional("neighbours", .list(of: .text(11), atMost: 100)),
            .optional("code", .hexadecimal(bytes: 14)),
        ])
}

/// What was done on a walk since the server was last told.
package struct DeploymentActionsBody: APIBody {
    /// The actions, by rising number.
    package var actions: [DeploymentActionBody]

    /// What was done on a walk since the server was last told.
    package init(actions: [DeploymentActionBody]) {
        self.actions = actions
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "DeploymentActions",
        [
            .required("actions", .array(of: DeploymentActionBody.schema, count: 1...200))
        ])
}

/// What became of an action.
package struct DeploymentResultBody: APIBody, Hashable {
    /// Its number.
    package var number: Int
    /// Why it was not carried out; missing when it was.
    package var refusal: DeploymentRefusal?

    /// What became of an action.
    package init(number: Int, refusal: DeploymentRefusal? = nil) {
        self.number = number
        self.refusal = refusal
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "DeploymentResult",
        [
            .required("number", .integer(1...9_007_199_254_740_991)),
            .optional("refusal", DeploymentRefusal.schema),
        ])
}

/// What became of the actions of a walk.
package struct DeploymentReceiptBody: APIBody {
    /// The number of the last action that the server has seen.
    package var done: Int
    /// What became of those that were new.
    package var results: [DeploymentResultBody]
    /// How far the venue is now.
    package var deployment: DeploymentBody

    /// What became of the actions of a walk.
    package init(done: Int, results: [DeploymentResultBody], deployment: DeploymentBody) {
        self.done = done
        self.results = results
        self.deployment = deployment
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "DeploymentReceipt",
        [
            .required("done", .count),
            .required("results", .list(of: DeploymentResultBody.schema, atMost: 200)),
            .required("deployment", DeploymentBody.schema),
        ])
}
