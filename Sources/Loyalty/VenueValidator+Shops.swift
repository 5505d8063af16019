extension VenueValidator {
    mutating func shops(_ value: [VenueDraft.Shop]?) -> [Shop] {
        let path = "$.shops"
        let list = bounded(required(value, at: path), to: VenueLimits.shops, "shops", at: path)
        guard let list else { return [] }
        var indexOfMajor: [UInt16: Int] = [:]
        var areas: [(index: Int, polygon: Polygon)] = []
        var shops: [Shop] = []
        for (index, draft) in list.enumerated() {
            let path = "\(path)[\(index)]"
            let major = self.major(draft.major, at: "\(path).major")
            if let major {
                if let earlier = indexOfMajor[major] {
                    fault("\(path).major", "is \(major), which is already the major of $.shops[\(earlier)]")
                } else {
                    indexOfMajor[major] = index
                }
            }
            let name = self.name(draft.name, at: "\(path).name")
            let category = words(
                required(draft.category, at: "\(path).category"), upTo: VenueLimits.category, at: "\(path).category")
            let polygon = area(draft.area, at: "\(path).area")
            if let polygon {
                if let other = areas.first(where: { overlaps($0.polygon, polygon) }) {
                    fault("\(path).area", "overlaps the area of $.shops[\(other.index)]")
                }
                areas.append((index, polygon))
            }
            if let major, let name, let category, let polygon {
                shops.append(Shop(major: major, name: name, category: category, area: polygon.corners))
            }
        }
        majors = Set(indexOfMajor.keys)
        return shops
    }

    /// Whether two areas share floor without one being within the other, as a kiosk is in a shop.
    private func overlaps(_ one: Polygon, _ other: Polygon) -> Bool {
        one.overlaps(other) && !one.nests(in: other) && !other.nests(in: one)
    }

    /// A simple polygon with some area that lies on the plan.
    ///
    /// A ring that is closed, as GeoJSON's are (RFC 7946, section 3.1.6), is the same without its last corner.
    private mutating func area(_ value: [[Double]?]?, at path: String) -> Polygon? {
        let ring = required(value, at: path).map { isClosed($0) ? Array($0.dropLast()) : $0 }
        let list = bounded(ring, to: VenueLimits.corners, "corners", at: path)
        guard let list else { return nil }
        guard list.count >= 3 else {
            fault(path, "has \(list.count) corners; an area has at least 3")
            return nil
        }
        var corners: [PlanPosition] = []
        for (index, pair) in list.enumerated() {
            guard let pair else { continue }
            let path = "\(path)[\(index)]"
            guard pair.count == 2 else {
                fault(path, "has \(pair.count) numbers; a corner is x, y")
                continue
            }
            if let corner = onPlan(PlanPosition(x: pair[0], y: pair[1]), at: path) { corners.append(corner) }
        }
        guard corners.count == list.count else { return nil }
        let polygon = Polygon(corners)
        if let crossing = polygon.selfIntersection {
            fault(path, "is not a simple polygon: its edges \(crossing.first) and \(crossing.second) meet")
        } else if polygon.area < Polygon.tolerance {
            fault(path, "covers no floor")
        } else {
            return polygon
        }
        return nil
    }

    /// Whether the last corner is the first again, to the centimeter.
    private func isClosed(_ ring: [[Double]?]) -> Bool {
        guard ring.count > 3, let first = ring.first ?? nil, let last = ring.last ?? nil, first.count == 2,
            last.count == 2
        else { return false }
        return abs(first[0] - last[0]) <= Polygon.tolerance && abs(first[1] - last[1]) <= Polygon.tolerance
    }
}
