/// A point on the plan of a simulated place, in metres.
public struct AirPosition: Hashable, Sendable {
    /// Metres to the right of the plan's origin.
    public var x: Double
    /// Metres from the plan's origin along its other axis.
    public var y: Double

    /// The point at `x`, `y` metres.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Metres in a straight line.
    public func distance(to other: AirPosition) -> Double {
        let dx = x - other.x
        let dy = y - other.y
        return (dx * dx + dy * dy).squareRoot()
    }
}

/// A straight wall that weakens what passes through it.
public struct Wall: Hashable, Sendable {
    /// Where it begins.
    public var from: AirPosition
    /// Where it ends.
    public var to: AirPosition
    /// What a crossing costs, in decibels: about 3 for plasterboard or glass, 8 for brick, 12 and more for concrete.
    public var attenuation: Double

    /// A wall between two points.
    public init(from: AirPosition, to: AirPosition, attenuation: Double) {
        self.from = from
        self.to = to
        self.attenuation = attenuation
    }

    /// Whether the straight line between two points crosses this wall; touching an end counts.
    public func separates(_ a: AirPosition, _ b: AirPosition) -> Bool {
        // Most walls are far away: their box decides without a multiplication.
        if max(a.x, b.x) < min(from.x, to.x) || min(a.x, b.x) > max(from.x, to.x)
            || max(a.y, b.y) < min(from.y, to.y) || min(a.y, b.y) > max(from.y, to.y)
        {
            return false
        }
        let sideOfA = Self.side(of: a, from, to)
        let sideOfB = Self.side(of: b, from, to)
        let sideOfFrom = Self.side(of: from, a, b)
        let sideOfTo = Self.side(of: to, a, b)
        return sideOfA * sideOfB <= 0 && sideOfFrom * sideOfTo <= 0
    }

    /// On which side of the line through two others a point lies: the sign of a cross product, zero on the line.
    private static func side(of point: AirPosition, _ start: AirPosition, _ end: AirPosition) -> Double {
        let cross = (end.x - start.x) * (point.y - start.y) - (end.y - start.y) * (point.x - start.x)
        return cross > 0 ? 1 : (cross < 0 ? -1 : 0)
    }
}
