// Written by `make api` from the table in API/; edit that, not this.
import Basics

/// What anonymous reports are counted by; each is a closed set of cells.
package enum ReportCube: String, CaseIterable, Codable, Sendable {
    /// How long ago the last visit was: `first`, `week` (1 to 7 days), `month` (8 to 30) or `year` (31 to 365).
    case recency
    /// How long the stay was, in minutes: `2-5`, `5-20`, `20-60`, `60-360` or `360-`.
    case dwell
    /// What the day came to: `passer_by`; `bounced` (a visit of less than 5 minutes), `engaged` (20 minutes, or a
    /// coupon redeemed) or `visitor`, any other.
    case `class`
    /// What came of a campaign: `offered` or `held_out`, then `.nothing`, `.visited` or `.redeemed`.
    case campaign

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["recency", "dwell", "class", "campaign"])
}

/// What happened at a beacon.
package enum VisitEventKind: String, CaseIterable, Codable, Sendable {
    /// Somebody came near.
    case enter
    /// Somebody had not been near for five minutes.
    case exit

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["enter", "exit"])
}

/// What a figure tells.
package enum FigureName: String, CaseIterable, Codable, Sendable {
    /// People who were in the shop, one for each day.
    case visitors
    /// People who came near the window or the entrance and were not in the shop.
    case passersBy = "passers_by"
    /// Visitors by visitors and passers-by together.
    case capture
    /// Visitors who stayed for less than five minutes.
    case bounced
    /// Bounced visitors by visitors.
    case bounce
    /// Visitors who stayed for twenty minutes or redeemed a coupon.
    case engaged
    /// Engaged visitors by visitors.
    case engagement
    /// Visitors who had been there within a year by those of whom it is known.
    case returning
    /// Pseudonyms with a proved visit that nobody disputes, one for each day; exact.
    case provedVisitors = "proved_visitors"
    /// Stays of them, with less than 15 minutes between proofs; exact.
    case stays
    /// Visitors with this application by what was counted at the door.
    case coverage
    /// Visitors by the coverage.
    case people

    /// The shape in JSON.
    package static let schema: Schema = .oneOf([
        "visitors", "passers_by", "capture", "bounced", "bounce", "engaged", "engagement", "returning",
        "proved_visitors", "stays", "coverage", "people",
    ])
}

/// How true a figure is.
package enum FigureExactness: String, CaseIterable, Codable, Sendable {
    /// It was counted of people who let the shop know of each visit.
    case exact
    /// It was counted of anonymous reports, with noise that hides each person.
    case noised

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["exact", "noised"])
}

/// The months for which credentials are issued at present.
package struct ReportIssuersBody: APIBody {
    /// The months, the earliest first.
    package var issuers: [ReportIssuerBody]

    /// The months for which credentials are issued at present.
    package init(issuers: [ReportIssuerBody]) {
        self.issuers = issuers
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ReportIssuers",
        [
            .required("issuers", .list(of: ReportIssuerBody.schema, atMost: 3))
        ])
}

/// The key of one month; all accounts that have a credential of it look alike.
package struct ReportIssuerBody: APIBody {
    /// The month (UTC), as `2026-11`.
    package var period: String
    /// The issuer's public key.
    package var publicKey: String

    /// The key of one month; all accounts that have a credential of it look alike.
    package init(period: String, publicKey: String) {
        self.period = period
        self.publicKey = publicKey
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ReportIssuer",
        [
            .required("period", .text(7)),
            .required("publicKey", .hexadecimal(bytes: 99)),
        ])
}

/// A request for the credential of a month.
package struct ReportCredentialRequestBody: APIBody {
    /// The month (UTC), as `2026-11`.
    package var period: String
    /// The blinded request; the same again is answered as before.
    package var request: String

    /// A request for the credential of a month.
    package init(period: String, request: String) {
        self.period = period
        self.request = request
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ReportCredentialRequest",
        [
            .required("period", .text(7)),
            .required("request", .hexadecimal(bytes: 226)),
        ])
}

