// Written by `make api` from the table in API/; edit that, not this.
import Basics

/// What of a plan changes.
package enum PlanPart: String, CaseIterable, Codable, Sendable {
    /// The venue itself, such as its name or size.
    case venue
    /// A shop.
    case shop
    /// A beacon.
    case beacon
    /// Walls.
    case wall
    /// Doors.
    case door
    /// The picture under the plan.
    case picture

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["venue", "shop", "beacon", "wall", "door", "picture"])
}

/// How something of a plan changes.
package enum PlanChangeKind: String, CaseIterable, Codable, Sendable {
    /// It was not there before.
    case added
    /// It is elsewhere, or has another outline.
    case moved
    /// It has another name.
    case renamed
    /// Something else about it is different.
    case changed
    /// It is gone.
    case removed

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["added", "moved", "renamed", "changed", "removed"])
}

/// What ends when something of a plan is removed.
package enum PlanLossKind: String, CaseIterable, Codable, Sendable {
    /// People had chosen the shop; their choice ends.
    case choices
    /// Coupons of the shop can no longer be redeemed.
    case coupons
    /// Offers of the shop end.
    case offers
    /// A beacon's key is thrown away; should the beacon come back, it needs a new one.
    case keys

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["choices", "coupons", "offers", "keys"])
}

/// A floor plan as it is edited; its origin is the upper left corner, x grows to the right and y downwards.
package struct PlanFloorBody: APIBody {
    /// Metres from left to right.
    package var width: Double
    /// Metres from top to bottom.
    package var height: Double
    /// The walls as [x1, y1, x2, y2] in metres.
    package var walls: [SegmentBody]
    /// Where one walks through a wall, as [x1, y1, x2, y2] in metres.
    package var doors: [SegmentBody]
    /// The address of a picture to lie under the plan.
    package var image: String?
    /// Where on the plan the picture lies, as [left, top, right, bottom] in metres; without it the picture fills the
    /// plan.
    package var imageArea: SegmentBody?

    /// A floor plan as it is edited; its origin is the upper left corner, x grows to the right and y downwards.
    package init(
        width: Double, height: Double, walls: [SegmentBody], doors: [SegmentBody], image: String? = nil,
        imageArea: SegmentBody? = nil
    ) {
        self.width = width
        self.height = height
        self.walls = walls
        self.doors = doors
        self.image = image
        self.imageArea = imageArea
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "PlanFloor",
        [
            .required("width", .number),
            .required("height", .number),
            .required("walls", .list(of: SegmentBody.schema, atMost: 5000)),
            .required("doors", .list(of: SegmentBody.schema, atMost: 5000)),
            .optional("image", .text(1024)),
            .optional("imageArea", SegmentBody.schema),
        ])
}

/// A beacon as it is edited; its key is never told.
package struct PlanBeaconBody: APIBody {
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
    /// How many accounts may use one code before it is disputed.
    package var accountsPerWindow: Int?
    /// The beacons that are next when one walks, as [major, minor]; empty to have them worked out.
    package var neighbours: [BeaconPairBody]

    /// A beacon as it is edited; its key is never told.
    package init(
        major: Int, minor: Int, x: Double, y: Double, zone: String, measuredPower: Int, period: Int,
        accountsPerWindow: Int? = nil, neighbours: [BeaconPairBody]
    ) {
        self.major = major
        self.minor = minor
        self.x = x
        self.y = y
        self.zone = zone
        self.measuredPower = measuredPower
        self.period = period
        self.accountsPerWindow = accountsPerWindow
        self.neighbours = neighbours
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "PlanBeacon",
        [
            .required("major", .uint16),
            .required("minor", .uint16),
            .required("x", .number),
            .required("y", .number),
            .required("zone", .oneOf(["entrance", "window", "door", "till", "fitting-room", "aisle"])),
            .required("measuredPower", .integer(-128...127)),
            .required("period", .count),
            .optional("accountsPerWindow", .count),
            .required("neighbours", .list(of: BeaconPairBody.schema, atMost: 64)),
        ])
}

/// A venue's plan as its venue file has it, without the offers, which are the shops' own.
package struct PlanDocumentBody: APIBody {
    /// The venue's name.
    package var name: String
    /// The UUID that all beacons of the venue send.
    package var uuid: String
    /// Its time zone as the IANA database names it.
    package var timeZone: String
    /// Where it is on Earth.
    package var location: LocationBody
    /// Its floor.
    package var plan: PlanFloorBody
    /// Its shops.
    package var shops: [ShopBody]
    /// Its beacons.
    package var beacons: [PlanBeaconBody]
    /// The points for twenty minutes and more in one of its shops, once a day; without it there are none.
    package var pointsForTime: Int?

    /// A venue's plan as its venue file has it, without the offers, which are the shops' own.
    package init(
        name: String, uuid: String, timeZone: String, location: LocationBody, plan: PlanFloorBody, shops: [ShopBody],
        beacons: [PlanBeaconBody], pointsForTime: Int? = nil
    ) {
        self.name = name
        self.uuid = uuid
        self.timeZone = timeZone
        self.location = location
        self.plan = plan
        self.shops = shops
        self.beacons = beacons
        self.pointsForTime = pointsForTime
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "PlanDocument",
        [
            .required("name", .text()),
            .required("uuid", .uuid),
            .required("timeZone", .text()),
            .required("location", LocationBody.schema),
            .required("plan", PlanFloorBody.schema),
            .required("shops", .list(of: ShopBody.schema, atMost: 500)),
            .required("beacons", .list(of: PlanBeaconBody.schema, atMost: 2000)),
            .optional("pointsForTime", .integer(0...100)),
        ])
}

