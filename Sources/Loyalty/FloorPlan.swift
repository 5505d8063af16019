/// A point on a floor plan in metres: `x` to the right, `y` down from the upper left corner.
package struct PlanPosition: Hashable, Sendable {
    /// Metres from the left edge.
    package let x: Double
    /// Metres from the upper edge.
    package let y: Double

    /// The point at these metres.
    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Metres in a straight line to `other`.
    package func distance(to other: PlanPosition) -> Double {
        let dx = other.x - x
        let dy = other.y - y
        return (dx * dx + dy * dy).squareRoot()
    }
}

/// A straight wall.
package struct PlanSegment: Hashable, Sendable {
    /// Where it begins.
    package let from: PlanPosition
    /// Where it ends.
    package let to: PlanPosition

    /// The wall between two points.
    package init(from: PlanPosition, to: PlanPosition) {
        self.from = from
        self.to = to
    }
}

/// The floor of a venue: its size, its walls and, when there is one, its picture.
package struct FloorPlan: Equatable, Sendable {
    /// Metres from left to right, 1 to 2,000.
    package let width: Double
    /// Metres from top to bottom, 1 to 2,000.
    package let height: Double
    /// The walls as they are drawn; one walks through a gap between two of them, and through a door.
    package let walls: [PlanSegment]
    /// Where one walks through a wall.
    package let doors: [PlanSegment]
    /// What stands in the way: the walls without what doors open of them.
    package let barriers: [PlanSegment]
    /// A picture to lie under the plan: a path on the same server or an `https` address.
    package let image: String?
    /// Where the picture lies, from its upper left to its lower right corner; nil when it fills the plan.
    package let imageArea: PlanSegment?

    /// A floor of this size.
    package init(
        width: Double, height: Double, walls: [PlanSegment], doors: [PlanSegment] = [], image: String?,
        imageArea: PlanSegment? = nil
    ) {
        self.width = width
        self.height = height
        self.walls = walls
        self.doors = doors
        self.barriers = doors.isEmpty ? walls : walls.flatMap { $0.without(doors) }
        self.image = image
        self.imageArea = imageArea
    }
}