/// The blinded answer to a request for a credential.
package struct ReportCredentialBody: APIBody {
    /// The blinded answer.
    package var response: String

    /// The blinded answer to a request for a credential.
    package init(response: String) {
        self.response = response
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ReportCredential",
        [
            .required("response", .hexadecimal(bytes: 454))
        ])
}

/// What one phone counted of one shop and day, in one cube: one report, which nothing joins to another.
package struct ReportBody: APIBody {
    /// The UUID of the venue.
    package var venue: String
    /// The major number of the shop's beacons.
    package var major: Int
    /// The day in the venue's time zone, as `2026-11-21`.
    package var day: String
    /// What is counted.
    package var cube: ReportCube
    /// Which of the cube's cells.
    package var cell: String
    /// The month of the credential.
    package var period: String
    /// What proves that some credential of the month makes this report, and makes it once.
    package var presentation: String
    /// Whatever makes every report as long as any other.
    package var padding: String?

    /// What one phone counted of one shop and day, in one cube: one report, which nothing joins to another.
    package init(
        venue: String, major: Int, day: String, cube: ReportCube, cell: String, period: String, presentation: String,
        padding: String? = nil
    ) {
        self.venue = venue
        self.major = major
        self.day = day
        self.cube = cube
        self.cell = cell
        self.period = period
        self.presentation = presentation
        self.padding = padding
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Report",
        [
            .required("venue", .uuid),
            .required("major", .uint16),
            .required("day", .text(10)),
            .required("cube", ReportCube.schema),
            .required("cell", .text(20)),
            .required("period", .text(7)),
            .required("presentation", .hexadecimal(bytes: 292)),
            .optional("padding", .text(100)),
        ])
}

/// That somebody came to a beacon of a shop or left it.
package struct VisitEventBody: APIBody {
    /// The UUID of the venue.
    package var venue: String
    /// The major number of the shop's beacons.
    package var major: Int
    /// The minor number of the beacon.
    package var minor: Int
    /// Which of the two.
    package var kind: VisitEventKind
    /// When; the minute of it is kept.
    package var at: Timestamp

    /// That somebody came to a beacon of a shop or left it.
    package init(venue: String, major: Int, minor: Int, kind: VisitEventKind, at: Timestamp) {
        self.venue = venue
        self.major = major
        self.minor = minor
        self.kind = kind
        self.at = at
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VisitEvent",
        [
            .required("venue", .uuid),
            .required("major", .uint16),
            .required("minor", .uint16),
            .required("kind", VisitEventKind.schema),
            .required("at", .dateTime),
        ])
}

/// What happened at beacons in the last quarter of an hour.
package struct VisitEventsBody: APIBody {
    /// The events; what is older than 15 minutes, or of a shop that may not know of visits, is not kept.
    package var events: [VisitEventBody]

    /// What happened at beacons in the last quarter of an hour.
    package init(events: [VisitEventBody]) {
        self.events = events
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VisitEvents",
        [
            .required("events", .list(of: VisitEventBody.schema, atMost: 100))
        ])
}

/// What was kept of events.
package struct KeptEventsBody: APIBody {
    /// How many.
    package var kept: Int

    /// What was kept of events.
    package init(kept: Int) {
        self.kept = kept
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "KeptEvents",
        [
            .required("kept", .count)
        ])
}

/// A figure with its interval of 95 %.
package struct FigureBody: APIBody {
    /// What it tells.
    package var name: FigureName
    /// The figure; null where nothing can be told, as a share of nobody.
    package var value: Double?
    /// The least that it can be.
    package var low: Double?
    /// The most that it can be.
    package var high: Double?
    /// How true it is.
    package var exactness: FigureExactness

    /// A figure with its interval of 95 %.
    package init(name: FigureName, value: Double?, low: Double?, high: Double?, exactness: FigureExactness) {
        self.name = name
        self.value = value
        self.low = low
        self.high = high
        self.exactness = exactness
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Figure",
        [
            .required("name", FigureName.schema),
            .required("value", .nullable(.number)),
            .required("low", .nullable(.number)),
            .required("high", .nullable(.number)),
            .required("exactness", FigureExactness.schema),
        ])

    private enum CodingKeys: String, CodingKey {
        case name, value, low, high, exactness
    }

    /// Writes what may be null also when there is none: its absence is told, not left out.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(value, forKey: .value)
        try container.encode(low, forKey: .low)
        try container.encode(high, forKey: .high)
        try container.encode(exactness, forKey: .exactness)
    }
}

