#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A point of the sphere, as angles and as a vector of length 1.
struct SpherePoint {
    /// Radians north.
    let latitude: Double
    /// Radians east, from -pi to pi.
    let longitude: Double
    private let vector: SIMD3<Double>

    init(_ fix: Fix) {
        latitude = fix.latitude * .pi / 180
        longitude = fix.longitude * .pi / 180
        vector = SIMD3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
    }

    /// The middle of some points, or nil when they have none, as two opposite points have not.
    init?(mean points: [SpherePoint]) {
        let sum = points.reduce(SIMD3.zero) { $0 + $1.vector }
        let length = (sum * sum).sum().squareRoot()
        guard length > 1e-6 else { return nil }
        vector = sum / length
        latitude = atan2(vector.z, (vector.x * vector.x + vector.y * vector.y).squareRoot())
        longitude = atan2(vector.y, vector.x)
    }

    /// Metres along the chord, which for a few hundred metres is the way on the ground.
    func distance(to other: SpherePoint) -> Double {
        let difference = vector - other.vector
        return Lattice.earthRadius * (difference * difference).sum().squareRoot()
    }
}
