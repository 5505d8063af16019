extension OrderBook where Self: ~Copyable {
    /// Matches an order that never rests as if the resting orders of its own account were not there; these stay as they
    /// are, each in its turn.
    ///
    /// It takes time in proportion to the orders at the prices that it comes to, and is meant for few orders.
    mutating func placePassingOverOwn(_ incoming: IncomingOrder, _ emit: (BookEvent) -> Void) -> Placement {
        var reached: [BookOrder] = []
        let terms = incoming.terms
        var left = terms.lots
        forEach(terms.side.opposite) { maker in
            if let limit = terms.ticks, terms.side == .buy ? maker.ticks > limit : maker.ticks < limit {
                return false
            }
            // Of the last price all orders, because their turns may have to be set right.
            if left == 0, reached.last?.ticks != maker.ticks { return false }
            reached.append(maker)
            if maker.account != incoming.account { left -= min(left, maker.lots) }
            return true
        }
        var prices: [Int64] = []
        for maker in reached where maker.account == incoming.account {
            _ = cancel(maker.id)
            if prices.last != maker.ticks { prices.append(maker.ticks) }
        }
        // There is none left that it could meet.
        var alone = incoming
        alone.terms.conditions.selfTrade = .cancelNewest
        let placement = place(alone, emit)
        // At the prices where own orders stood, all go to the tail, one after another.
        for maker in reached where prices.contains(maker.ticks) {
            if maker.account == incoming.account {
                restore(maker)
            } else if let rest = cancel(maker.id) {
                restore(rest)
            }
        }
        return placement
    }
}
