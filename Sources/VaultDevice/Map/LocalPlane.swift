import Vault

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A flat map of the neighbourhood of one point, in metres from it, north up.
///
/// The orthographic projection has no trouble with the date line or the poles, and within some kilometres its lengths
/// are right to a millionth.
struct LocalPlane {
    /// Metres to the east and to the north.
    struct Point: Equatable {
        var east: Double
        var north: Double
    }

    private let latitude: Double
    private let longitude: Double

    /// The plane that touches the Earth at the middle, in degrees.
    init(latitude: Double, longitude: Double) {
        self.latitude = latitude * .pi / 180
        self.longitude = longitude * .pi / 180
    }

    /// Where a place in degrees is on the plane.
    func point(latitude degreesNorth: Double, longitude degreesEast: Double) -> Point {
        let north = degreesNorth * .pi / 180
        let turned = degreesEast * .pi / 180 - longitude
        return Point(
            east: Lattice.earthRadius * cos(north) * sin(turned),
            north: Lattice.earthRadius * (cos(latitude) * sin(north) - sin(latitude) * cos(north) * cos(turned)))
    }
}
