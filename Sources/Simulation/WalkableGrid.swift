import Loyalty

/// The floor as a grid of cells on which people walk, and the ways through it around walls.
///
/// For each destination the distances from everywhere are worked out once; walking is then going downhill.
struct WalkableGrid {
    /// The side of a cell in metres: a door of two metres is four cells wide.
    static let cellSize = 0.5
    /// How far from a wall a person's middle stays, in metres.
    private static let clearance = 0.3

    private let columns: Int
    private let rows: Int
    /// Whether one may step from a cell to its neighbour in each of eight directions.
    private let steps: [UInt8]
    private var fields: [Int: [Float]] = [:]

    private static let directions: [(column: Int, row: Int, length: Float)] = [
        (1, 0, 1), (0, 1, 1), (-1, 0, 1), (0, -1, 1),
        (1, 1, 1.4142135), (-1, 1, 1.4142135), (-1, -1, 1.4142135), (1, -1, 1.4142135),
    ]

    init(plan: FloorPlan) {
        columns = max(1, Int((plan.width / Self.cellSize).rounded(.up)))
        rows = max(1, Int((plan.height / Self.cellSize).rounded(.up)))
        var steps = [UInt8](repeating: 0, count: columns * rows)
        let obstacles = plan.barriers.map(Obstacle.init)
        let centres = (0..<columns * rows).map { [columns] cell in Self.centre(of: cell, columns: columns) }
        let free = centres.map { centre in !obstacles.contains { $0.distance(to: centre) < Self.clearance } }
        for cell in steps.indices where free[cell] {
            let (column, row) = (cell % columns, cell / columns)
            for (index, direction) in Self.directions.enumerated() {
                let (nextColumn, nextRow) = (column + direction.column, row + direction.row)
                guard nextColumn >= 0, nextColumn < columns, nextRow >= 0, nextRow < rows else { continue }
                let next = nextRow * columns + nextColumn
                guard free[next], !obstacles.contains(where: { $0.crosses(centres[cell], centres[next]) }) else {
                    continue
                }
                steps[cell] |= 1 << UInt8(index)
            }
        }
        self.steps = steps
    }

    /// Whether somebody can stand at `position`, and go on from there.
    func isStandable(_ position: PlanPosition) -> Bool {
        steps[cell(of: position)] != 0
    }

    /// The nearest place to `position` where somebody can stand and from which there is a way on.
    func standable(near position: PlanPosition) -> PlanPosition {
        let cell = self.cell(of: position)
        guard steps[cell] == 0 else { return position }
        let reachable = steps.indices.filter { steps[$0] != 0 }
        let best = reachable.min { left, right in
            Self.centre(of: left, columns: columns).distance(to: position)
                < Self.centre(of: right, columns: columns).distance(to: position)
        }
        return best.map { Self.centre(of: $0, columns: columns) } ?? position
    }

    /// Where somebody at `position` is after walking `metres` towards `destination`, and whether they are there.
    ///
    /// The destination must be `standable`; when no way leads there, the walker has arrived where it is.
    mutating func walk(
        from position: PlanPosition, towards destination: PlanPosition, metres: Double
    ) -> (position: PlanPosition, arrived: Bool) {
        let target = cell(of: destination)
        let field = distances(to: target)
        var position = position
        var left = metres
        while left > 0 {
            let here = cell(of: position)
            let next: PlanPosition
            if here == target {
                next = destination
            } else if let lower = downhill(from: here, field: field) {
                next = Self.centre(of: lower, columns: columns)
            } else {
                return (position, true)
            }
            let distance = position.distance(to: next)
            if distance <= left {
                position = next
                left -= distance
                if here == target { return (position, true) }
            } else {
                let share = left / distance
                position = PlanPosition(
                    x: position.x + (next.x - position.x) * share, y: position.y + (next.y - position.y) * share)
                left = 0
            }
        }
        return (position, false)
    }

    private func cell(of position: PlanPosition) -> Int {
        let column = min(max(Int(position.x / Self.cellSize), 0), columns - 1)
        let row = min(max(Int(position.y / Self.cellSize), 0), rows - 1)
        return row * columns + column
    }

    private static func centre(of cell: Int, columns: Int) -> PlanPosition {
        PlanPosition(
            x: (Double(cell % columns) + 0.5) * cellSize,
            y: (Double(cell / columns) + 0.5) * cellSize)
    }

    /// The neighbour that is nearest to the target, if one is nearer than this cell; a diagonal only past no corner.
    private func downhill(from cell: Int, field: [Float]) -> Int? {
        var best: (cell: Int, distance: Float)?
        for (index, direction) in Self.directions.enumerated() where steps[cell] & (1 << UInt8(index)) != 0 {
            let next = cell + direction.row * columns + direction.column
            let distance = field[next] + direction.length
            if distance < best?.distance ?? .infinity { best = (next, distance) }
        }
        guard let best, best.distance.isFinite, field[best.cell] < field[cell] || field[cell].isInfinite else {
            return nil
        }
        return best.cell
    }

    /// Walking distances in cells from everywhere to `target`, kept for the next who goes there.
    private mutating func distances(to target: Int) -> [Float] {
        if let known = fields[target] { return known }
        var field = [Float](repeating: .infinity, count: steps.count)
        field[target] = 0
        // Edges are 1 or √2 long, so a queue that re-visits improved cells settles quickly and needs no heap.
        var queue = [target]
        var head = 0
        while head < queue.count {
            let cell = queue[head]
            head += 1
            for (index, direction) in Self.directions.enumerated() where steps[cell] & (1 << UInt8(index)) != 0 {
                let next = cell + direction.row * columns + direction.column
                let distance = field[cell] + direction.length
                if distance + 1e-4 < field[next] {
                    field[next] = distance
                    queue.append(next)
                }
            }
        }
        // A guest may tap anywhere, so what is kept has a bound.
        if fields.count >= 256 { fields.removeAll() }
        fields[target] = field
        return field
    }
}

/// A wall as an obstacle to walking.
private struct Obstacle {
    let from: PlanPosition
    let to: PlanPosition

    init(_ wall: PlanSegment) {
        from = wall.from
        to = wall.to
    }

    func distance(to point: PlanPosition) -> Double {
        let (dx, dy) = (to.x - from.x, to.y - from.y)
        let length = dx * dx + dy * dy
        let along = length == 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / length
        let clamped = min(max(along, 0), 1)
        return point.distance(to: PlanPosition(x: from.x + dx * clamped, y: from.y + dy * clamped))
    }

    /// Whether the way from `start` to `end` meets the wall.
    func crosses(_ start: PlanPosition, _ end: PlanPosition) -> Bool {
        func side(_ a: PlanPosition, _ b: PlanPosition, _ point: PlanPosition) -> Double {
            (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
        }
        return side(from, to, start) * side(from, to, end) <= 0 && side(start, end, from) * side(start, end, to) <= 0
    }
}
