/// A polygon of a floor plan, closed from its last corner to its first.
struct Polygon {
    /// A difference in metres too small to be built or drawn: less of an overlap is a shared edge.
    static let tolerance = 0.01

    let corners: [PlanPosition]
    let lower: PlanPosition
    let upper: PlanPosition

    init(_ corners: [PlanPosition]) {
        self.corners = corners
        let xs = corners.map(\.x)
        let ys = corners.map(\.y)
        self.lower = PlanPosition(x: xs.min() ?? 0, y: ys.min() ?? 0)
        self.upper = PlanPosition(x: xs.max() ?? 0, y: ys.max() ?? 0)
    }

    /// The edges in order; the last one closes the polygon.
    var edges: [PlanSegment] {
        corners.indices.map { PlanSegment(from: corners[$0], to: corners[($0 + 1) % corners.count]) }
    }

    /// Square metres, by the shoelace formula; meaningful when no edges cross.
    var area: Double {
        abs(edges.reduce(0) { $0 + $1.from.x * $1.to.y - $1.to.x * $1.from.y }) / 2
    }

    /// Two edges that touch though they are not neighbours, or neighbours that turn back on each other.
    var selfIntersection: (first: Int, second: Int)? {
        let edges = self.edges
        for first in edges.indices {
            for second in edges.indices.dropFirst(first + 1) {
                let follows = second == first + 1
                let closes = first == 0 && second == edges.count - 1
                if follows {
                    if edges[first].foldsBack(onto: edges[second]) { return (first, second) }
                } else if closes {
                    if edges[second].foldsBack(onto: edges[first]) { return (first, second) }
                } else if edges[first].touches(edges[second]) {
                    return (first, second)
                }
            }
        }
        return nil
    }

    /// Whether the point lies inside, by counting the edges that a ray to the right crosses.
    func contains(_ point: PlanPosition) -> Bool {
        var isInside = false
        for edge in edges where (edge.from.y > point.y) != (edge.to.y > point.y) {
            let share = (point.y - edge.from.y) / (edge.to.y - edge.from.y)
            if point.x < edge.from.x + share * (edge.to.x - edge.from.x) { isInside.toggle() }
        }
        return isInside
    }

    /// Whether the point lies inside by more than the tolerance.
    func containsDeeply(_ point: PlanPosition) -> Bool {
        contains(point) && edges.allSatisfy { $0.distance(to: point) > Self.tolerance }
    }

    /// Whether two simple polygons share more than an edge.
    func overlaps(_ other: Polygon) -> Bool {
        guard
            lower.x < other.upper.x - Self.tolerance, other.lower.x < upper.x - Self.tolerance,
            lower.y < other.upper.y - Self.tolerance, other.lower.y < upper.y - Self.tolerance
        else { return false }
        for edge in edges {
            for otherEdge in other.edges where edge.crossesDeeply(otherEdge) { return true }
        }
        return probes.contains(where: other.containsDeeply) || other.probes.contains(where: containsDeeply)
    }

    /// Whether this simple polygon lies within another one and leaves some of it, as a kiosk in a shop.
    ///
    /// Common edges are no matter.
    func nests(in outer: Polygon) -> Bool {
        guard area < outer.area - Self.tolerance else { return false }
        for edge in edges {
            for outerEdge in outer.edges where edge.crossesDeeply(outerEdge) { return false }
        }
        guard !outer.corners.contains(where: containsDeeply) else { return false }
        // An edge leaves the outer polygon only where it meets one of its corners.
        let cuts = edges.flatMap { edge -> [PlanPosition] in
            let shares = outer.corners.filter { edge.distance(to: $0) <= Self.tolerance }.map(edge.share).sorted()
            return zip([0] + shares, shares + [1]).map { edge.at(($0 + $1) / 2) }
        }
        return (corners + cuts + [interiorPoint].compactMap { $0 }).allSatisfy(outer.holds)
    }

