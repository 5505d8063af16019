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
            } else if isInside(wall.from, at: path), isInside(wall.to, at: path) {
                walls.append(wall)
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

    /// Whether the point lies on the plan, with a fault when not.
    ///
    /// On a plan of unknown size every point does.
    mutating func isInside(_ point: PlanPosition, at path: String) -> Bool {
        guard let floor else { return true }
        guard point.x >= 0, point.x <= floor.width, point.y >= 0, point.y <= floor.height else {
            fault(path, "lies outside the plan at (\(point.x), \(point.y))")
            return false
        }
        return true
    }
}
