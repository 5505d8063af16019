/// A point on a venue's plan, in metres from its left and upper edge.
public struct PlanPoint: Hashable, Sendable {
    /// Metres from the left edge.
    public var x: Double
    /// Metres from the upper edge.
    public var y: Double

    /// The point (`x`, `y`).
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Metres to another point in a straight line.
    public func distance(to other: PlanPoint) -> Double {
        let (across, down) = (x - other.x, y - other.y)
        return (across * across + down * down).squareRoot()
    }
}
