import Beacons
import Time

/// A beacon as it is heard at present.
public struct RangedBeacon: Equatable, Sendable {
    /// Which beacon.
    public let identity: BeaconIdentity
    /// The filtered strength in dBm; while the proximity is unknown, the last that was known.
    public let rssi: Double
    /// The estimated distance in metres; while the proximity is unknown, the last that was known.
    public let distance: Double
    /// How near it is, steadied against noise.
    public let proximity: ProximityClass
    /// When it was heard last.
    public let lastHeard: Timestamp
    /// How many readings the strength is made of; the more, the surer it is.
    public let readingCount: Int

    /// A ranged beacon with these values.
    public init(
        identity: BeaconIdentity, rssi: Double, distance: Double, proximity: ProximityClass, lastHeard: Timestamp,
        readingCount: Int = 1
    ) {
        self.identity = identity
        self.rssi = rssi
        self.distance = distance
        self.proximity = proximity
        self.lastHeard = lastHeard
        self.readingCount = readingCount
    }

    /// Whether this one comes first in a list: known before unknown, then by distance, then by number.
    ///
    /// The number makes the order the same in every run.
    static func isNearer(_ left: RangedBeacon, _ right: RangedBeacon) -> Bool {
        let leftIsKnown = left.proximity != .unknown
        if leftIsKnown != (right.proximity != .unknown) { return leftIsKnown }
        if left.distance != right.distance { return left.distance < right.distance }
        return left.identity < right.identity
    }
}
