import Beacons

/// A venue's floor as a grid: where one can step, and what of each beacon's signal should arrive at each cell.
///
/// It is worked out once for a venue; phones share it. Cells have a side of one metre, and more where the floor has more
/// than 4,096 square metres.
public struct FloorGrid: Sendable {
    /// The most cells and beacons of a grid, so that no venue file can fill the memory.
    static let limits = (cells: 4096, beacons: 512)
    /// The most walls that are counted between a cell and a beacon: beyond it a signal finds other ways.
    private static let mostWalls: UInt8 = 5
    /// Farther than this, in metres, walls are not counted.
    private static let wallReach = 30.0

    /// The plan's size in metres.
    let width: Double
    let height: Double
    let walls: [PlanWall]
    let columns: Int
    let rows: Int
    /// The side of a cell in metres.
    let side: Double
    /// For each cell a bit for each of `directions` in which no wall is in the way.
    let ways: [UInt8]
    let indices: [BeaconIdentity: Int]
    let beacons: [BeaconIdentity]
    /// Where each beacon hangs.
    let points: [PlanPoint]
    /// For each beacon and cell, 10 · log10 of the distance in metres.
    let losses: [Float]
    /// For each beacon and cell, the walls between the two.
    let crossings: [UInt8]

    /// The eight neighbours, in a circle.
    static let directions: [(column: Int, row: Int)] = [
        (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1),
    ]

    /// The floor of `width` by `height` metres with these beacons and walls; beacons without a finite place are none.
    public init(beacons: [BeaconIdentity: PlanPoint], width: Double, height: Double, walls: [PlanWall] = []) {
        self.width = width.isFinite ? max(width, 0) : 0
        self.height = height.isFinite ? max(height, 0) : 0
        self.walls = walls
        var side = max(1, (self.width * self.height / Double(Self.limits.cells)).squareRoot())
        // A floor that is long and narrow has more cells by rounding up.
        while (self.width / side + 1) * (self.height / side + 1) > Double(Self.limits.cells) { side *= 1.05 }
        self.side = side
        columns = max(1, Int(self.width / side + 0.999))
        rows = max(1, Int(self.height / side + 0.999))
        let known = beacons.filter { $0.value.x.isFinite && $0.value.y.isFinite }
            .sorted { $0.key < $1.key }.prefix(Self.limits.beacons)
        self.beacons = known.map { $0.key }
        points = known.map { $0.value }
        var indices: [BeaconIdentity: Int] = [:]
        for (index, beacon) in self.beacons.enumerated() { indices[beacon] = index }
        self.indices = indices
        var centres: [PlanPoint] = []
        for row in 0..<rows {
            for column in 0..<columns {
                centres.append(PlanPoint(x: (Double(column) + 0.5) * side, y: (Double(row) + 0.5) * side))
            }
        }
        ways = Self.ways(centres, columns, rows, walls)
        (losses, crossings) = Self.signals(known.map { $0.value }, centres, walls)
    }

    /// The same floor with one more beacon, behind all others.
    init(_ floor: FloorGrid, adding beacon: BeaconIdentity, at point: PlanPoint) {
        (width, height, walls) = (floor.width, floor.height, floor.walls)
        (columns, rows, side, ways) = (floor.columns, floor.rows, floor.side, floor.ways)
        beacons = floor.beacons + [beacon]
        points = floor.points + [point]
        var indices = floor.indices
        indices[beacon] = floor.beacons.count
        self.indices = indices
        let signals = Self.signals([point], (0..<floor.count).map(floor.centre), walls)
        losses = floor.losses + signals.losses
        crossings = floor.crossings + signals.crossings
    }

    /// How many cells there are.
    var count: Int { ways.count }

    /// The middle of a cell, in metres.
    func centre(_ cell: Int) -> PlanPoint {
        PlanPoint(
            x: min((Double(cell % columns) + 0.5) * side, width), y: min((Double(cell / columns) + 0.5) * side, height))
    }

