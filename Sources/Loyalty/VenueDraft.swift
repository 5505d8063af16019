/// A venue as it was written: any part may be missing or wrong.
///
/// Nil means that the file does not say it or that it could not be read; in the second case `readingFaults` has a
/// fault at the part's path or at one above it. Lists keep a place for each element, readable or not, so that an index
/// here is the index in the file.
public struct VenueDraft: Equatable, Sendable {
    /// `$.name`.
    public var name: String?
    /// `$.uuid`.
    public var uuid: String?
    /// `$.timeZone`.
    public var timeZone: String?
    /// `$.location`.
    public var location: Location?
    /// `$.plan`.
    public var plan: Plan?
    /// `$.shops`.
    public var shops: [Shop]?
    /// `$.beacons`.
    public var beacons: [Beacon]?
    /// `$.offers`; may be absent.
    public var offers: [Offer]?
    /// What could not be read at all, in the order of the document: wrong types, unknown and repeated keys.
    public var readingFaults: [VenueFault] = []

    /// A draft that says nothing.
    public init() {}

    /// `$.location` of a draft.
    public struct Location: Equatable, Sendable {
        /// Degrees north.
        public var latitude: Double?
        /// Degrees east.
        public var longitude: Double?

        /// A location that says nothing.
        public init() {}

        /// A location in degrees.
        public init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    /// `$.plan` of a draft.
    public struct Plan: Equatable, Sendable {
        /// Metres from left to right.
        public var width: Double?
        /// Metres from top to bottom.
        public var height: Double?
        /// Each wall as x1, y1, x2, y2; may be absent.
        public var walls: [[Double]?]?
        /// The picture's address; may be absent.
        public var image: String?

        /// A plan that says nothing.
        public init() {}
    }

    /// `$.shops[i]` of a draft.
    public struct Shop: Equatable, Sendable {
        /// The shop's major.
        public var major: Int?
        /// The shop's name.
        public var name: String?
        /// What it sells.
        public var category: String?
        /// Each corner as x, y.
        public var area: [[Double]?]?

        /// A shop that says nothing.
        public init() {}
    }

    /// `$.beacons[i]` of a draft.
    public struct Beacon: Equatable, Sendable {
        /// The shop's major.
        public var major: Int?
        /// Which of the shop's spots it is.
        public var minor: Int?
        /// Metres from the left edge.
        public var x: Double?
        /// Metres from the upper edge.
        public var y: Double?
        /// The kind of spot, as the file names it.
        public var zone: String?
        /// dBm at one metre.
        public var measuredPower: Int?
        /// Seconds of a code; absent is 60.
        public var period: Int?
        /// Accounts that may use one code; absent is the server's own number.
        public var accountsPerWindow: Int?
        /// Each neighbour as major, minor; absent or empty is to be worked out.
        public var neighbours: [[Int]?]?

        /// A beacon that says nothing.
        public init() {}
    }

    /// `$.offers[i]` of a draft.
    public struct Offer: Equatable, Sendable {
        /// The name of the offer; absent is made from its content.
        public var id: String?
        /// The shop's major.
        public var major: Int?
        /// The words by language tag; nil where they could not be read.
        public var text: [String: String?]?
        /// An RFC 3339 date-time.
        public var validFrom: String?
        /// An RFC 3339 date-time.
        public var validUntil: String?
        /// Stretches as `10:00-14:00` by the key of the weekday; absent or empty is always.
        ///
        /// A day that could not be read is nil, as is a stretch.
        public var hours: [String: [String?]?]?
        /// Points; absent is 0.
        public var points: Int?
        /// Coupons; absent is without end.
        public var limit: Int?

        /// An offer that says nothing.
        public init() {}
    }
}
