/// A point on a floor plan in metres: `x` to the right, `y` down from the upper left corner.
public struct PlanPosition: Hashable, Sendable {
    /// Metres from the left edge.
    public let x: Double
    /// Metres from the upper edge.
    public let y: Double

    /// The point at these metres.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Metres in a straight line to `other`.
    public func distance(to other: PlanPosition) -> Double {
        let dx = other.x - x
        let dy = other.y - y
        return (dx * dx + dy * dy).squareRoot()
    }
}

/// A straight wall.
public struct PlanSegment: Hashable, Sendable {
    /// Where it begins.
    public let from: PlanPosition
    /// Where it ends.
    public let to: PlanPosition

    /// The wall between two points.
    public init(from: PlanPosition, to: PlanPosition) {
        self.from = from
        self.to = to
    }
}

/// The floor of a venue: its size, its walls and, when there is one, its picture.
public struct FloorPlan: Equatable, Sendable {
    /// Metres from left to right, 1 to 2,000.
    public let width: Double
    /// Metres from top to bottom, 1 to 2,000.
    public let height: Double
    /// The walls; a door is a gap between two of them.
    public let walls: [PlanSegment]
    /// A picture that fills the plan: a path on the same server or an `https` address.
    public let image: String?

    /// A floor of this size.
    public init(width: Double, height: Double, walls: [PlanSegment], image: String?) {
        self.width = width
        self.height = height
        self.walls = walls
        self.image = image
    }
}