/// A released cell.
package struct FigureCellBody: APIBody {
    /// What was counted.
    package var cube: ReportCube
    /// Which of its cells.
    package var cell: String
    /// The count with its noise, and 0 where that is negative.
    package var value: Int
    /// The least that the true count can be (95 %).
    package var low: Int
    /// The most that it can be (95 %).
    package var high: Int

    /// A released cell.
    package init(cube: ReportCube, cell: String, value: Int, low: Int, high: Int) {
        self.cube = cube
        self.cell = cell
        self.value = value
        self.low = low
        self.high = high
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "FigureCell",
        [
            .required("cube", ReportCube.schema),
            .required("cell", .text(20)),
            .required("value", .count),
            .required("low", .count),
            .required("high", .count),
        ])
}

/// The figures of a shop on one day.
package struct FigureDayBody: APIBody {
    /// The day in the venue's time zone.
    package var day: String
    /// The day on which its anonymous reports are released, once.
    package var releasesOn: String
    /// Whether they have been.
    package var isReleased: Bool
    /// Whether its exact figures are there.
    package var isCounted: Bool
    /// What can be told of the day.
    package var figures: [FigureBody]
    /// Its released cells, all of each cube.
    package var cells: [FigureCellBody]
    /// Proofs with codes that too many accounts used; they are in no figure.
    package var disputed: Int
    /// How many people the shop counted at its door.
    package var doorCount: Int?

    /// The figures of a shop on one day.
    package init(
        day: String, releasesOn: String, isReleased: Bool, isCounted: Bool, figures: [FigureBody],
        cells: [FigureCellBody], disputed: Int, doorCount: Int? = nil
    ) {
        self.day = day
        self.releasesOn = releasesOn
        self.isReleased = isReleased
        self.isCounted = isCounted
        self.figures = figures
        self.cells = cells
        self.disputed = disputed
        self.doorCount = doorCount
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "FigureDay",
        [
            .required("day", .text(10)),
            .required("releasesOn", .text(10)),
            .required("isReleased", .boolean),
            .required("isCounted", .boolean),
            .required("figures", .list(of: FigureBody.schema)),
            .required("cells", .list(of: FigureCellBody.schema)),
            .required("disputed", .count),
            .optional("doorCount", .count),
        ])
}

/// How many people gave a shop a term or a higher one, with noise.
package struct TermCountBody: APIBody {
    /// The term.
    package var term: ShopTerm
    /// How many.
    package var value: Int
    /// The least that it can be (95 %).
    package var low: Int
    /// The most that it can be (95 %).
    package var high: Int

    /// How many people gave a shop a term or a higher one, with noise.
    package init(term: ShopTerm, value: Int, low: Int, high: Int) {
        self.term = term
        self.value = value
        self.low = low
        self.high = high
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "TermCount",
        [
            .required("term", ShopTerm.schema),
            .required("value", .count),
            .required("low", .count),
            .required("high", .count),
        ])
}

/// The figures of a shop.
package struct ShopFiguresBody: APIBody {
    /// The time zone of its days.
    package var timeZone: String
    /// The version of what the figures mean.
    package var definitions: Int
    /// The days, the first one first.
    package var days: [FigureDayBody]
    /// The same figures over all released days together.
    package var totals: [FigureBody]
    /// The cells over all released days together, summed before anything is cut off; none of campaigns.
    package var cells: [FigureCellBody]
    /// How many people gave the shop each term, as released last.
    package var terms: [TermCountBody]
    /// The Monday on which that was released.
    package var termsOn: String?
    /// What these days have cost of each person's budget at most, as epsilon.
    package var budget: Double

    /// The figures of a shop.
    package init(
        timeZone: String, definitions: Int, days: [FigureDayBody], totals: [FigureBody], cells: [FigureCellBody],
        terms: [TermCountBody], termsOn: String? = nil, budget: Double
    ) {
        self.timeZone = timeZone
        self.definitions = definitions
        self.days = days
        self.totals = totals
        self.cells = cells
        self.terms = terms
        self.termsOn = termsOn
        self.budget = budget
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ShopFigures",
        [
            .required("timeZone", .text()),
            .required("definitions", .integer(1...9_007_199_254_740_991)),
            .required("days", .list(of: FigureDayBody.schema, atMost: 400)),
            .required("totals", .list(of: FigureBody.schema)),
            .required("cells", .list(of: FigureCellBody.schema)),
            .required("terms", .list(of: TermCountBody.schema)),
            .optional("termsOn", .text(10)),
            .required("budget", .number),
        ])
}