/// Something about a draft that keeps it from being published, or that somebody should look at.
package struct PlanRemarkBody: APIBody {
    /// Where in the document, as a JSON path.
    package var path: String
    /// What it is.
    package var message: String
    /// Where on the plan, when it has a place there: metres from the left edge.
    package var x: Double?
    /// Where on the plan, when it has a place there: metres from the upper edge.
    package var y: Double?

    /// Something about a draft that keeps it from being published, or that somebody should look at.
    package init(path: String, message: String, x: Double? = nil, y: Double? = nil) {
        self.path = path
        self.message = message
        self.x = x
        self.y = y
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "PlanRemark",
        [
            .required("path", .text()),
            .required("message", .text()),
            .optional("x", .number),
            .optional("y", .number),
        ])
}

/// A version of a plan.
package struct PlanVersionBody: APIBody {
    /// Its number, from 1 on.
    package var number: Int
    /// When it came into force.
    package var at: Timestamp
    /// Who put it in force; missing when that was done on the machine, or the account has ended.
    package var by: String?
    /// What they said about it.
    package var note: String
    /// The older version that it is again.
    package var restored: Int?
    /// How many shops it has.
    package var shops: Int
    /// How many beacons it has.
    package var beacons: Int

    /// A version of a plan.
    package init(
        number: Int, at: Timestamp, by: String? = nil, note: String, restored: Int? = nil, shops: Int, beacons: Int
    ) {
        self.number = number
        self.at = at
        self.by = by
        self.note = note
        self.restored = restored
        self.shops = shops
        self.beacons = beacons
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "PlanVersion",
        [
            .required("number", .integer(1...9_007_199_254_740_991)),
            .required("at", .dateTime),
            .optional("by", .text(254)),
            .required("note", .text(200)),
            .optional("restored", .integer(1...9_007_199_254_740_991)),
            .required("shops", .count),
            .required("beacons", .count),
        ])
}

/// How the draft of a plan stands, without what is in it.
package struct PlanDraftBody: APIBody {
    /// What the next change of it is to name in `If-Match`; it grows with each.
    package var number: Int
    /// Whether there is none.
    package var isEmpty: Bool
    /// The version that it was made from; 0 before the first one.
    package var base: Int
    /// When it was kept.
    package var savedAt: Timestamp?
    /// Who changed it last.
    package var savedBy: String?
    /// What keeps it from being published, in the order of the document.
    package var faults: [PlanRemarkBody]
    /// What keeps it from nothing, such as walls that cross.
    package var notices: [PlanRemarkBody]

    /// How the draft of a plan stands, without what is in it.
    package init(
        number: Int, isEmpty: Bool, base: Int, savedAt: Timestamp? = nil, savedBy: String? = nil,
        faults: [PlanRemarkBody], notices: [PlanRemarkBody]
    ) {
        self.number = number
        self.isEmpty = isEmpty
        self.base = base
        self.savedAt = savedAt
        self.savedBy = savedBy
        self.faults = faults
        self.notices = notices
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "PlanDraft",
        [
            .required("number", .count),
            .required("isEmpty", .boolean),
            .required("base", .count),
            .optional("savedAt", .dateTime),
            .optional("savedBy", .text(254)),
            .required("faults", .list(of: PlanRemarkBody.schema)),
            .required("notices", .list(of: PlanRemarkBody.schema)),
        ])
}

/// A venue's plan as it is in force, and the draft of the next one.
package struct OperatorPlanBody: APIBody {
    /// The version in force; missing before the first one.
    package var version: PlanVersionBody?
    /// What is in force; missing before the first version.
    package var document: PlanDocumentBody?
    /// How the draft stands.
    package var draft: PlanDraftBody
    /// What the draft says; missing when there is none.
    package var draftDocument: PlanDocumentBody?

    /// A venue's plan as it is in force, and the draft of the next one.
    package init(
        version: PlanVersionBody? = nil, document: PlanDocumentBody? = nil, draft: PlanDraftBody,
        draftDocument: PlanDocumentBody? = nil
    ) {
        self.version = version
        self.document = document
        self.draft = draft
        self.draftDocument = draftDocument
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "OperatorPlan",
        [
            .optional("version", PlanVersionBody.schema),
            .optional("document", PlanDocumentBody.schema),
            .required("draft", PlanDraftBody.schema),
            .optional("draftDocument", PlanDocumentBody.schema),
        ])
}

