/// A venue as it was written: any part may be missing or wrong.
///
/// Nil means that the file does not say it or that it could not be read; in the second case `readingFaults` has a
/// fault at the part's path or at one above it. Lists keep a place for each element, readable or not, so that an index
/// here is the index in the file.
package struct VenueDraft: Equatable, Sendable {
    /// `$.name`.
    package var name: String?
    /// `$.uuid`.
    package var uuid: String?
    /// `$.timeZone`.
    package var timeZone: String?
    /// `$.location`.
    package var location: Location?
    /// `$.plan`.
    package var plan: Plan?
    /// `$.shops`.
    package var shops: [Shop]?
    /// `$.beacons`.
    package var beacons: [Beacon]?
    /// `$.offers`; may be absent.
    package var offers: [Offer]?
    /// `$.pointsForTime`; may be absent.
    package var pointsForTime: Int?
    /// What could not be read at all, in the order of the document: wrong types, unknown and repeated keys.
    package var readingFaults: [VenueFault] = []

    /// A draft that says nothing.
    package init() {}

    /// `$.location` of a draft.
    package struct Location: Equatable, Sendable {
        /// Degrees north.
        package var latitude: Double?
        /// Degrees east.
        package var longitude: Double?

        /// A location that says nothing.
        package init() {}

        /// A location in degrees.
        package init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    /// `$.plan` of a draft.
    package struct Plan: Equatable, Sendable {
        /// Metres from left to right.
        package var width: Double?
        /// Metres from top to bottom.
        package var height: Double?
        /// Each wall as x1, y1, x2, y2; may be absent.
        package var walls: [[Double]?]?
        /// Each door as x1, y1, x2, y2; may be absent.
        package var doors: [[Double]?]?
        /// The picture's address; may be absent.
        package var image: String?
        /// Where the picture lies as left, top, right, bottom; absent is all of the plan.
        package var imageArea: [Double]?

        /// A plan that says nothing.
        package init() {}
    }

    /// `$.shops[i]` of a draft.
    package struct Shop: Equatable, Sendable {
        /// The shop's major.
        package var major: Int?
        /// The shop's name.
        package var name: String?
        /// What it sells.
        package var category: String?
        /// Each corner as x, y.
        package var area: [[Double]?]?

        /// A shop that says nothing.
        package init() {}
    }

    /// `$.beacons[i]` of a draft.
    package struct Beacon: Equatable, Sendable {
        /// The shop's major.
        package var major: Int?
        /// Which of the shop's spots it is.
        package var minor: Int?
        /// Metres from the left edge.
        package var x: Double?
        /// Metres from the upper edge.
        package var y: Double?
        /// The kind of spot, as the file names it.
        package var zone: String?
        /// dBm at one metre.
        package var measuredPower: Int?
        /// Seconds of a code; absent is 60.
        package var period: Int?
        /// Accounts that may use one code; absent is the server's own number.
        package var accountsPerWindow: Int?
        /// Each neighbour as major, minor; absent or empty is to be worked out.
        package var neighbours: [[Int]?]?

        /// A beacon that says nothing.
        package init() {}
    }

    /// `$.offers[i]` of a draft.
    package struct Offer: Equatable, Sendable {
        /// The name of the offer; absent is made from its content.
        package var id: String?
        /// The shop's major.
        package var major: Int?
        /// The words by language tag; nil where they could not be read.
        package var text: [String: String?]?
        /// An RFC 3339 date-time.
        package var validFrom: String?
        /// An RFC 3339 date-time.
        package var validUntil: String?
        /// Stretches as `10:00-14:00` by the key of the weekday; absent or empty is always.
        ///
        /// A day that could not be read is nil, as is a stretch.
        package var hours: [String: [String?]?]?
        /// Points; absent is 0.
        package var points: Int?
        /// Coupons; absent is without end.
        package var limit: Int?

        /// An offer that says nothing.
        package init() {}
    }
}
