/// A straight wall of a plan: nobody walks through it, and signals come through weakened.
public struct PlanWall: Hashable, Sendable {
    /// Where it begins.
    public let from: PlanPoint
    /// Where it ends.
    public let to: PlanPoint

    /// The wall between two points.
    public init(from: PlanPoint, to: PlanPoint) {
        self.from = from
        self.to = to
    }

    /// Whether the straight way between two points meets the wall; to touch its end is to meet it.
    public func separates(_ one: PlanPoint, _ other: PlanPoint) -> Bool {
        // Most walls are far away: their box decides without a multiplication.
        if max(one.x, other.x) < min(from.x, to.x) || min(one.x, other.x) > max(from.x, to.x)
            || max(one.y, other.y) < min(from.y, to.y) || min(one.y, other.y) > max(from.y, to.y)
        {
            return false
        }
        return Self.side(from, to, one) * Self.side(from, to, other) <= 0
            && Self.side(one, other, from) * Self.side(one, other, to) <= 0
    }

    /// On which side of the line through `start` and `end` the point lies: 1, −1, or 0 on the line.
    private static func side(_ start: PlanPoint, _ end: PlanPoint, _ point: PlanPoint) -> Double {
        let cross = (end.x - start.x) * (point.y - start.y) - (end.y - start.y) * (point.x - start.x)
        return cross > 0 ? 1 : (cross < 0 ? -1 : 0)
    }
}
