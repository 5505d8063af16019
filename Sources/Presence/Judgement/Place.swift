import Basics

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where a beacon stands: the venue on the Earth, and the point on the venue's plan.
public struct Place: Sendable, Equatable {
    /// The venue's UUID; points are on one plan when it is the same.
    public let venue: UUID128
    /// The venue's latitude in degrees, WGS 84, positive to the north.
    public let latitude: Double
    /// The venue's longitude in degrees, WGS 84, positive to the east.
    public let longitude: Double
    /// Metres from the plan's left edge.
    public let x: Double
    /// Metres from the plan's upper edge.
    public let y: Double

    /// The place at (`x`, `y`) on the plan of a venue at (`latitude`, `longitude`).
    public init(venue: UUID128, latitude: Double, longitude: Double, x: Double, y: Double) {
        self.venue = venue
        self.latitude = latitude
        self.longitude = longitude
        self.x = x
        self.y = y
    }

    /// Metres to another point of the same plan, in a straight line.
    public func planDistance(to other: Place) -> Double {
        let (across, down) = (x - other.x, y - other.y)
        return (across * across + down * down).squareRoot()
    }

    /// Metres between the two venues over a spherical Earth, by the haversine formula.
    ///
    /// R. W. Sinnott, "Virtues of the haversine", Sky and Telescope 68, 1984; mean radius R1 of GRS 80. The sphere is
    /// wrong by 0.5 % at most, which is nothing beside what is asked of it.
    public func venueDistance(to other: Place) -> Double {
        let radians = Double.pi / 180
        let sineOfHalfLatitude = sin((other.latitude - latitude) * radians / 2)
        let sineOfHalfLongitude = sin((other.longitude - longitude) * radians / 2)
        let haversine =
            sineOfHalfLatitude * sineOfHalfLatitude
            + cos(latitude * radians) * cos(other.latitude * radians) * sineOfHalfLongitude * sineOfHalfLongitude
        let sine = haversine.squareRoot()
        // Rounding may carry it past 1 for antipodes; `min` would also hide what is no number.
        return 2 * Self.earthRadius * asin(sine > 1 ? 1 : sine)
    }

    /// Half of the Earth's circumference in metres: nothing is farther.
    static let farthest = Double.pi * earthRadius

    private static let earthRadius = 6_371_008.771_4
}