    /// The cell in which a point lies, or the nearest one.
    func cell(of point: PlanPoint) -> Int {
        let column = Int(min(max(point.x / side, 0), Double(columns - 1)))
        let row = Int(min(max(point.y / side, 0), Double(rows - 1)))
        return row * columns + column
    }

    /// The neighbour of a cell in a direction, or nil where a wall or the edge of the plan is in the way.
    func neighbour(of cell: Int, _ direction: Int) -> Int? {
        guard ways[cell] & (1 << UInt8(direction)) != 0 else { return nil }
        let step = Self.directions[direction]
        return cell + step.row * columns + step.column
    }

    /// Whether a wall stands between two points.
    func separates(_ one: PlanPoint, _ other: PlanPoint) -> Bool {
        for wall in walls where wall.separates(one, other) { return true }
        return false
    }

    /// The middles of the cells on a way from one point to another around the walls, or none where there is no way.
    ///
    /// The first is the neighbour of the cell of `start`.
    func way(from start: PlanPoint, to end: PlanPoint) -> [PlanPoint] {
        let (first, last) = (cell(of: start), cell(of: end))
        guard first != last else { return [] }
        // From the end to the start, so that each cell knows the next one of the way.
        var next = [Int32](repeating: -1, count: count)
        next[last] = Int32(last)
        var queue = [last]
        var head = 0
        while head < queue.count, next[first] < 0 {
            let here = queue[head]
            head += 1
            for direction in 0..<8 {
                guard let neighbour = neighbour(of: here, direction), next[neighbour] < 0 else { continue }
                next[neighbour] = Int32(here)
                queue.append(neighbour)
            }
        }
        guard next[first] >= 0 else { return [] }
        var way: [PlanPoint] = []
        var here = first
        while here != last {
            here = Int(next[here])
            way.append(centre(here))
        }
        return way
    }

    /// How many walls a signal between two points crosses, as far as it matters.
    func wallsBetween(_ one: PlanPoint, _ other: PlanPoint) -> UInt8 { Self.wallsBetween(one, other, walls) }

    private static func wallsBetween(_ one: PlanPoint, _ other: PlanPoint, _ walls: [PlanWall]) -> UInt8 {
        guard one.distance(to: other) < wallReach else { return walls.isEmpty ? 0 : 2 }
        var between: UInt8 = 0
        for wall in walls where between < mostWalls && wall.separates(one, other) { between += 1 }
        return between
    }

    private static func ways(_ centres: [PlanPoint], _ columns: Int, _ rows: Int, _ walls: [PlanWall]) -> [UInt8] {
        var ways = [UInt8](repeating: 0, count: centres.count)
        for cell in centres.indices {
            for (index, direction) in directions.enumerated() {
                let (column, row) = (cell % columns + direction.column, cell / columns + direction.row)
                guard column >= 0, column < columns, row >= 0, row < rows else { continue }
                let other = row * columns + column
                var isOpen = true
                for wall in walls where wall.separates(centres[cell], centres[other]) {
                    isOpen = false
                    break
                }
                if isOpen { ways[cell] |= 1 << UInt8(index) }
            }
        }
        return ways
    }

    private static func signals(
        _ beacons: [PlanPoint], _ centres: [PlanPoint], _ walls: [PlanWall]
    ) -> (losses: [Float], crossings: [UInt8]) {
        var losses: [Float] = []
        var crossings: [UInt8] = []
        losses.reserveCapacity(beacons.count * centres.count)
        crossings.reserveCapacity(beacons.count * centres.count)
        for beacon in beacons {
            for centre in centres {
                let metres = centre.distance(to: beacon)
                // Nearer than a metre the direction says nothing, and a phone is held a metre below a beacon anyway.
                losses.append(Float(PathLoss.decibels(metres: max(metres, 1), exponent: 1)))
                crossings.append(wallsBetween(beacon, centre, walls))
            }
        }
        return (losses, crossings)
    }
}
