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

    private var buys = SortedBlocks<Turn, StopOrder>()
    private var sells = SortedBlocks<Turn, StopOrder>()
    private var waiting: [Int64: Waiting] = [:]
    private var arrivals: Int64 = 0

    /// No stops.
    public init() {}

    /// How many stops wait.
    public var count: Int { waiting.count }

    /// Adds a stop behind those of the same price.
    ///
    /// - Returns: `false`, and nothing changed, if its stop price is not 1 … `Int64.max − 1` or a stop with the order's
    ///   number waits already.
    @discardableResult public mutating func add(_ stop: StopOrder) -> Bool {
        let side = stop.order.side
        guard stop.stopTicks >= 1, stop.stopTicks < Int64.max, waiting[stop.order.id] == nil else { return false }
        let turn = Turn(rank: side == .buy ? stop.stopTicks : -stop.stopTicks, arrival: arrivals)
        arrivals += 1
        waiting[stop.order.id] = Waiting(side: side, turn: turn)
        if side == .buy { buys.insert(turn, stop) } else { sells.insert(turn, stop) }
        return true
    }

    /// The stop of the order with that number, if it waits.
    public func stop(_ id: Int64) -> StopOrder? {
        guard let place = waiting[id] else { return nil }
        let stops = place.side == .buy ? buys : sells
        return stops.find(place.turn).map { stops[$0] }
    }

    /// Takes the stop of the order with that number out.
    ///
    /// - Returns: The stop, or `nil` if none with that number waits.
    @discardableResult public mutating func cancel(_ id: Int64) -> StopOrder? {
        guard let place = waiting.removeValue(forKey: id) else { return nil }
        return place.side == .buy ? Self.take(place.turn, from: &buys) : Self.take(place.turn, from: &sells)
    }

    /// Takes the stops out that a trade at this price triggers: buys at their stop or below it, sells at theirs or above.
    ///
    /// - Returns: Their orders, buys before sells, the nearest stop first, then in the order of arrival.
    public mutating func triggered(lastTicks: Int64) -> [IncomingOrder] {
        var orders: [IncomingOrder] = []
        while let first = buys.first, first.value.stopTicks <= lastTicks, let entry = buys.popFirst() {
            orders.append(entry.value.order)
        }
        while let first = sells.first, first.value.stopTicks >= lastTicks, let entry = sells.popFirst() {
            orders.append(entry.value.order)
        }
        for order in orders { waiting[order.id] = nil }
        return orders
    }

    /// Visits the stops of a side in the order in which they would trigger, until `visit` says `false`.
    public func forEach(_ side: Side, _ visit: (StopOrder) -> Bool) {
        (side == .buy ? buys : sells).forEach { visit($1) }
    }

    private static func take(_ turn: Turn, from stops: inout SortedBlocks<Turn, StopOrder>) -> StopOrder? {
        stops.find(turn).map { stops.remove(at: $0).value }
    }
}
