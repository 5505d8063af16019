/// Which parts of a floor a survey has places in, by squares.
public struct SurveyCoverage: Sendable {
    /// The side of a square in metres.
    public let side: Double
    /// How many of the squares are covered, 0 to 1.
    public let share: Double
    /// The middle of squares that nobody was near to, those that are farthest from every place first.
    public let missing: [PlanPoint]

    /// Most squares of a floor, and most of them that are told.
    private static let most = (squares: 4096, missing: 3)

    /// The coverage of a floor of `width` by `height` metres: a square of four metres, or of more on a large floor, is
    /// covered when a place is no farther from its middle than its side.
    public init(of places: [PlanPoint], width: Double, height: Double) {
        let (width, height) = (Self.bounded(width), Self.bounded(height))
        var side = max(4, (width * height / Double(Self.most.squares)).squareRoot())
        while (width / side + 1) * (height / side + 1) > Double(Self.most.squares) { side *= 1.05 }
        let columns = max(1, Int(width / side + 0.999))
        let rows = max(1, Int(height / side + 0.999))
        var seen = places
        var covered = 0
        var open: [PlanPoint] = []
        for row in 0..<rows {
            for column in 0..<columns {
                let middle = PlanPoint(
                    x: (Double(column) + 0.5) * width / Double(columns), y: (Double(row) + 0.5) * height / Double(rows))
                if Self.distance(middle, seen) <= side { covered += 1 } else { open.append(middle) }
            }
        }
        var missing: [PlanPoint] = []
        // Each hint counts as visited for the next one, so that they lie apart.
        while missing.count < Self.most.missing,
            let farthest = open.max(by: { Self.distance($0, seen) < Self.distance($1, seen) }),
            Self.distance(farthest, seen) > side
        {
            missing.append(farthest)
            seen.append(farthest)
        }
        self.side = side
        share = Double(covered) / Double(rows * columns)
        self.missing = missing
    }

    private static func bounded(_ metres: Double) -> Double { metres.isFinite ? min(max(metres, 1), 10_000) : 1 }

    private static func distance(_ point: PlanPoint, _ places: [PlanPoint]) -> Double {
        var least = Double.infinity
        for place in places { least = min(least, place.distance(to: point)) }
        return least
    }
}
