/// Draws borders with fewer corners, as Douglas and Peucker do.
///
/// Source: "Algorithms for the reduction of the number of points required to represent a digitized line or its
/// caricature", The Canadian Cartographer 10, 1973.
///
/// Neighbours are simplified together: borders are cut where three areas meet, and each piece is simplified once for both
/// its sides, so that no gap opens between them. A border that would collapse keeps more corners, in the end all of them:
/// no area vanishes. As in PostGIS's `ST_Simplify`, distances are planar, in degrees, and a simplified border may touch
/// itself.
public enum BorderSimplifier {
    /// Corners are told apart to a millionth of a degree, about a decimetre.
    public static let unitsPerDegree = 1_000_000.0

    /// The areas with simpler borders; codes, names and the number of polygons and holes stay.
    ///
    /// `tolerance` says how far, in degrees, a corner may lie from the line that replaces it.
    public static func simplify(_ areas: [ZoneArea], tolerance: Double) -> [ZoneArea] {
        let rings = areas.map { area in area.shape.polygons.map { $0.rings.map(Corner.ring) } }
        let junctions = junctions(of: rings.joined().joined())
        return zip(areas, rings).map { area, polygons in
            var area = area
            area.shape = ZoneShape(
                polygons: polygons.map { polygon in
                    ZonePolygon(
                        rings: polygon.map { ring in
                            simplify(ring, at: junctions, tolerance: tolerance * unitsPerDegree).map(\.point)
                        })
                })
            return area
        }
    }

    /// The corners at which borders part: there the neighbours along one border are not those along another.
    private static func junctions(of rings: some Sequence<[Corner]>) -> Set<Corner> {
        var neighbours: [Corner: Pair] = [:]
        var junctions: Set<Corner> = []
        for ring in rings {
            for index in ring.indices {
                let pair = Pair(ring[index == 0 ? ring.count - 1 : index - 1], ring[(index + 1) % ring.count])
                if let known = neighbours[ring[index]] {
                    if known != pair { junctions.insert(ring[index]) }
                } else {
                    neighbours[ring[index]] = pair
                }
            }
        }
        return junctions
    }

    private static func simplify(_ ring: [Corner], at junctions: Set<Corner>, tolerance: Double) -> [Corner] {
        var tolerance = tolerance
        for _ in 0..<6 {
            let simple = pieces(of: ring, at: junctions).flatMap { piece in
                // The last corner of a piece is the first of the next one.
                simplify(piece: piece, tolerance: tolerance).dropLast()
            }
            if simple.count >= 3, ZonePolygon.area(of: simple.map(\.point)) > 0 { return simple }
            tolerance /= 4
        }
        return ring
    }

    /// The border cut at its junctions; one without any, or with one only, is cut at its farthest corner as well.
    private static func pieces(of ring: [Corner], at junctions: Set<Corner>) -> [[Corner]] {
        let cuts = ring.indices.filter { junctions.contains(ring[$0]) }
        // Where the ring begins must not depend on the side from which it is seen.
        let start = cuts.min { ring[$0] < ring[$1] } ?? ring.indices.min { ring[$0] < ring[$1] } ?? 0
        let rotated = Array(ring[start...] + ring[..<start]) + [ring[start]]
        var inner = rotated.indices.dropFirst().dropLast().filter { junctions.contains(rotated[$0]) }
        if inner.isEmpty {
            let origin = rotated[0]
            let farthest = rotated.indices.dropFirst().dropLast().max { one, other in
                let (near, far) = (rotated[one].squaredDistance(to: origin), rotated[other].squaredDistance(to: origin))
                return near != far ? near < far : rotated[one] < rotated[other]
            }
            inner = farthest.map { [$0] } ?? []
        }
        let bounds = [0] + inner + [rotated.count - 1]
        return zip(bounds, bounds.dropFirst()).map { Array(rotated[$0...$1]) }
    }

    private static func simplify(piece: [Corner], tolerance: Double) -> [Corner] {
        guard let first = piece.first, let last = piece.last else { return piece }
        // The same direction from either side, so that ties are broken alike.
        if last < first { return keep(piece.reversed(), tolerance).reversed() }
        return keep(piece, tolerance)
    }

    private static func keep(_ piece: [Corner], _ tolerance: Double) -> [Corner] {
        var isKept = [Bool](repeating: false, count: piece.count)
        isKept[0] = true
        isKept[piece.count - 1] = true
        // A stack of its own: a hostile border would nest calls as deep as it has corners.
        var open = [(0, piece.count - 1)]
        while let (from, to) = open.popLast() {
            guard to - from > 1 else { continue }
            var farthest = (index: from, distance: -1.0)
            for index in from + 1..<to {
                let distance = piece[index].squaredDistance(toSegment: piece[from], piece[to])
                if distance > farthest.distance { farthest = (index, distance) }
            }
            guard farthest.distance > tolerance * tolerance else { continue }
            isKept[farthest.index] = true
            open += [(from, farthest.index), (farthest.index, to)]
        }
        return zip(piece, isKept).filter(\.1).map(\.0)
    }
}

/// A corner in whole millionths of a degree, so that the same corner of two borders is the same value.
private struct Corner: Hashable, Comparable {
    let x: Int32
    let y: Int32

    init(_ point: GeoPoint) {
        x = Int32((point.longitude * BorderSimplifier.unitsPerDegree).rounded())
        y = Int32((point.latitude * BorderSimplifier.unitsPerDegree).rounded())
    }

    var point: GeoPoint {
        GeoPoint(
            longitude: Double(x) / BorderSimplifier.unitsPerDegree,
            latitude: Double(y) / BorderSimplifier.unitsPerDegree)
    }

    /// A border without corners that coincide with the one before.
    static func ring(_ points: [GeoPoint]) -> [Corner] {
        var corners: [Corner] = []
        for point in points where corners.last != Corner(point) { corners.append(Corner(point)) }
        while corners.count > 1, corners.first == corners.last { corners.removeLast() }
        // What is smaller than the grid stays as it is rather than disappear.
        return corners.count >= 3 ? corners : points.map { Corner($0) }
    }

    static func < (left: Corner, right: Corner) -> Bool {
        (left.x, left.y) < (right.x, right.y)
    }

    func squaredDistance(to other: Corner) -> Double {
        let (dx, dy) = (Double(x) - Double(other.x), Double(y) - Double(other.y))
        return dx * dx + dy * dy
    }

    func squaredDistance(toSegment from: Corner, _ to: Corner) -> Double {
        let (dx, dy) = (Double(to.x) - Double(from.x), Double(to.y) - Double(from.y))
        let length = dx * dx + dy * dy
        guard length > 0 else { return squaredDistance(to: from) }
        let (px, py) = (Double(x) - Double(from.x), Double(y) - Double(from.y))
        let share = min(max((px * dx + py * dy) / length, 0), 1)
        let (ex, ey) = (px - share * dx, py - share * dy)
        return ex * ex + ey * ey
    }
}

/// Two neighbours of a corner, whichever comes first.
private struct Pair: Equatable {
    let low: Corner
    let high: Corner

    init(_ one: Corner, _ other: Corner) {
        (low, high) = one < other ? (one, other) : (other, one)
    }
}
