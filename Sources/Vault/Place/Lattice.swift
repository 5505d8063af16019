#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Square cells over the whole Earth, in rows from the equator, and the way from a position to its cell: PLK-1.
///
/// Each enrolment moves the lattice so that its own position is the centre of a cell; how far is the helper. A later
/// position falls into the same cell when it is within half a side on each axis: with an error of `sigma` metres on
/// each axis, and the mean of `m` measurements enrolled, a true position is rejected with probability
/// 1 - erf(s / (2 sqrt 2 sigma_t))^2, where sigma_t = sigma sqrt(1 + 1/m).
///
/// It keeps an honest device shut elsewhere. It does not prove presence: positions come from software, and whoever
/// holds the unlocked device can feed it any. Within some ten metres of a pole, where a cell is most of a circle, a
/// step across the pole leaves the cell.
public struct Lattice: Sendable {
    /// The Earth's mean radius in metres (IUGG); the lattice is on a sphere.
    public static let earthRadius = 6_371_008.8

    /// The side of the cells.
    public let side: CellSide

    /// The lattice of cells of that side.
    public init(side: CellSide) {
        self.side = side
    }

    /// The cell of a new place, and the helper with which it is found again.
    ///
    /// The mean of the measurements is enrolled; 16 of them make it as good as it needs to be. Throws
    /// ``PlaceFault/noFix`` for none, ``PlaceFault/tooCoarse(accuracy:limit:)`` when one of them is worse than half a
    /// side, and ``PlaceFault/scattered(distance:limit:)`` when one lies more than four sides from their mean.
    public func enrol(_ fixes: [Fix]) throws(PlaceFault) -> (cell: Cell, helper: PlaceHelper) {
        for fix in fixes { try check(fix) }
        guard let centre = Self.mean(of: fixes) else { throw .noFix }
        let limit = 4 * metres
        for fix in fixes {
            let distance = SpherePoint(fix).distance(to: centre)
            guard distance <= limit else { throw .scattered(distance: distance, limit: limit) }
        }
        return enrol(latitude: centre.latitude, longitude: centre.longitude)
    }

    /// The cell that a measurement falls into when the lattice is moved by `helper`.
    ///
    /// Throws ``PlaceFault/tooCoarse(accuracy:limit:)`` when the measurement is worse than half a side.
    public func cell(at fix: Fix, helper: PlaceHelper) throws(PlaceFault) -> Cell {
        try check(fix)
        let row = (northward(fix.latitude * .pi / 180) + helper.y + 0.5).rounded(.down)
        let columns = columns(inRow: row)
        let column = (eastward(fix.longitude * .pi / 180, columns) + helper.x + 0.5).rounded(.down)
        return Cell(row: Int32(row), column: Self.wrapped(column, columns), side: side)
    }

    /// The four corners of the cell around a measurement, for drawing: south-west, south-east, north-east, north-west,
    /// in degrees.
    ///
    /// Without a helper it is the cell that enrolling this very measurement would make. Beside the date line a corner's
    /// longitude may be beyond 180 degrees, so that the corners stay together.
    public func outline(around fix: Fix, helper: PlaceHelper?) -> [(latitude: Double, longitude: Double)] {
        let (latitude, longitude) = (fix.latitude * .pi / 180, fix.longitude * .pi / 180)
        let north = northward(latitude)
        // Where the centres of the lattice's cells are: at whole numbers less the helper.
        let y = helper?.y ?? (north.rounded() - north)
        let row = (north + y + 0.5).rounded(.down)
        let columns = columns(inRow: row)
        let east = longitude * columns / (2 * .pi)
        let x = helper?.x ?? (east.rounded() - east)
        let column = (east + x + 0.5).rounded(.down)
        func corner(_ up: Double, _ right: Double) -> (latitude: Double, longitude: Double) {
            let latitude = (row - y + up) * metres / Self.earthRadius * 180 / .pi
            return (min(90, max(-90, latitude)), (column - x + right) * 360 / columns)
        }
        return [corner(-0.5, -0.5), corner(-0.5, 0.5), corner(0.5, 0.5), corner(0.5, -0.5)]
    }

    // MARK: The formulas

    private var metres: Double { Double(side.metres) }

    private func check(_ fix: Fix) throws(PlaceFault) {
        guard fix.accuracy <= side.accuracyLimit else {
            throw .tooCoarse(accuracy: fix.accuracy, limit: side.accuracyLimit)
        }
    }

    /// Latitude and longitude in radians.
    private func enrol(latitude: Double, longitude: Double) -> (cell: Cell, helper: PlaceHelper) {
        let north = northward(latitude)
        let row = north.rounded()
        let columns = columns(inRow: row)
        let east = eastward(longitude, columns)
        let column = east.rounded()
        return (
            Cell(row: Int32(row), column: Self.wrapped(column, columns), side: side),
            PlaceHelper(unchecked: row - north, column - east)
        )
    }

    /// y / s: rows from the equator.
    private func northward(_ latitude: Double) -> Double {
        Self.earthRadius * latitude / metres
    }

    /// n_j: how many columns a row has; at a pole, where a parallel is shorter than a side, one.
    private func columns(inRow row: Double) -> Double {
        let around = 2 * .pi * Self.earthRadius * cos(row * metres / Self.earthRadius) / metres
        return max(1, around.rounded(.down))
    }

    /// u: columns from Greenwich, from 0 up to n_j.
    private func eastward(_ longitude: Double, _ columns: Double) -> Double {
        let turned = longitude < 0 ? longitude + 2 * .pi : longitude
        return turned * columns / (2 * .pi)
    }

    /// The column modulo n_j: past the last one comes the first.
    private static func wrapped(_ column: Double, _ columns: Double) -> Int32 {
        let rest = column.truncatingRemainder(dividingBy: columns)
        return Int32(rest < 0 ? rest + columns : rest)
    }

    /// The middle of the measurements, by their vectors, so that neither the date line nor a pole divides them.
    private static func mean(of fixes: [Fix]) -> SpherePoint? {
        guard let first = fixes.first else { return nil }
        // One measurement is taken as it is, to the last bit.
        guard fixes.count > 1 else { return SpherePoint(first) }
        return SpherePoint(mean: fixes.map(SpherePoint.init))
    }
}
