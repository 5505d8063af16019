/// The stop orders of one market, each waiting for its price.
public struct StopBook: Sendable {
    /// The order in which stops of one direction trigger: the nearest price first, then the first to arrive.
    private struct Turn: Comparable, Sendable {
        /// The stop price, with its sign turned for sells, so that the nearest is always the least.
        let rank: Int64
        let arrival: Int64

        static func < (left: Turn, right: Turn) -> Bool {
            left.rank == right.rank ? left.arrival < right.arrival : left.rank < right.rank
        }
    }

    private struct Waiting: Sendable {
        let side: Side
        let turn: Turn
    }

    private var buys = SortedBlocks<Turn, IncomingOrder>()
    private var sells = SortedBlocks<Turn, IncomingOrder>()
    private var waiting: [Int64: Waiting] = [:]
    private var arrivals: Int64 = 0

    /// No stops.
    public init() {}

    /// How many stops wait.
    public var count: Int { waiting.count }

    /// Adds an order behind those of the same stop price.
    ///
    /// - Returns: `false`, and nothing changed, if it has no stop price of 1 … `Int64.max − 1` or one with its number
    ///   waits already.
    @discardableResult public mutating func add(_ order: IncomingOrder) -> Bool {
        guard let stop = order.terms.stop, stop >= 1, stop < Int64.max, waiting[order.id] == nil else { return false }
        let side = order.terms.side
        let turn = Turn(rank: side == .buy ? stop : -stop, arrival: arrivals)
        arrivals += 1
        waiting[order.id] = Waiting(side: side, turn: turn)
        if side == .buy { buys.insert(turn, order) } else { sells.insert(turn, order) }
        return true
    }

    /// The order with that number, if it waits.
    public func order(_ id: Int64) -> IncomingOrder? {
        guard let place = waiting[id] else { return nil }
        let stops = place.side == .buy ? buys : sells
        return stops.find(place.turn).map { stops[$0] }
    }

    /// Takes the order with that number out.
    ///
    /// - Returns: The order, or `nil` if none with that number waits.
    @discardableResult public mutating func cancel(_ id: Int64) -> IncomingOrder? {
        guard let place = waiting.removeValue(forKey: id) else { return nil }
        return place.side == .buy ? Self.take(place.turn, from: &buys) : Self.take(place.turn, from: &sells)
    }

    /// Takes lots away from the order with that number, which keeps its turn.
    ///
    /// - Returns: Whether that was done; not if none with that number waits, or if less than one lot were taken or left.
    @discardableResult public mutating func reduce(_ id: Int64, by lots: Int64) -> Bool {
        guard let place = waiting[id], var order = order(id), lots > 0, lots < order.terms.lots else { return false }
        order.terms.lots -= lots
        if place.side == .buy {
            Self.put(order, at: place.turn, into: &buys)
        } else {
            Self.put(order, at: place.turn, into: &sells)
        }
        return true
    }

    /// Takes the orders out that a trade at this price triggers: buys at their stop or below it, sells at theirs or above.
    ///
    /// - Returns: Buys before sells, the nearest stop first, then in the order of arrival.
    public mutating func triggered(lastTicks: Int64) -> [IncomingOrder] {
        var orders: [IncomingOrder] = []
        while let first = buys.first, first.value.terms.isTriggered(by: lastTicks), let entry = buys.popFirst() {
            orders.append(entry.value)
        }
        while let first = sells.first, first.value.terms.isTriggered(by: lastTicks), let entry = sells.popFirst() {
            orders.append(entry.value)
        }
        for order in orders { waiting[order.id] = nil }
        return orders
    }

    /// Visits the orders of a side in the order in which they would trigger, until `visit` says `false`.
    public func forEach(_ side: Side, _ visit: (IncomingOrder) -> Bool) {
        (side == .buy ? buys : sells).forEach { visit($1) }
    }

    private static func put(
        _ order: IncomingOrder, at turn: Turn, into stops: inout SortedBlocks<Turn, IncomingOrder>
    ) {
        if take(turn, from: &stops) != nil { stops.insert(turn, order) }
    }

    private static func take(_ turn: Turn, from stops: inout SortedBlocks<Turn, IncomingOrder>) -> IncomingOrder? {
        stops.find(turn).map { stops.remove(at: $0).value }
    }
}
