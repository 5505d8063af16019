import Ledger
import LedgerService
import Market
import Storage

// Pairs of orders of which one ends when anything happens to the other.
extension MarketEngine {
    /// Places a pair, or refuses it whole.
    ///
    /// - Returns: The limit order and the stop.
    func place(pair limit: PlaceCommand, _ stop: PlaceCommand, _ connection: any Connection) throws -> [LiveOrder] {
        if let known = try known(pair: limit, stop, connection) { return known }
        try requireOpen(for: limit)
        guard openCounts[limit.account, default: 0] + 2 <= limits.openOrders else { throw MarketError.limitReached }
        try loadIfNeeded(limit.account, connection)
        func order(_ command: PlaceCommand, at sequence: Int64) -> LiveOrder {
            LiveOrder(
                id: MarketNumbering.number(at: sequence, market: number), placing: command, placed: sequence, at: now)
        }
        let orders = [order(limit, at: sequence + 1), order(stop, at: sequence + 2)]
        // One hold for both: as much as the dearer one needs.
        let needed = try orders.map { try hold($0, lots: $0.remaining) }.max() ?? 0
        guard ledger[holdKey(orders[0])].available >= needed else { throw MarketError.notEnoughBalance }
        if let refusal = matching.submit(pair: orders[0].incoming, orders[1].incoming) { throw MarketError(refusal) }
        try ledger.hold(needed, holdKey(orders[0]))
        sequence += 2
        for (order, partner) in zip(orders, orders.reversed()) {
            order.partner = partner.id
            live[order.id] = order
            openCounts[order.account, default: 0] += 1
            endings.add(order)
            touch(order)
            named.add(order)
        }
        return orders
    }

    /// The pair that was placed under these names before; nil when neither has been used.
    private func known(
        pair limit: PlaceCommand, _ stop: PlaceCommand, _ connection: any Connection
    ) throws -> [LiveOrder]? {
        let (first, second) = (named[limit.key], named[stop.key])
        guard first != nil || second != nil else { return nil }
        func other(_ order: LiveOrder) throws -> LiveOrder? {
            guard let id = order.partner else { return nil }
            return try live[id] ?? touched.last { $0.id == id } ?? OrderStore(connection).order(id)
        }
        let one = try first ?? second.flatMap(other)
        let two = try second ?? first.flatMap(other)
        guard let one, let two, one.partner == two.id, one.isPlaced(by: limit), two.isPlaced(by: stop),
            one.clientID == limit.clientID, two.clientID == stop.clientID
        else { throw MarketError.clientIDUsed }
        return [one, two]
    }

    /// Closes one of a pair because something happened to the other one.
    func endPartner(_ order: LiveOrder, of other: LiveOrder, _ connection: any Connection) throws {
        try loadIfNeeded(order.account, connection)
        if order.status == .waiting {
            // The other one was the limit order, which holds what it needs itself.
            let all = try hold(order, lots: order.remaining)
            let shared = try hold(other, lots: other.terms.lots)
            try ledger.release(max(0, all - shared), holdKey(order))
        } else {
            // The stop was reached: from now on it holds all that it needs.
            try ledger.release(try hold(other), holdKey(other))
            try ledger.release(try hold(order, lots: order.remaining), holdKey(order))
            try ledger.hold(try hold(other, lots: other.remaining), holdKey(other))
        }
        try close(order, because: .partner, connection)
    }
}
