// Written by `make api` from the table in API/; edit that, not this.
import Basics

/// By how much one phone heard one beacon otherwise than the radio map says, on one day.
package struct RadioResidualBody: APIBody {
    /// The UUID of the venue.
    package var venue: String
    /// The number of the map.
    package var number: Int
    /// The major number of the beacon.
    package var major: Int
    /// The minor number of the beacon.
    package var minor: Int
    /// How much louder than the map without corrections says, less what the receiver hears louder anyway.
    package var decibels: Int
    /// The day (UTC) on which it was heard, as `2026-11-21`; it is taken from the next day on until the third after it.
    package var day: String
    /// What proves that some credential for anonymous reports of the month makes this report, and makes one that day.
    package var presentation: String
    /// Whatever makes every report as long as any other.
    package var padding: String?

    /// By how much one phone heard one beacon otherwise than the radio map says, on one day.
    package init(
        venue: String, number: Int, major: Int, minor: Int, decibels: Int, day: String, presentation: String,
        padding: String? = nil
    ) {
        self.venue = venue
        self.number = number
        self.major = major
        self.minor = minor
        self.decibels = decibels
        self.day = day
        self.presentation = presentation
        self.padding = padding
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "RadioResidual",
        [
            .required("venue", .uuid),
            .required("number", .integer(1...9_007_199_254_740_991)),
            .required("major", .uint16),
            .required("minor", .uint16),
            .required("decibels", .integer(-12...12)),
            .required("day", .text(10)),
            .required("presentation", .hexadecimal(bytes: 292)),
            .optional("padding", .text(40)),
        ])
}

/// What phones said of a beacon, as it was when a day was closed.
package struct RadioResidualFigureBody: APIBody {
    /// The major number of the beacon.
    package var major: Int
    /// The minor number of the beacon.
    package var minor: Int
    /// The median: by how much they hear it louder than the map says.
    package var decibels: Int
    /// By how much the map is corrected where that is taken over.
    package var correction: Int
    /// How many phones said something, rounded down to tens.
    package var reports: Int

    /// What phones said of a beacon, as it was when a day was closed.
    package init(major: Int, minor: Int, decibels: Int, correction: Int, reports: Int) {
        self.major = major
        self.minor = minor
        self.decibels = decibels
        self.correction = correction
        self.reports = reports
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "RadioResidualFigure",
        [
            .required("major", .uint16),
            .required("minor", .uint16),
            .required("decibels", .integer(-12...12)),
            .required("correction", .integer(-6...6)),
            .required("reports", .integer(20...9_007_199_254_740_991)),
        ])
}

/// How far a radio map is refined by what visitors' phones say.
package struct RadioRefinementBody: APIBody {
    /// The number of the map in force.
    package var number: Int
    /// Whether the map that phones are given is corrected.
    package var isTaken: Bool
    /// The day (UTC) up to whose beginning the figures are closed; missing before the first.
    package var closedUntil: String?
    /// The beacons of which at least 20 phones said something.
    package var beacons: [RadioResidualFigureBody]

    /// How far a radio map is refined by what visitors' phones say.
    package init(number: Int, isTaken: Bool, closedUntil: String? = nil, beacons: [RadioResidualFigureBody]) {
        self.number = number
        self.isTaken = isTaken
        self.closedUntil = closedUntil
        self.beacons = beacons
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "RadioRefinement",
        [
            .required("number", .integer(1...9_007_199_254_740_991)),
            .required("isTaken", .boolean),
            .optional("closedUntil", .text(10)),
            .required("beacons", .list(of: RadioResidualFigureBody.schema, atMost: 512)),
        ])
}

/// Whether the radio map is corrected by what visitors' phones say.
package struct RadioRefinementChoiceBody: APIBody {
    /// Whether it is.
    package var isTaken: Bool

    /// Whether the radio map is corrected by what visitors' phones say.
    package init(isTaken: Bool) {
        self.isTaken = isTaken
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "RadioRefinementChoice",
        [
            .required("isTaken", .boolean)
        ])
}

/// A version of a radio map.
package struct RadioMapVersionBody: APIBody {
    /// Its number, from 1 on.
    package var number: Int
    /// When it came into force.
    package var at: Timestamp
    /// Who put it in force; missing when the account has ended.
    package var by: String?
    /// The older version that it is again.
    package var restored: Int?
    /// How many places it has; 0 where a map was taken out of force.
    package var places: Int
    /// How many scans it is made from.
    package var scans: Int
    /// Whether it was made on the plan that is in force now; phones use no other.
    package var fits: Bool

    /// A version of a radio map.
    package init(
        number: Int, at: Timestamp, by: String? = nil, restored: Int? = nil, places: Int, scans: Int, fits: Bool
    ) {
        self.number = number
        self.at = at
        self.by = by
        self.restored = restored
        self.places = places
        self.scans = scans
        self.fits = fits
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "RadioMapVersion",
        [
            .required("number", .integer(1...9_007_199_254_740_991)),
            .required("at", .dateTime),
            .optional("by", .text(254)),
            .optional("restored", .integer(1...9_007_199_254_740_991)),
            .required("places", .count),
            .required("scans", .count),
            .required("fits", .boolean),
        ])
}

/// The versions of a radio map.
package struct RadioMapVersionsBody: APIBody {
    /// What the next change is to name in `If-Match`: the number of the newest version; 0 before the first one.
    package var number: Int
    /// The digest of the plan that is in force, which a map has to be of; missing where there is none.
    package var plan: String?
    /// The versions that are kept, the newest first.
    package var versions: [RadioMapVersionBody]

    /// The versions of a radio map.
    package init(number: Int, plan: String? = nil, versions: [RadioMapVersionBody]) {
        self.number = number
        self.plan = plan
        self.versions = versions
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "RadioMapVersions",
        [
            .required("number", .count),
            .optional("plan", .hexadecimal(bytes: 32)),
            .required("versions", .list(of: RadioMapVersionBody.schema)),
        ])
}
