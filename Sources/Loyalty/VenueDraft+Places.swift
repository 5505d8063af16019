extension VenueDraft {
    /// Where on the plan lies what a fault's path names; nil for what has no place, or none that can be read.
    package func place(of path: String) -> PlanPosition? {
        let steps = path.split(whereSeparator: { ".[]".contains($0) }).map(String.init)
        guard steps.count >= 3 else { return nil }
        switch (steps[1], steps[2]) {
        case ("shops", _):
            guard let area = shops?.element(steps[2])?.area else { return nil }
            if steps.count > 4, steps[3] == "area", let corner = area.element(steps[4]) { return Self.point(corner) }
            let corners = area.compactMap { Self.point($0) }
            return corners.isEmpty ? nil : Polygon(corners).middle
        case ("beacons", _):
            guard let beacon = beacons?.element(steps[2]), let x = beacon.x, let y = beacon.y else { return nil }
            return Self.point([x, y])
        case ("plan", "walls"): return steps.count > 3 ? Self.middle(plan?.walls?.element(steps[3])) : nil
        case ("plan", "doors"): return steps.count > 3 ? Self.middle(plan?.doors?.element(steps[3])) : nil
        default: return nil
        }
    }

    private static func point(_ pair: [Double]?) -> PlanPosition? {
        guard let pair, pair.count == 2, pair.allSatisfy(\.isFinite) else { return nil }
        return PlanPosition(x: pair[0], y: pair[1])
    }

    private static func middle(_ ends: [Double]??) -> PlanPosition? {
        guard let ends = ends ?? nil, ends.count == 4, ends.allSatisfy(\.isFinite) else { return nil }
        return PlanPosition(x: (ends[0] + ends[2]) / 2, y: (ends[1] + ends[3]) / 2)
    }
}

extension Array {
    /// The element at the index that a step of a path names, or nil.
    fileprivate func element(_ step: String) -> Element? {
        guard let index = Int(step), indices.contains(index) else { return nil }
        return self[index]
    }
}
