import Basics
import Beacons
import Proximity

/// What a phone knows of a venue: enough to range, to follow neighbours and to say where it is.
public struct PhoneVenue: Sendable {
    /// One beacon of the plan.
    public struct Beacon: Sendable {
        /// Where the beacon hangs, in metres on the plan.
        public let position: PlanPoint
        /// Which part of the place it marks, as the venue file has it: `window`, `till` and so on.
        public let zone: String
        /// The beacons whose places are next to this one.
        public let neighbours: [BeaconIdentity]
        /// The strength at one meter that the operator measured, in dBm; nil where the venue does not state one.
        public let measuredPower: Int8?

        /// A beacon at `position` that marks `zone`.
        ///
        /// Anyone can write any power into a packet. The packet's power is used only where `measuredPower` is nil.
        public init(position: PlanPoint, zone: String, neighbours: [BeaconIdentity], measuredPower: Int8? = nil) {
            self.position = position
            self.zone = zone
            self.neighbours = neighbours
            self.measuredPower = measuredPower
        }
    }

    /// The identifier that all beacons of the venue send.
    public let uuid: UUID128
    /// The venue's name.
    public let name: String
    /// The plan's size in metres.
    public let width: Double
    /// The plan's size in metres.
    public let height: Double
    /// The names of its shops by major.
    public let shops: [UInt16: String]
    /// Its beacons.
    public let beacons: [BeaconIdentity: Beacon]
    /// The time zone of its days, as the IANA database names it.
    public let timeZone: String
    /// The points for twenty minutes and more in one of its shops, once a day; 0 where there are none.
    public let pointsForTime: Int
    /// Its walls: what stands in the way.
    public let walls: [PlanWall]
    /// Its floor as positions are reckoned on it; all phones of a venue share it.
    public let floor: FloorGrid
    /// How its beacons are heard where somebody surveyed; nil where nobody did, or the plan has changed since.
    public var radioMap: RadioMap?
    /// The number of that map at the venue's server; 0 where it is of no server.
    public var radioMapNumber: Int64 = 0

    /// A venue as a phone uses it; nobody walks through `walls`.
    public init(
        uuid: UUID128, name: String, width: Double, height: Double, shops: [UInt16: String],
        beacons: [BeaconIdentity: Beacon], walls: [PlanWall] = [], timeZone: String = "UTC", pointsForTime: Int = 0
    ) {
        self.uuid = uuid
        self.name = name
        self.width = width
        self.height = height
        self.shops = shops
        self.beacons = beacons
        self.timeZone = timeZone
        self.pointsForTime = pointsForTime
        self.walls = walls
        floor = FloorGrid(beacons: beacons.mapValues(\.position), width: width, height: height, walls: walls)
    }
}

/// A shop that the phone's owner lets know of visits.
public struct ChosenShop: Hashable, Sendable {
    /// The venue in which the shop is.
    public let venue: UUID128
    /// The shop's number, which its beacons send as major.
    public let major: UInt16

    /// The shop `major` of `venue`.
    public init(venue: UUID128, major: UInt16) {
        self.venue = venue
        self.major = major
    }
}