/// A quarter of an hour that is over.
package struct ShopQuarterBody: APIBody {
    /// Its beginning.
    package var from: Timestamp
    /// Pseudonyms with a proof that nobody disputes.
    package var visitors: Int
    /// Proofs with codes that too many accounts used.
    package var disputed: Int

    /// A quarter of an hour that is over.
    package init(from: Timestamp, visitors: Int, disputed: Int) {
        self.from = from
        self.visitors = visitors
        self.disputed = disputed
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ShopQuarter",
        [
            .required("from", .dateTime),
            .required("visitors", .count),
            .required("disputed", .count),
        ])
}

/// How busy a shop was on a day.
package struct ShopQuartersBody: APIBody {
    /// The day in the venue's time zone.
    package var day: String
    /// Up to when quarters are counted.
    package var until: Timestamp
    /// The quarters in which anything was proved.
    package var quarters: [ShopQuarterBody]

    /// How busy a shop was on a day.
    package init(day: String, until: Timestamp, quarters: [ShopQuarterBody]) {
        self.day = day
        self.until = until
        self.quarters = quarters
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ShopQuarters",
        [
            .required("day", .text(10)),
            .required("until", .dateTime),
            .required("quarters", .list(of: ShopQuarterBody.schema, atMost: 100)),
        ])
}

/// What phones heard of a beacon on a day, and what of it was proved.
package struct BeaconRatioDayBody: APIBody {
    /// The day in the venue's time zone.
    package var day: String
    /// Whether the day is over; of today there are the hours that are.
    package var isClosed: Bool
    /// How often somebody came.
    package var entered: Int
    /// How often a proof was accepted beside it.
    package var proved: Int
    /// Proved by entered.
    package var ratio: Double?
    /// The least that is usual here: the mean of the 28 days before less three deviations.
    package var least: Double?
    /// Whether it is less than that: a clone, a broken security beacon or a wrong clock.
    package var isOdd: Bool

    /// What phones heard of a beacon on a day, and what of it was proved.
    package init(day: String, isClosed: Bool, entered: Int, proved: Int, ratio: Double?, least: Double?, isOdd: Bool) {
        self.day = day
        self.isClosed = isClosed
        self.entered = entered
        self.proved = proved
        self.ratio = ratio
        self.least = least
        self.isOdd = isOdd
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "BeaconRatioDay",
        [
            .required("day", .text(10)),
            .required("isClosed", .boolean),
            .required("entered", .count),
            .required("proved", .count),
            .required("ratio", .nullable(.number)),
            .required("least", .nullable(.number)),
            .required("isOdd", .boolean),
        ])

    private enum CodingKeys: String, CodingKey {
        case day, isClosed, entered, proved, ratio, least, isOdd
    }

    /// Writes what may be null also when there is none: its absence is told, not left out.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(day, forKey: .day)
        try container.encode(isClosed, forKey: .isClosed)
        try container.encode(entered, forKey: .entered)
        try container.encode(proved, forKey: .proved)
        try container.encode(ratio, forKey: .ratio)
        try container.encode(least, forKey: .least)
        try container.encode(isOdd, forKey: .isOdd)
    }
}

/// A beacon of a shop.
package struct ShopBeaconBody: APIBody {
    /// The minor number of the beacon.
    package var minor: Int
    /// The days on which it was heard, the first one first.
    package var days: [BeaconRatioDayBody]

    /// A beacon of a shop.
    package init(minor: Int, days: [BeaconRatioDayBody]) {
        self.minor = minor
        self.days = days
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ShopBeacon",
        [
            .required("minor", .uint16),
            .required("days", .list(of: BeaconRatioDayBody.schema, atMost: 400)),
        ])
}

