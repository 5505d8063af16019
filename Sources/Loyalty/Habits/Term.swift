/// What a shop may know of a person who chose it, each step more than the one before.
///
/// A shop that was not chosen has none: nothing reaches it, and nothing is kept.
package enum Term: String, CaseIterable, Comparable, Sendable {
    /// Coupons come; no visit, no event and no report is kept.
    case coupons
    /// Visits are kept under the shop's pseudonym, and when they began and ended at its beacons.
    case visits
    /// Visits as well, and the phone tells anonymously how long and how often.
    case habits

    /// Whether a proved sighting leaves a visit.
    package var allowsVisits: Bool { self >= .visits }
    /// Whether it is kept when somebody came to a beacon and left it.
    package var allowsEvents: Bool { self >= .visits }
    /// Whether the phone reports what it has counted.
    package var allowsReports: Bool { self >= .habits }

    /// Whether `one` lets a shop know less than `other`.
    package static func < (one: Term, other: Term) -> Bool {
        one.rank < other.rank
    }

    private var rank: Int {
        switch self {
        case .coupons: 1
        case .visits: 2
        case .habits: 3
        }
    }
}