/// The versions of a plan.
package struct PlanVersionsBody: APIBody {
    /// The versions, the newest first.
    package var versions: [PlanVersionBody]

    /// The versions of a plan.
    package init(versions: [PlanVersionBody]) {
        self.versions = versions
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "PlanVersions",
        [
            .required("versions", .list(of: PlanVersionBody.schema))
        ])
}

/// A version of a plan with what is in it.
package struct PlanVersionDocumentBody: APIBody {
    /// Which version.
    package var version: PlanVersionBody
    /// What is in it.
    package var document: PlanDocumentBody

    /// A version of a plan with what is in it.
    package init(version: PlanVersionBody, document: PlanDocumentBody) {
        self.version = version
        self.document = document
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "PlanVersionDocument",
        [
            .required("version", PlanVersionBody.schema),
            .required("document", PlanDocumentBody.schema),
        ])
}

/// What is said about a new version.
package struct PlanNoteBody: APIBody {
    /// Why it was made; may be empty.
    package var note: String

    /// What is said about a new version.
    package init(note: String) {
        self.note = note
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "PlanNote",
        [
            .required("note", .line(200))
        ])
}

/// Something that publishing a draft changes.
package struct PlanChangeBody: APIBody {
    /// What changes.
    package var part: PlanPart
    /// How.
    package var kind: PlanChangeKind
    /// The major of the shop or the beacon.
    package var major: Int?
    /// The minor of the beacon.
    package var minor: Int?
    /// The name that it has now.
    package var name: String?
    /// The name that it had.
    package var before: String?
    /// The keys of the document whose values are different.
    package var fields: [String]?
    /// How many walls or doors.
    package var count: Int?
    /// Where it was.
    package var from: PointBody?
    /// Where it is.
    package var to: PointBody?

    /// Something that publishing a draft changes.
    package init(
        part: PlanPart, kind: PlanChangeKind, major: Int? = nil, minor: Int? = nil, name: String? = nil,
        before: String? = nil, fields: [String]? = nil, count: Int? = nil, from: PointBody? = nil, to: PointBody? = nil
    ) {
        self.part = part
        self.kind = kind
        self.major = major
        self.minor = minor
        self.name = name
        self.before = before
        self.fields = fields
        self.count = count
        self.from = from
        self.to = to
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "PlanChange",
        [
            .required("part", PlanPart.schema),
            .required("kind", PlanChangeKind.schema),
            .optional("major", .uint16),
            .optional("minor", .uint16),
            .optional("name", .text()),
            .optional("before", .text()),
            .optional("fields", .list(of: .text())),
            .optional("count", .integer(1...9_007_199_254_740_991)),
            .optional("from", PointBody.schema),
            .optional("to", PointBody.schema),
        ])
}

/// Something that ends when a draft is published.
package struct PlanLossBody: APIBody {
    /// What ends.
    package var kind: PlanLossKind
    /// The major of the shop or the beacon.
    package var major: Int
    /// The minor of the beacon.
    package var minor: Int?
    /// The shop's name.
    package var name: String?
    /// How many; of choices and coupons rounded down to tens, so that 0 means fewer than ten, which may be none.
    package var atLeast: Int

    /// Something that ends when a draft is published.
    package init(kind: PlanLossKind, major: Int, minor: Int? = nil, name: String? = nil, atLeast: Int) {
        self.kind = kind
        self.major = major
        self.minor = minor
        self.name = name
        self.atLeast = atLeast
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "PlanLoss",
        [
            .required("kind", PlanLossKind.schema),
            .required("major", .uint16),
            .optional("minor", .uint16),
            .optional("name", .text()),
            .required("atLeast", .count),
        ])
}

/// What publishing a draft would change.
package struct PlanDifferencesBody: APIBody {
    /// The version in force that the draft was compared with; 0 before the first one.
    package var base: Int
    /// What would be different.
    package var changes: [PlanChangeBody]
    /// What would end.
    package var losses: [PlanLossBody]

    /// What publishing a draft would change.
    package init(base: Int, changes: [PlanChangeBody], losses: [PlanLossBody]) {
        self.base = base
        self.changes = changes
        self.losses = losses
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "PlanDifferences",
        [
            .required("base", .count),
            .required("changes", .list(of: PlanChangeBody.schema)),
            .required("losses", .list(of: PlanLossBody.schema)),
        ])
}

/// A picture that was kept to lie under a plan.
package struct PlanPictureBody: APIBody {
    /// Its address, for `image` of the plan.
    package var address: String
    /// Its pixels from left to right.
    package var width: Int
    /// Its pixels from top to bottom.
    package var height: Int

    /// A picture that was kept to lie under a plan.
    package init(address: String, width: Int, height: Int) {
        self.address = address
        self.width = width
        self.height = height
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "PlanPicture",
        [
            .required("address", .text()),
            .required("width", .integer(1...9_007_199_254_740_991)),
            .required("height", .integer(1...9_007_199_254_740_991)),
        ])
}
