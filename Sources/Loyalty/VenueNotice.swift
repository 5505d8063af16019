/// Something about a sound venue that somebody should look at; it keeps it from nothing.
package struct VenueNotice: Hashable, Sendable {
    /// Where in the venue file, as a JSON path.
    package let path: String
    /// What it is, in English, without the path.
    package let message: String
    /// Where on the plan.
    package let place: PlanPosition
}

extension Venue {
    /// How many notices are told.
    private static let mostNotices = 200

    /// What somebody should look at, in the order of the venue file: walls that cross, doors on no wall, shops without a
    /// beacon, beacons that hang outside of their shop, strengths at one meter that no device has.
    package var notices: [VenueNotice] {
        Array((plan.notices(edges: shops.flatMap { Polygon($0.area).edges }) + shopNotices).prefix(Self.mostNotices))
    }

    private var shopNotices: [VenueNotice] {
        let owners = Set(beacons.map(\.major))
        var notices: [VenueNotice] = []
        for (index, shop) in shops.enumerated() where !owners.contains(shop.major) {
            notices.append(
                VenueNotice(
                    path: "$.shops[\(index)]", message: "has no beacon, so that no visit of it can be proved",
                    place: Polygon(shop.area).middle))
        }
        for (index, beacon) in beacons.enumerated() {
            if !VenueLimits.likelyPower.contains(Int(beacon.measuredPower)) {
                notices.append(
                    VenueNotice(
                        path: "$.beacons[\(index)].measuredPower",
                        message:
                            "is \(beacon.measuredPower) dBm, which is a factory setting and no strength at one meter; "
                            + "measure it one meter away (usual: -80 to -50)",
                        place: beacon.position))
            }
            guard let shop = shop(major: beacon.major) else { continue }
            let area = Polygon(shop.area)
            guard !area.contains(beacon.position), area.distance(to: beacon.position) > 1 else { continue }
            notices.append(
                VenueNotice(
                    path: "$.beacons[\(index)]", message: "hangs outside of its shop", place: beacon.position))
        }
        return notices
    }
}

extension FloorPlan {
    /// Walls that cross, and doors that open neither a wall nor the edge of a shop.
    fileprivate func notices(edges: [PlanSegment]) -> [VenueNotice] {
        var notices = crossings.map { crossing in
            VenueNotice(
                path: "$.plan.walls[\(crossing.second)]", message: "crosses $.plan.walls[\(crossing.first)]",
                place: crossing.place)
        }
        for (index, door) in doors.enumerated() where !(walls + edges).contains(where: { $0.isOpened(by: door) }) {
            notices.append(
                VenueNotice(
                    path: "$.plan.doors[\(index)]", message: "lies on no wall and on no edge of a shop",
                    place: door.at(0.5)))
        }
        return notices
    }

    /// Pairs of walls that cross each other between their ends, by the later one; at most 200.
    var crossings: [(first: Int, second: Int, place: PlanPosition)] {
        // From left to right, so that only walls are compared whose widths share something.
        let order = walls.indices.sorted { (walls[$0].left, $0) < (walls[$1].left, $1) }
        var open: [Int] = []
        var found: [(first: Int, second: Int, place: PlanPosition)] = []
        for index in order {
            let wall = walls[index]
            open.removeAll { walls[$0].right < wall.left }
            for other in open where walls[other].crossesDeeply(wall) {
                found.append((min(index, other), max(index, other), wall.crossing(with: walls[other])))
            }
            open.append(index)
            if found.count > 200 { break }
        }
        return found.sorted { ($0.second, $0.first) < ($1.second, $1.first) }
    }
}

extension PlanSegment {
    fileprivate var left: Double { min(from.x, to.x) }
    fileprivate var right: Double { max(from.x, to.x) }

    /// Where the lines of two segments that cross meet.
    fileprivate func crossing(with other: PlanSegment) -> PlanPosition {
        let (dx, dy) = (to.x - from.x, to.y - from.y)
        let (ex, ey) = (other.to.x - other.from.x, other.to.y - other.from.y)
        let area = dx * ey - dy * ex
        guard area != 0 else { return at(0.5) }
        return at(((other.from.x - from.x) * ey - (other.from.y - from.y) * ex) / area)
    }
}

extension Polygon {
    /// The middle of its corners.
    var middle: PlanPosition {
        let count = Double(max(corners.count, 1))
        return PlanPosition(
            x: corners.reduce(0) { $0 + $1.x } / count, y: corners.reduce(0) { $0 + $1.y } / count)
    }

    /// Metres from a point to the nearest edge.
    fileprivate func distance(to point: PlanPosition) -> Double {
        edges.map { $0.distance(to: point) }.min() ?? .infinity
    }
}
