extension PlanSegment {
    /// How far from a wall a door may be drawn and still open it, metres.
    static let doorReach = 0.25

    /// The parts of a wall that doors leave of it, in the order from its beginning; parts shorter than a centimetre are none.
    func without(_ doors: [PlanSegment]) -> [PlanSegment] {
        let openings = doors.compactMap { opening(of: $0) }.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
        guard !openings.isEmpty else { return [self] }
        var parts: [PlanSegment] = []
        var reached = 0.0
        for opening in openings {
            if (opening.from - reached) * length > Polygon.tolerance {
                parts.append(PlanSegment(from: at(reached), to: at(opening.from)))
            }
            reached = max(reached, opening.to)
        }
        if (1 - reached) * length > Polygon.tolerance { parts.append(PlanSegment(from: at(reached), to: to)) }
        return parts
    }

    /// Whether a door lies along this wall or edge, at least with a part of it.
    func isOpened(by door: PlanSegment) -> Bool {
        opening(of: door) != nil
    }

    /// Which part of the wall a door opens, as shares of its length; nil when it lies elsewhere or across.
    private func opening(of door: PlanSegment) -> (from: Double, to: Double)? {
        let reach = Self.doorReach
        guard
            min(from.x, to.x) - reach <= max(door.from.x, door.to.x),
            max(from.x, to.x) + reach >= min(door.from.x, door.to.x),
            min(from.y, to.y) - reach <= max(door.from.y, door.to.y),
            max(from.y, to.y) + reach >= min(door.from.y, door.to.y)
        else { return nil }
        let (dx, dy) = (to.x - from.x, to.y - from.y)
        let squared = dx * dx + dy * dy
        guard squared > 0 else { return nil }
        func share(_ point: PlanPosition) -> Double { ((point.x - from.x) * dx + (point.y - from.y) * dy) / squared }
        let shares = [share(door.from), share(door.to)]
        let isAlong = zip([door.from, door.to], shares).allSatisfy { point, share in
            at(share).distance(to: point) <= reach
        }
        guard isAlong else { return nil }
        let first = min(max(min(shares[0], shares[1]), 0), 1)
        let last = min(max(max(shares[0], shares[1]), 0), 1)
        return (last - first) * length > Polygon.tolerance ? (first, last) : nil
    }

    /// The point at a share of the way from beginning to end.
    func at(_ share: Double) -> PlanPosition {
        if share == 0 { return from }
        if share == 1 { return to }
        return PlanPosition(x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y))
    }
}
