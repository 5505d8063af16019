// Written by `make api` from the table in API/; edit that, not this.
import Time

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
    /// The versions that are kept, the newest first.
    package var versions: [RadioMapVersionBody]

    /// The versions of a radio map.
    package init(number: Int, versions: [RadioMapVersionBody]) {
        self.number = number
        self.versions = versions
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "RadioMapVersions",
        [
            .required("number", .count),
            .required("versions", .list(of: RadioMapVersionBody.schema)),
        ])
}
