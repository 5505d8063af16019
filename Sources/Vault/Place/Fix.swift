import Basics

/// One measurement of where this device is.
public struct Fix: Equatable, Sendable {
    /// Degrees north of the equator, -90 to 90.
    public let latitude: Double
    /// Degrees east of Greenwich, -180 to 180.
    public let longitude: Double
    /// Radius in metres within which the true position is expected: the receiver's 95 % estimate, or gpsd's `eph`
    /// field; 0 when the position was said by hand.
    public let accuracy: Double
    /// When it was measured, if that is known.
    public let time: Timestamp?

    /// The most that an accuracy may be, in metres: half the way round the Earth.
    public static let worstAccuracy = 20_100_000.0

    /// A measurement, or nil when a number is no number or out of its range.
    public init?(latitude: Double, longitude: Double, accuracy: Double = 0, time: Timestamp? = nil) {
        guard (-90.0...90.0).contains(latitude), (-180.0...180.0).contains(longitude),
            (0...Self.worstAccuracy).contains(accuracy)
        else { return nil }
        self.latitude = latitude
        self.longitude = longitude
        self.accuracy = accuracy
        self.time = time
    }
}

extension Fix: CustomStringConvertible, CustomDebugStringConvertible {
    /// A mark without the position, which belongs in no log.
    public var description: String { "[position]" }

    /// A mark without the position.
    public var debugDescription: String { description }
}