    /// Whether the point lies inside or, within the tolerance, on an edge.
    private func holds(_ point: PlanPosition) -> Bool {
        contains(point) || edges.contains { $0.distance(to: point) <= Self.tolerance }
    }

    /// Points that tell whether another polygon, whose edges cross none of these, covers or fills this one.
    private var probes: [PlanPosition] {
        var points = corners + edges.map { $0.from.halfway(to: $0.to) }
        if let interior = interiorPoint { points.append(interior) }
        return points
    }

    /// A point well inside: the middle of the longest stretch of the polygon on a level between its corners.
    private var interiorPoint: PlanPosition? {
        let levels = Set(corners.map(\.y)).sorted()
        var best: (length: Double, point: PlanPosition)?
        for (low, high) in zip(levels, levels.dropFirst()) {
            let y = (low + high) / 2
            let crossings = edges.filter { ($0.from.y > y) != ($0.to.y > y) }.map { edge in
                edge.from.x + (y - edge.from.y) / (edge.to.y - edge.from.y) * (edge.to.x - edge.from.x)
            }.sorted()
            for index in stride(from: 0, to: crossings.count - 1, by: 2) {
                let length = min(crossings[index + 1] - crossings[index], high - low)
                if length > best?.length ?? 0 {
                    best = (length, PlanPosition(x: (crossings[index] + crossings[index + 1]) / 2, y: y))
                }
            }
        }
        return best?.point
    }
}

extension PlanPosition {
    /// The middle between two points.
    func halfway(to other: PlanPosition) -> PlanPosition {
        PlanPosition(x: (x + other.x) / 2, y: (y + other.y) / 2)
    }
}

extension PlanSegment {
    /// Metres from one end to the other.
    var length: Double { from.distance(to: to) }

    /// Twice the signed area of the triangle that `point` makes with the segment: its sign is the side.
    private func side(of point: PlanPosition) -> Double {
        (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x)
    }

    /// Metres from the point to the nearest point of the segment.
    func distance(to point: PlanPosition) -> Double { at(share(of: point)).distance(to: point) }

    /// How far along the segment its point nearest to another point is, 0 to 1.
    func share(of point: PlanPosition) -> Double {
        let dx = to.x - from.x
        let dy = to.y - from.y
        let squared = dx * dx + dy * dy
        guard squared > 0 else { return 0 }
        return min(max(((point.x - from.x) * dx + (point.y - from.y) * dy) / squared, 0), 1)
    }

    /// Whether the segments have a point in common, ends included.
    func touches(_ other: PlanSegment) -> Bool {
        let a = side(of: other.from)
        let b = side(of: other.to)
        let c = other.side(of: from)
        let d = other.side(of: to)
        if ((a > 0) != (b > 0)) && ((c > 0) != (d > 0)) && a != 0 && b != 0 && c != 0 && d != 0 { return true }
        return a == 0 && holdsInBox(other.from) || b == 0 && holdsInBox(other.to)
            || c == 0 && other.holdsInBox(from) || d == 0 && other.holdsInBox(to)
    }

    private func holdsInBox(_ point: PlanPosition) -> Bool {
        min(from.x, to.x) <= point.x && point.x <= max(from.x, to.x)
            && min(from.y, to.y) <= point.y && point.y <= max(from.y, to.y)
    }

    /// Whether each segment has its ends on both sides of the other, by more than the tolerance.
    func crossesDeeply(_ other: PlanSegment) -> Bool {
        separates(other.from, other.to) && other.separates(from, to)
    }

    private func separates(_ one: PlanPosition, _ another: PlanPosition) -> Bool {
        let margin = Polygon.tolerance * length
        let first = side(of: one)
        let second = side(of: another)
        return first > margin && second < -margin || first < -margin && second > margin
    }

    /// Whether `next`, which begins where this ends, runs back along this.
    func foldsBack(onto next: PlanSegment) -> Bool {
        let along = (to.x - from.x) * (next.to.x - next.from.x) + (to.y - from.y) * (next.to.y - next.from.y)
        return side(of: next.to) == 0 && along <= 0
    }
}
