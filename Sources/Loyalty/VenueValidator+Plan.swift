extension VenueValidator {
    mutating func plan(_ value: VenueDraft.Plan?) -> FloorPlan? {
        guard let draft = required(value, at: "$.plan") else { return nil }
        let width = number(draft.width, in: 1...VenueLimits.side, "metres", at: "$.plan.width")
        let height = number(draft.height, in: 1...VenueLimits.side, "metres", at: "$.plan.height")
        if let width, let height { floor = (width, height) }
        let walls = self.segments(draft.walls, "wall", at: "$.plan.walls")
        let doors = self.segments(draft.doors, "door", at: "$.plan.doors")
        let image = self.image(draft.image)
        let imageArea = self.imageArea(draft.imageArea)
        guard let width, let height else { return nil }
        return FloorPlan(width: width, height: height, walls: walls, doors: doors, image: image, imageArea: imageArea)
    }

    private mutating func segments(_ value: [[Double]?]?, _ noun: String, at path: String) -> [PlanSegment] {
        var walls: [PlanSegment] = []
        for (index, ends) in (bounded(value, to: VenueLimits.walls, "\(noun)s", at: path) ?? []).enumerated() {
            guard let ends else { continue }
            let path = "\(path)[\(index)]"
            guard ends.count == 4 else {
                fault(path, "has \(ends.count) numbers; a \(noun) is x1, y1, x2, y2")
                continue
            }
            let wall = PlanSegment(
                from: PlanPosition(x: ends[0], y: ends[1]), to: PlanPosition(x: ends[2], y: ends[3]))
            if wall.from == wall.to {
                fault(path, "has no length")
            } else if let from = onPlan(wall.from, at: path), let to = onPlan(wall.to, at: path) {
                walls.append(PlanSegment(from: from, to: to))
            }
        }
        return walls
    }

    /// Where the picture lies; it may reach beyond the plan, whose margins it then shows.
    private mutating func imageArea(_ value: [Double]?) -> PlanSegment? {
        let path = "$.plan.imageArea"
        guard let value else { return nil }
        guard value.count == 4 else {
            fault(path, "has \(value.count) numbers; where a picture lies is left, top, right, bottom")
            return nil
        }
        let side = VenueLimits.side
        guard value.allSatisfy({ $0 >= -side && $0 <= 2 * side }), value[0] < value[2], value[1] < value[3] else {
            fault(path, "is no area of the plan as left, top, right, bottom")
            return nil
        }
        return PlanSegment(
            from: PlanPosition(x: value[0], y: value[1]), to: PlanPosition(x: value[2], y: value[3]))
    }

    private mutating func image(_ value: String?) -> String? {
        let path = "$.plan.image"
        guard let text = words(value, upTo: VenueLimits.image, at: path) else { return nil }
        // Browsers take a backslash for a slash, so that `/\host` would leave the server.
        let isLocal = text.hasPrefix("/") && !text.hasPrefix("//")
        let isSafe = text.utf8.allSatisfy { (33...126).contains($0) && !#""'<>\^`{|}"#.utf8.contains($0) }
        guard isSafe, isLocal || text.hasPrefix("https://") else {
            fault(path, "is neither a path that begins with / nor an https address")
            return nil
        }
        return text
    }

    /// The point on the plan, to whose edge rounding moves it at most, or nil with a fault where it lies outside.
    ///
    /// On a plan of unknown size every point does.
    mutating func onPlan(_ point: PlanPosition, at path: String) -> PlanPosition? {
        guard let floor else { return point }
        guard let x = Self.within(point.x, floor.width), let y = Self.within(point.y, floor.height) else {
            fault(path, "lies outside the plan at (\(point.x), \(point.y))")
            return nil
        }
        return PlanPosition(x: x, y: y)
    }

    /// A number from 0 to `side`; one that is out by rounding, by less than `margin`, is at the edge.
    static func within(_ value: Double, _ side: Double, margin: Double = Polygon.tolerance + 1e-9) -> Double? {
        value > -margin && value < side + margin ? min(max(value, 0), side) : nil
    }
}
