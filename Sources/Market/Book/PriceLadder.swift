/// The prices of one side of a book that have orders, the best always at hand.
///
/// A price is its rank: the ticks of an ask, the negated ticks of a bid; so the best is always the least, and both sides
/// are one piece of code. The ranks around the best stand in a window, an array indexed by rank with a bit for each that
/// has orders; worse ones beyond it stand in a sorted map. The best is never outside of the window: it moves when the
/// best would leave it.
struct PriceLadder: ~Copyable {
    /// The orders of one price.
    struct Level: Sendable {
        /// The sum of the open lots.
        var lots: Int64 = 0
        /// The oldest and the newest chunk, 0 when there are no orders.
        var first: UInt32 = 0
        var last: UInt32 = 0
    }

    /// Prices in the window: 64 words of 64 bits, so that one word tells which of them are not empty.
    private static var width: Int { 4096 }
    /// Where in the window the best stands after a move, and from where on it moves again: room for better prices,
    /// three times as much for worse ones.
    private static var margin: Int { width / 4 }

    /// The least rank, `Int64.max` without orders; no order has that rank.
    private(set) var best = Int64.max
    /// The rank of the window's first price.
    private var base: Int64 = 0
    private let window: UnsafeMutablePointer<Level>
    private let words: UnsafeMutablePointer<UInt64>
    private var summary: UInt64 = 0
    private var far = SortedBlocks<Int64, Level>()

    init() {
        window = .allocate(capacity: Self.width)
        window.initialize(repeating: Level(), count: Self.width)
        words = .allocate(capacity: 64)
        words.initialize(repeating: 0, count: 64)
    }

    deinit {
        window.deallocate()
        words.deallocate()
    }

    /// The orders at the best price; only when there are any.
    @inline(__always)
    var bestLevel: UnsafeMutablePointer<Level> { window + Int(truncatingIfNeeded: best &- base) }

    /// Where in the window a rank stands, or `nil` if it does not.
    ///
    /// All ranks of a ladder have one sign, so that their differences do not overflow.
    @inline(__always)
    private func offset(_ rank: Int64) -> Int? {
        let offset = UInt64(bitPattern: rank &- base)
        return offset < UInt64(Self.width) ? Int(truncatingIfNeeded: offset) : nil
    }

    /// Changes the orders at a price, which may have none before, afterwards, or both.
    @inline(__always)
    mutating func change<Result>(_ rank: Int64, _ body: (inout Level) -> Result) -> Result {
        if let offset = offset(rank) {
            let result = body(&window[offset])
            mark(offset, rank)
            return result
        }
        return changeOutside(rank, body)
    }

    /// Notes that the orders at the best price are gone.
    @inline(__always)
    mutating func removeBest() {
        let offset = Int(truncatingIfNeeded: best &- base)
        window[offset] = Level()
        clear(offset)
        findBest()
    }

    /// Visits the prices with orders from the best to the worst until `visit` says `false`.
    func forEach(_ visit: (_ rank: Int64, Level) -> Bool) {
        var groups = summary
        while groups != 0 {
            let group = groups.trailingZeroBitCount
            groups &= groups &- 1
            var bits = words[group]
            while bits != 0 {
                let offset = group &* 64 &+ bits.trailingZeroBitCount
                bits &= bits &- 1
                guard visit(base &+ Int64(offset), window[offset]) else { return }
            }
        }
        far.forEach(visit)
    }

    /// Brings the bits and the best into line with the level at `offset`.
    @inline(__always)
    private mutating func mark(_ offset: Int, _ rank: Int64) {
        if window[offset].first != 0 {
            words[offset >> 6] |= 1 << UInt64(offset & 63)
            summary |= 1 << UInt64(offset >> 6)
            if rank < best { best = rank }
        } else {
            clear(offset)
            if rank == best { findBest() }
        }
    }

    @inline(__always)
    private mutating func clear(_ offset: Int) {
        words[offset >> 6] &= ~(1 << UInt64(offset & 63))
        if words[offset >> 6] == 0 { summary &= ~(1 << UInt64(offset >> 6)) }
    }

    @inline(__always)
    private mutating func findBest() {
        guard summary != 0 else {
            best = Int64.max
            if let first = far.first { move(to: first.key) }
            return
        }
        let group = summary.trailingZeroBitCount
        let offset = group &* 64 &+ words[group].trailingZeroBitCount
        best = base &+ Int64(offset)
        if offset >= Self.width - Self.margin { move(to: best) }
    }

    @inline(never)
    private mutating func changeOutside<Result>(_ rank: Int64, _ body: (inout Level) -> Result) -> Result {
        if let position = far.find(rank) {
            let result = body(&far[position])
            if far[position].first == 0 { far.remove(at: position) }
            return result
        }
        var level = Level()
        let result = body(&level)
        guard level.first != 0 else { return result }
        if best == Int64.max || rank < base {
            move(to: rank)
            if let offset = offset(rank) {
                window[offset] = level
                mark(offset, rank)
            }
        } else {
            far.insert(rank, level)
        }
        return result
    }

    /// Moves the window so that `rank`, the best or about to be, has its margin.
    @inline(never)
    private mutating func move(to rank: Int64) {
        var levels: [(rank: Int64, level: Level)] = []
        for group in 0..<64 {
            while words[group] != 0 {
                let offset = group * 64 + words[group].trailingZeroBitCount
                levels.append((base &+ Int64(offset), window[offset]))
                window[offset] = Level()
                words[group] &= words[group] &- 1
            }
        }
        summary = 0
        best = Int64.max
        let (lowest, overflow) = rank.subtractingReportingOverflow(Int64(Self.margin))
        base = overflow ? Int64.min : lowest
        for (rank, level) in levels {
            if let offset = offset(rank) {
                window[offset] = level
                mark(offset, rank)
            } else {
                far.insert(rank, level)
            }
        }
        while let first = far.first, let offset = offset(first.key), let entry = far.popFirst() {
            window[offset] = entry.value
            mark(offset, entry.key)
        }
    }
}
