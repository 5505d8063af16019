/// One side of a book as a series: the orders of each price added up, with what has been added up from the best price on.
public struct BookDepth: Equatable, Sendable {
    /// The orders at one price, and all from the best price to it.
    public struct Level: Equatable, Sendable {
        /// The price in ticks.
        public let ticks: Int64
        /// What they offer together, in lots.
        public internal(set) var lots: Int128
        /// How many there are.
        public internal(set) var orders: Int
        /// What is offered from the best price to this one, in lots.
        public internal(set) var total: Int128
        /// What that comes to, in minor units of the quote asset.
        public internal(set) var notional: Int128
    }

    /// The prices, best first.
    public private(set) var levels: [Level] = []
    /// Whether all orders of the side are in it.
    public private(set) var isWhole = true
    private let rules: MarketRules
    private let mostLevels: Int
    private var ordersLeft: Int

    /// No order yet.
    ///
    /// - Parameters:
    ///   - mostLevels: How many prices it has at most.
    ///   - mostOrders: How many orders are looked at, so that nobody makes it slow with small ones.
    public init(rules: MarketRules, mostLevels: Int, mostOrders: Int) {
        self.rules = rules
        self.mostLevels = mostLevels
        ordersLeft = mostOrders
    }

    /// Adds the next order, the best price first; false when no more are wanted.
    ///
    /// A price is in it with all of its orders or not at all, unless it is the only one.
    public mutating func add(ticks: Int64, lots: Int64) -> Bool {
        let isNew = levels.last?.ticks != ticks
        guard ordersLeft > 0, !isNew || levels.count < mostLevels,
            let notional = try? rules.notional(ticks: ticks, lots: lots)
        else { return stop(at: ticks) }
        let last = levels.last
        let (sum, overflow) = (last?.notional ?? 0).addingReportingOverflow(notional)
        if overflow { return stop(at: ticks) }
        ordersLeft -= 1
        if isNew {
            levels.append(
                Level(
                    ticks: ticks, lots: Int128(lots), orders: 1, total: (last?.total ?? 0) + Int128(lots), notional: sum
                ))
        } else {
            let index = levels.count - 1
            levels[index].lots += Int128(lots)
            levels[index].orders += 1
            levels[index].total += Int128(lots)
            levels[index].notional = sum
        }
        return true
    }

    /// Leaves out the price whose orders are not all in it.
    private mutating func stop(at ticks: Int64) -> Bool {
        isWhole = false
        if levels.count > 1, levels.last?.ticks == ticks { levels.removeLast() }
        return false
    }

    /// Whether these are the same prices and orders.
    public static func == (left: BookDepth, right: BookDepth) -> Bool {
        left.levels == right.levels && left.isWhole == right.isWhole
    }
}
