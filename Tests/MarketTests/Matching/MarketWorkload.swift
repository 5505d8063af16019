import Market

/// A deterministic order flow, in integers only, so that any language can make the same one.
///
/// Numbers come from xorshift64*; of 1000 draws 480 make passive limit orders, 30 crossing ones, 10 immediate-or-cancel,
/// 20 market orders, 452 cancellations of a live order and 8 of any; there are no cancellations while fewer orders than
/// `depth` are live. Distances from the middle are geometric, the middle walks by a tick at a time. Whoever runs the
/// flow tells it which orders have left the book.
struct MarketWorkload {
    enum Operation {
        case place(IncomingOrder)
        case cancel(Int64)
    }

    private let depth: Int
    private var state: UInt64
    private var middle: Int64 = 100_000
    private var newest: Int64 = 0
    /// The live orders, and where in the array each stands; the last one takes the place of one that leaves.
    private var live: [Int64] = []
    private var positions: [Int64: Int] = [:]

    init(seed: UInt64, depth: Int) {
        self.depth = depth
        state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
        if state == 0 { state = 1 }
    }

    /// Notes that an order rests.
    mutating func rested(_ id: Int64) {
        positions[id] = live.count
        live.append(id)
    }

    /// Notes that an order has left.
    mutating func left(_ id: Int64) {
        guard let position = positions.removeValue(forKey: id) else { return }
        let last = live.removeLast()
        if last != id {
            live[position] = last
            positions[last] = position
        }
    }

    mutating func next() -> Operation {
        var kind = draw() % 1000
        if live.count < depth { kind %= 540 }
        if kind >= 540 {
            if kind >= 992 || live.isEmpty { return .cancel(1 + Int64(draw() % UInt64(max(1, newest)))) }
            return .cancel(live[Int(draw() % UInt64(live.count))])
        }
        let side: Side = draw() & 1 == 1 ? .buy : .sell
        let walk = draw() % 64
        middle += walk == 0 ? 1 : walk == 1 ? -1 : 0
        let third = draw()
        let trailing = (~third & (third + 1)).trailingZeroBitCount
        let distance = 1 + 3 * Int64(trailing) + Int64((third >> 20) % 3)
        var lots = Int64(1 + draw() % 100)
        if draw() % 50 == 0 { lots *= 10 }
        let away: Int64 = side == .buy ? -1 : 1
        let ticks = max(1, kind < 480 ? middle + away * distance : middle - away * (distance - 1))
        newest += 1
        return .place(
            IncomingOrder(
                id: newest, account: newest,
                OrderTerms(
                    side, lots: lots, ticks: kind < 520 ? ticks : nil,
                    OrderConditions(timeInForce: kind < 510 ? .goodTillCancelled : .immediateOrCancel))))
    }

    private mutating func draw() -> UInt64 {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return (state &* 0x2545_F491_4F6C_DD1D) >> 32
    }
}
