import Basics
import Beacons

/// What anybody may see of a venue: how busy its shops were, and how sightings ended, in one quarter of an hour that is
/// over.
///
/// It is made once, five minutes after the quarter's end, and never changes: a count that moves while somebody watches
/// tells when somebody came and when somebody left.
package struct VenuePicture: Hashable, Sendable {
    /// How busy a shop was.
    package struct ShopActivity: Hashable, Sendable {
        /// The shop's number in the venue.
        package let major: UInt16
        /// How many different visitors proved a visit that nobody disputes, or nil when they were so few that one could be
        /// recognised.
        package let visits: Int?

        /// The activity of the shop `major`.
        package init(major: UInt16, visits: Int?) {
            self.major = major
            self.visits = visits
        }
    }

    /// Fewer visitors than this are not told of.
    package static let threshold = 5
    /// How long a quarter of an hour is, in seconds.
    package static let cellSeconds: Int64 = 900
    /// How long after its end a quarter is published, in seconds: until then each server adds what it has counted.
    package static let delaySeconds: Int64 = 300

    /// The beginning of the quarter.
    package let from: Timestamp
    /// Every shop of the venue, in the order of the file.
    package let shops: [ShopActivity]
    /// Sightings that proved a visit.
    package let accepted: Int
    /// Sightings that proved a visit with a code that too many accounts used.
    package let disputed: Int
    /// Refused sightings by code; those of shops that were not chosen are not counted.
    package let rejected: [String: Int]

    /// The end of the quarter.
    package var until: Timestamp { from.advanced(bySeconds: Self.cellSeconds) }

    /// A picture of these parts.
    package init(from: Timestamp, shops: [ShopActivity], accepted: Int, disputed: Int, rejected: [String: Int]) {
        self.from = from
        self.shops = shops
        self.accepted = accepted
        self.disputed = disputed
        self.rejected = rejected
    }

    /// The beginning of the quarter in which `instant` lies, in UTC.
    static func cell(of instant: Timestamp) -> Timestamp {
        Timestamp(seconds: instant.seconds.flooredQuotient(by: cellSeconds) * cellSeconds)
    }

    /// The beginning of the newest quarter that is published at `now`.
    static func newestCell(at now: Timestamp) -> Timestamp {
        cell(of: now.advanced(bySeconds: -delaySeconds)).advanced(bySeconds: -cellSeconds)
    }
}
