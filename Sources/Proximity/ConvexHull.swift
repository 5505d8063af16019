/// The smallest convex area that holds some points, by Andrew's monotone chains.
struct ConvexHull {
    /// The corners, in a circle.
    private let corners: [PlanPoint]

    /// The hull of the points; nil when they all lie on one line.
    init?(_ points: [PlanPoint]) {
        let sorted = points.filter { $0.x.isFinite && $0.y.isFinite }.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        let corners = Self.half(sorted) + Self.half(sorted.reversed())
        guard corners.count >= 3 else { return nil }
        self.corners = corners
    }

    /// Whether the point lies inside or on the edge.
    func contains(_ point: PlanPoint) -> Bool {
        for (index, corner) in corners.enumerated()
        where Self.turn(corner, corners[(index + 1) % corners.count], point) < 0 { return false }
        return true
    }

    /// One side of the hull without its last corner, with which the other side begins.
    private static func half(_ sorted: [PlanPoint]) -> [PlanPoint] {
        var chain: [PlanPoint] = []
        for point in sorted {
            while chain.count >= 2, turn(chain[chain.count - 2], chain[chain.count - 1], point) <= 0 {
                chain.removeLast()
            }
            chain.append(point)
        }
        return chain.dropLast()
    }

    /// Above zero when the way through three points turns in the direction of the chain.
    private static func turn(_ one: PlanPoint, _ two: PlanPoint, _ three: PlanPoint) -> Double {
        (two.x - one.x) * (three.y - one.y) - (two.y - one.y) * (three.x - one.x)
    }
}
