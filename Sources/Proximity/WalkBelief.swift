/// How likely a phone is in each cell of a floor, standing or walking in one of eight directions.
///
/// People stand for a while and walk straight on for a while, and nobody walks through a wall: what is expected of the next
/// second follows from that.
struct WalkBelief: Sendable {
    /// A step of the reckoning, in seconds.
    private static let stepSeconds = 0.5
    /// The share of those who stand that set out in a second, and of those who walk that stop, and that turn.
    private static let (setOut, stop, turn) = (Float(0.08), Float(0.08), Float(0.3))
    /// How fast people walk, in metres a second.
    private static let pace = 1.2

    /// Less than this is nothing: who was lost is looked for everywhere, and not in every second.
    private static let least: Float = 1e-7

    private let count: Int
    /// The cells in which anything is left, in the order in which they were reached.
    private(set) var active: [Int]
    /// Nine layers of cells: standing, then one for each direction.
    private var layers: [Float]

    /// Anywhere on the floor, as likely as not on the move.
    init(anywhereOn grid: FloorGrid) {
        count = grid.count
        active = Array(0..<grid.count)
        layers = [Float](repeating: 0.5 / Float(count), count: count)
        layers += [Float](repeating: 0.0625 / Float(count), count: count * 8)
    }

    /// How likely a cell is, in whatever manner.
    func likelihood(of cell: Int) -> Float {
        var sum: Float = 0
        for layer in 0..<9 { sum += layers[layer * count + cell] }
        return sum
    }

    /// Carries the belief on by some seconds.
    mutating func advance(seconds: Double, on grid: FloorGrid) {
        var left = min(max(seconds, 0), 15)
        while left > 1e-3 {
            let step = min(left, Self.stepSeconds)
            advance(by: step, on: grid)
            left -= step
        }
    }

    /// Lets a share of the belief be anywhere, for who is lost.
    mutating func spread(_ share: Float) {
        active = Array(0..<count)
        for index in layers.indices {
            let anywhere = (index < count ? 0.5 : 0.0625) / Float(count)
            layers[index] = layers[index] * (1 - share) + anywhere * share
        }
    }

    private mutating func advance(by seconds: Double, on grid: FloorGrid) {
        var next = [Float](repeating: 0, count: layers.count)
        let time = Float(seconds)
        var isReached = [Bool](repeating: false, count: count)
        for cell in active { isReached[cell] = true }
        var reached = active
        for cell in active {
            let standing = layers[cell]
            next[cell] += standing * (1 - Self.setOut * time)
            let each = standing * Self.setOut * time / 8
            for direction in 0..<8 { next[(direction + 1) * count + cell] += each }
        }
        for direction in 0..<8 {
            let isDiagonal = direction % 2 == 1
            let length = grid.side * (isDiagonal ? 1.414_213_562 : 1)
            let moves = Float(min(Self.pace * seconds / length, 1))
            let (layer, left, right) = (
                (direction + 1) * count, ((direction + 1) % 8 + 1) * count, ((direction + 7) % 8 + 1) * count
            )
            for cell in active where layers[layer + cell] > 0 {
                let walking = layers[layer + cell]
                next[cell] += walking * Self.stop * time
                let turned = walking * Self.turn * time / 2
                next[left + cell] += turned
                next[right + cell] += turned
                let on = walking * (1 - (Self.stop + Self.turn) * time)
                if let neighbour = grid.neighbour(of: cell, direction) {
                    next[layer + neighbour] += on * moves
                    if !isReached[neighbour] {
                        isReached[neighbour] = true
                        reached.append(neighbour)
                    }
                    next[layer + cell] += on * (1 - moves)
                } else {
                    // At a wall one stops, or goes along it.
                    next[cell] += on * 0.2
                    for other in 0..<8 where other != direction { next[(other + 1) * count + cell] += on * 0.8 / 7 }
                }
            }
        }
        layers = next
        active = reached
    }

    /// Multiplies each of the active cells by its likelihood, makes the whole one again, and drops what is hardly anything.
    ///
    /// False when nothing is left.
    mutating func weigh(_ likelihoods: [Float]) -> Bool {
        var total: Float = 0
        for (index, cell) in active.enumerated() {
            for layer in 0..<9 {
                layers[layer * count + cell] *= likelihoods[index]
                total += layers[layer * count + cell]
            }
        }
        guard total > 1e-30, total.isFinite else { return false }
        var kept: [Int] = []
        for cell in active {
            var sum: Float = 0
            for layer in 0..<9 {
                layers[layer * count + cell] /= total
                sum += layers[layer * count + cell]
            }
            if sum > Self.least {
                kept.append(cell)
            } else {
                for layer in 0..<9 { layers[layer * count + cell] = 0 }
            }
        }
        active = kept
        return true
    }
}
