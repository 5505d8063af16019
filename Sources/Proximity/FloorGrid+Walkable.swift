extension FloorGrid {
    /// The cells within the hull of `outline` to which a way leads from one of the beacons, in order.
    ///
    /// What lies between a building and the edge of its plan is thus no floor. An outline without three corners that are
    /// not on a line is none, and then all of the plan counts.
    func walkable(within outline: [PlanPoint]) -> [Int] {
        var isReached = [Bool](repeating: false, count: count)
        var queue: [Int] = []
        for point in points where !isReached[cell(of: point)] {
            isReached[cell(of: point)] = true
            queue.append(cell(of: point))
        }
        var head = 0
        while head < queue.count {
            for direction in 0..<8 {
                guard let next = neighbour(of: queue[head], direction), !isReached[next] else { continue }
                isReached[next] = true
                queue.append(next)
            }
            head += 1
        }
        let hull = ConvexHull(outline)
        return queue.filter { hull?.contains(centre($0)) ?? true }.sorted()
    }
}