/// How many stays phones reported of a shop on a day, and how many of them were verified.
package struct StayRatioDayBody: APIBody {
    /// The day in the venue's time zone.
    package var day: String
    /// Whether the day is over; of today there are the hours that are.
    package var isClosed: Bool
    /// Stays: what one pseudonym reports with less than 15 minutes between.
    package var entered: Int
    /// Stays at which a proof was accepted beside any of the shop's beacons.
    package var proved: Int
    /// The share that is usual here, by the 28 days before; null while fewer than seven are known.
    package var usual: Double?
    /// Whether fewer are verified than chance explains: a copied beacon, one that sends no codes, or a wrong clock.
    ///
    /// Days with fewer than 10 stays are never odd.
    package var isOdd: Bool

    /// How many stays phones reported of a shop on a day, and how many of them were verified.
    package init(day: String, isClosed: Bool, entered: Int, proved: Int, usual: Double?, isOdd: Bool) {
        self.day = day
        self.isClosed = isClosed
        self.entered = entered
        self.proved = proved
        self.usual = usual
        self.isOdd = isOdd
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "StayRatioDay",
        [
            .required("day", .text(10)),
            .required("isClosed", .boolean),
            .required("entered", .count),
            .required("proved", .count),
            .required("usual", .nullable(.number)),
            .required("isOdd", .boolean),
        ])

    private enum CodingKeys: String, CodingKey {
        case day, isClosed, entered, proved, usual, isOdd
    }

    /// Writes what may be null also when there is none: its absence is told, not left out.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(day, forKey: .day)
        try container.encode(isClosed, forKey: .isClosed)
        try container.encode(entered, forKey: .entered)
        try container.encode(proved, forKey: .proved)
        try container.encode(usual, forKey: .usual)
        try container.encode(isOdd, forKey: .isOdd)
    }
}

/// A shop where fewer stays than usual are verified.
package struct ShopStaysBody: APIBody {
    /// The shop's number.
    package var major: Int
    /// Its name.
    package var shop: String
    /// Today; yesterday while fewer than 10 stays are known of today.
    package var stays: StayRatioDayBody

    /// A shop where fewer stays than usual are verified.
    package init(major: Int, shop: String, stays: StayRatioDayBody) {
        self.major = major
        self.shop = shop
        self.stays = stays
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ShopStays",
        [
            .required("major", .uint16),
            .required("shop", .text(80)),
            .required("stays", StayRatioDayBody.schema),
        ])
}

/// The shops of a venue where fewer stays than usual are verified.
package struct VenueStaysBody: APIBody {
    /// The shops, in the order of the venue; none when all is usual.
    package var shops: [ShopStaysBody]

    /// The shops of a venue where fewer stays than usual are verified.
    package init(shops: [ShopStaysBody]) {
        self.shops = shops
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VenueStays",
        [
            .required("shops", .list(of: ShopStaysBody.schema))
        ])
}

/// The beacons of a shop.
package struct ShopBeaconsBody: APIBody {
    /// The days of the shop on which phones reported stays, the first one first.
    package var stays: [StayRatioDayBody]
    /// The beacons by their minors.
    package var beacons: [ShopBeaconBody]

    /// The beacons of a shop.
    package init(stays: [StayRatioDayBody], beacons: [ShopBeaconBody]) {
        self.stays = stays
        self.beacons = beacons
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ShopBeacons",
        [
            .required("stays", .list(of: StayRatioDayBody.schema, atMost: 400)),
            .required("beacons", .list(of: ShopBeaconBody.schema)),
        ])
}

/// How many people came through a shop's door on a day.
package struct DoorCountBody: APIBody {
    /// As a counter or somebody at the door counted.
    package var people: Int

    /// How many people came through a shop's door on a day.
    package init(people: Int) {
        self.people = people
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "DoorCount",
        [
            .required("people", .integer(0...1_000_000))
        ])
}
