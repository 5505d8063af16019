// Orders that are collected, and the one price at which all that can trade does.
extension Matching where Book: ~Copyable {
    /// At which price the orders that were collected would trade now; nil when none would.
    @specialized(where Book == PriceTimeBook)
    public func auctionPrice() -> AuctionPrice? {
        AuctionPrice.find(in: book, last: lastTicks)
    }

    /// Lets all that can trade do so at one price, by price and then by time, and goes on trading as orders come.
    ///
    /// Both sides are taken in their turns, so that at the price itself those who came last get less. Stops that the
    /// price triggers are placed afterwards. An account never trades with itself here, because orders of one account
    /// that cross are not collected.
    @specialized(where Book == PriceTimeBook)
    public mutating func uncross(_ emit: (MatchingEvent) -> Void) {
        let price = AuctionPrice.find(in: book, last: lastTicks)
        isCollecting = false
        guard let price else { return }
        let (buys, sells) = (filled(.buy, price), filled(.sell, price))
        var (nextBuy, nextSell) = (0, 0)
        var (boughtOfNext, soldOfNext): (Int64, Int64) = (0, 0)
        while nextBuy < buys.count, nextSell < sells.count {
            let (buy, sell) = (buys[nextBuy], sells[nextSell])
            let lots = min(buy.traded - boughtOfNext, sell.traded - soldOfNext)
            boughtOfNext += lots
            soldOfNext += lots
            let (buyLeft, sellLeft) = (buy.order.lots - boughtOfNext, sell.order.lots - soldOfNext)
            let isBuyLater = buy.order.id > sell.order.id
            emit(
                .auctionTrade(
                    AuctionTrade(
                        maker: isBuyLater ? sell.order.id : buy.order.id,
                        taker: isBuyLater ? buy.order.id : sell.order.id,
                        makerLeft: isBuyLater ? sellLeft : buyLeft, takerLeft: isBuyLater ? buyLeft : sellLeft,
                        ticks: price.ticks, lots: lots)))
            if boughtOfNext == buy.traded { (nextBuy, boughtOfNext) = (nextBuy + 1, 0) }
            if soldOfNext == sell.traded { (nextSell, soldOfNext) = (nextSell + 1, 0) }
        }
        for (order, traded) in buys + sells {
            if traded == order.lots { _ = book.cancel(order.id) } else { book.reduce(order.id, by: traded) }
        }
        for (order, _) in buys + sells { endPartner(of: order.id, emit) }
        lastTicks = price.ticks
        let triggered = trigger(from: price.ticks, to: price.ticks, emit)
        place(triggered, emit)
    }

    /// The orders of a side that trade at a price, in their turns, each with how many lots of it do.
    private func filled(_ side: Side, _ price: AuctionPrice) -> [(order: BookOrder, traded: Int64)] {
        var left = price.lots
        var orders: [(order: BookOrder, traded: Int64)] = []
        book.forEach(side) { order in
            guard left > 0, side == .buy ? order.ticks >= price.ticks : order.ticks <= price.ticks else { return false }
            let traded = Int64(truncatingIfNeeded: min(left, Int128(order.lots)))
            left -= Int128(traded)
            orders.append((order, traded))
            return true
        }
        return orders
    }

    /// Lets an order rest for the auction.
    mutating func collect(_ order: IncomingOrder, _ emit: (MatchingEvent) -> Void) -> Placement {
        if let refusal = refusal(ofStop: order) { return .refused(refusal) }
        let terms = order.terms
        guard terms.mayRest, let ticks = terms.ticks, !terms.conditions.isPostOnly else {
            return .refused(.collecting)
        }
        let own = ownCrossing(order)
        if !own.isEmpty {
            if terms.conditions.selfTrade == .cancelNewest { return .metItself(traded: 0, dropped: terms.lots) }
            for other in own {
                _ = book.cancel(other.id)
                emit(
                    .book(
                        .makerCancelled(
                            id: other.id, account: other.account, side: other.side, ticks: other.ticks,
                            left: other.lots),
                        taker: order.id))
                endPartner(of: other.id, emit)
            }
            if terms.conditions.selfTrade == .cancelBoth { return .metItself(traded: 0, dropped: terms.lots) }
        }
        let resting = BookOrder(
            id: order.id, account: order.account, side: terms.side, ticks: ticks, lots: terms.lots)
        guard book.collect(resting) else { return .refused(.bookFull) }
        return .done(traded: 0, resting: terms.lots, dropped: 0)
    }

    /// The orders of the same account that this one would trade with.
    func ownCrossing(_ order: IncomingOrder) -> [BookOrder] {
        guard let ticks = order.terms.ticks else { return [] }
        let side = order.terms.side
        var own: [BookOrder] = []
        book.forEach(side.opposite) { other in
            guard side == .buy ? other.ticks <= ticks : other.ticks >= ticks else { return false }
            if other.account == order.account { own.append(other) }
            return true
        }
        return own
    }
}
