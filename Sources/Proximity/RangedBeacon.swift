import Basics
import Beacons

/// A beacon as it is heard at present.
public struct RangedBeacon: Equatable, Sendable {
    /// Which beacon.
    public let identity: BeaconIdentity
    /// The filtered strength in dBm; while the proximity is unknown, the last that was known.
    public let rssi: Double
    /// The estimated distance in metres; while the proximity is unknown, the last that was known.
    ///
    /// It is nil beyond the farthest distance that is given, and for a beacon whose stated power no device has.
    public let distance: Double?
    /// How near it is, steadied against noise.
    public let proximity: ProximityClass
    /// When it was heard last.
    public let lastHeard: Timestamp
    /// How many readings the strength is made of; the more, the surer it is.
    public let readingCount: Int

    /// A ranged beacon with these values.
    public init(
        identity: BeaconIdentity, rssi: Double, distance: Double?, proximity: ProximityClass, lastHeard: Timestamp,
        readingCount: Int = 1
    ) {
        self.identity = identity
        self.rssi = rssi
        self.distance = distance
        self.proximity = proximity
        self.lastHeard = lastHeard
        self.readingCount = readingCount
    }

    /// The distance, rounded to `parts` of a metre, and the class that fits it, for showing the two together.
    ///
    /// `proximity` is steadied against noise, so for some seconds, or near a limit, it may be another class.
    public func shown(parts: Double) -> (distance: Double?, proximity: ProximityClass) {
        guard let distance else { return (nil, proximity) }
        let rounded = (distance * parts).rounded() / parts
        guard proximity != .unknown else { return (rounded, .unknown) }
        let limits = RangingConfiguration.default
        return (
            rounded,
            ProximityClass(metres: rounded, immediateLimit: limits.immediateLimit, nearLimit: limits.nearLimit)
        )
    }

    /// Whether this one comes first in a list: known before unknown, then by distance, those without one last, then by
    /// number.
    ///
    /// The number makes the order the same in every run.
    static func isNearer(_ left: RangedBeacon, _ right: RangedBeacon) -> Bool {
        let leftIsKnown = left.proximity != .unknown
        if leftIsKnown != (right.proximity != .unknown) { return leftIsKnown }
        let (one, other) = (left.distance ?? .infinity, right.distance ?? .infinity)
        if one != other { return one < other }
        return left.identity < right.identity
    }
}
