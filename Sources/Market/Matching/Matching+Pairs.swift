// Two orders of which one ends when anything happens to the other: a limit order in the book, and a stop that waits.
extension Matching where Book: ~Copyable {
    /// Places a pair: `limit` rests in the book, `stop` waits, and as soon as one of them trades, is triggered or is
    /// taken out, the other one is gone.
    ///
    /// - Returns: Why neither was placed; nil when both were. The limit order must not trade at once, and the stop must
    ///   not have been reached.
    @specialized(where Book == PriceTimeBook)
    public mutating func submit(pair limit: IncomingOrder, _ stop: IncomingOrder) -> PlacementRefusal? {
        if let refusal = refusal(ofStop: limit) ?? refusal(ofStop: stop) { return refusal }
        let terms = limit.terms
        guard limit.id != stop.id, stops.order(limit.id) == nil, stops.order(stop.id) == nil else {
            return .repeatedOrder
        }
        guard terms.mayRest, let ticks = terms.ticks, terms.stop == nil, stop.terms.stop != nil,
            stop.terms.side == terms.side, limit.account == stop.account
        else { return .malformed }
        if isCollecting { return .collecting }
        if let best = terms.side == .buy ? book.bestAsk : book.bestBid,
            terms.side == .buy ? best <= ticks : best >= ticks
        {
            return .postOnlyWouldTake
        }
        if let lastTicks, stop.terms.isTriggered(by: lastTicks) { return .stopReached }
        if let worst = collarTicks(terms.side), terms.side == .buy ? ticks > worst : ticks < worst {
            return .beyondCollar
        }
        let order = BookOrder(
            id: limit.id, account: limit.account, side: terms.side, ticks: ticks, lots: terms.lots)
        guard book.restore(order) else { return .bookFull }
        stops.add(stop)
        pair(limit.id, stop.id)
        return nil
    }

    /// Makes a pair of two orders that are here.
    public mutating func pair(_ first: Int64, _ second: Int64) {
        partners[first] = second
        partners[second] = first
    }

    /// Lets an order be one of no pair any more.
    mutating func forgetPartner(of id: Int64) {
        guard !partners.isEmpty, let partner = partners.removeValue(forKey: id) else { return }
        partners[partner] = nil
    }

    /// Takes the other order of a pair out.
    mutating func endPartner(of id: Int64, _ emit: (MatchingEvent) -> Void) {
        guard !partners.isEmpty, let partner = partners[id] else { return }
        forgetPartner(of: id)
        if book.cancel(partner) != nil || stops.cancel(partner) != nil {
            emit(.partnerEnded(id: partner, partner: id))
        }
    }
}
