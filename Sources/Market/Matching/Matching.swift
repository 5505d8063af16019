/// One market: its book, its stops, and the price of its last trade.
///
/// Stops that a trade triggers are placed after the order that traded, one after another; what these trigger comes after
/// them. A chain thus ends after at most as many orders as stops were waiting.
///
/// Other modules call this with `PriceTimeBook`, for which it is specialized here; their own code would be generic.
public struct Matching<Book: OrderBook & ~Copyable>: ~Copyable {
    /// The resting orders.
    public internal(set) var book = Book()
    /// The orders that wait for their price.
    public internal(set) var stops = StopBook()
    /// The price of the last trade in ticks; `nil` before the first.
    ///
    /// It is set from outside when a market is restored.
    public var lastTicks: Int64?
    /// How far from the last price an arriving order may trade; `nil` for any price.
    public var collar: PriceCollar?
    /// Whether orders are collected without trading, until ``uncross(_:)``.
    public var isCollecting = false
    /// Of pairs of orders of which one ends when anything happens to the other, each by the other's number.
    var partners: [Int64: Int64] = [:]

    /// A market without orders.
    public init() {}

    /// Places an order, or lets it wait until the market trades at its stop or beyond.
    ///
    /// A stop that the last trade has reached already is triggered at once.
    @specialized(where Book == PriceTimeBook)
    public mutating func submit(_ order: IncomingOrder, _ emit: (MatchingEvent) -> Void) {
        guard stops.order(order.id) == nil else {
            emit(.placed(id: order.id, .refused(.repeatedOrder)))
            return
        }
        if order.terms.stop != nil {
            if let refusal = refusal(ofStop: order) {
                emit(.placed(id: order.id, .refused(refusal)))
                return
            }
            emit(.stopAccepted(id: order.id))
            guard let lastTicks, order.terms.isTriggered(by: lastTicks) else {
                stops.add(order)
                return
            }
            emit(.stopTriggered(id: order.id))
        }
        let triggered = place(order, emit)
        place(triggered, emit)
    }

    /// Places stops that were triggered, one after another, and behind them those that they trigger.
    mutating func place(_ triggered: [IncomingOrder], _ emit: (MatchingEvent) -> Void) {
        var queue = triggered[...]
        while let next = queue.popFirst() {
            emit(.stopTriggered(id: next.id))
            queue += place(next, emit)
        }
    }

    /// Takes an order out of the book or from among the stops.
    ///
    /// - Returns: The order as it stood, or `nil` if this market does not hold it.
    @specialized(where Book == PriceTimeBook)
    @discardableResult public mutating func cancel(_ id: Int64) -> WithdrawnOrder? {
        forgetPartner(of: id)
        if let order = book.cancel(id) { return .resting(order) }
        return stops.cancel(id).map { .waiting($0) }
    }

    /// Takes lots away from an order in the book or among the stops, which keeps its turn.
    ///
    /// - Returns: Whether that was done; not if this market does not hold it, or if less than one lot were taken or left.
    @specialized(where Book == PriceTimeBook)
    @discardableResult public mutating func reduce(_ id: Int64, by lots: Int64) -> Bool {
        book.reduce(id, by: lots) || stops.reduce(id, by: lots)
    }

    /// Why an order that comes in place of another one of its side, would be refused as a whole or end at an
    /// order of its own account before it has traded; nil when it is taken.
    ///
    /// The other one may still be in the book: it is on the same side, and takes more place than it will.
    @specialized(where Book == PriceTimeBook)
    public func obstacle(toReplacing order: IncomingOrder) -> PlacementRefusal? {
        let terms = order.terms
        if let reason = refusal(ofStop: order) { return reason }
        // One that waits for its stop is refused then, if it is.
        guard terms.stop == nil else { return nil }
        guard terms.mayRest, let ticks = terms.ticks else { return .malformed }
        if isCollecting {
            if terms.conditions.isPostOnly { return .collecting }
            if terms.conditions.selfTrade == .cancelNewest, !ownCrossing(order).isEmpty { return .metItself }
        } else if let best = terms.side == .buy ? book.bestAsk : book.bestBid,
            terms.side == .buy ? best <= ticks : best >= ticks
        {
            if terms.conditions.isPostOnly { return .postOnlyWouldTake }
            var isOwn = false
            book.forEach(terms.side.opposite) { first in
                isOwn = first.account == order.account
                return false
            }
            if isOwn, terms.conditions.selfTrade == .cancelNewest { return .metItself }
        }
        if !isCollecting, let worst = collarTicks(terms.side), terms.side == .buy ? ticks > worst : ticks < worst {
            let best = terms.side == .buy ? book.bestAsk : book.bestBid
            let trades = best.map { terms.side == .buy ? $0 <= worst : $0 >= worst } ?? false
            if !trades { return .beyondCollar }
        }
        var isFull = false
        book.forEachLevel(terms.side) { price, lots in
            if price == ticks { isFull = lots.addingReportingOverflow(terms.lots).overflow }
            return terms.side == .buy ? price > ticks : price < ticks
        }
        return isFull ? .bookFull : nil
    }

    /// Puts a resting order back at the tail of its price, without matching.
    ///
    /// - Returns: Whether the book took it; see `OrderBook.restore`.
    @specialized(where Book == PriceTimeBook)
    @discardableResult public mutating func restore(_ order: BookOrder) -> Bool {
        stops.order(order.id) == nil && (isCollecting ? book.collect(order) : book.restore(order))
    }

    /// Puts an order that waits back behind those of the same stop price, without looking at the last trade.
    ///
    /// - Returns: Whether it was taken; not if it has no stop, is malformed or its number is in use.
    @specialized(where Book == PriceTimeBook)
    @discardableResult public mutating func restore(waiting order: IncomingOrder) -> Bool {
        refusal(ofStop: order) == nil && stops.add(order)
    }

    /// The book's hash, continued by a line for each stop.
    ///
    /// A line is `stop,side,stop price,price,id,lots` (price 0 for a market order); buys come before sells, each in the
    /// order in which they would trigger. Without stops it is the book's hash.
    public var stateHash: UInt64 {
        var hash = FNV1a64()
        hash.combine(orders: book)
        for side in Side.allCases {
            stops.forEach(side) { order in
                hash.combine(side == .buy ? "stop,B" : "stop,S")
                for field in [order.terms.stop ?? 0, order.terms.ticks ?? 0, order.id, order.terms.lots] {
                    hash.combine(UInt8(ascii: ","))
                    hash.combine(decimal: field)
                }
                hash.combine(UInt8(ascii: "\n"))
                return true
            }
        }
        return hash.value
    }

    /// Why an order cannot wait for its stop, or be placed after it; nil when it can.
    func refusal(ofStop order: IncomingOrder) -> PlacementRefusal? {
        if order.isMalformed { return .malformed }
        return book.order(order.id) == nil ? nil : .repeatedOrder
    }

    /// Places an order in the book.
    ///
    /// - Returns: The orders whose stops its trades triggered.
    private mutating func place(_ order: IncomingOrder, _ emit: (MatchingEvent) -> Void) -> [IncomingOrder] {
        if isCollecting {
            emit(.placed(id: order.id, collect(order, emit)))
            return []
        }
        var order = order
        order.collarTicks = collarTicks(order.terms.side)
        var firstTicks: Int64?
        var newest: Int64?
        var met: [Int64] = []
        let partners = partners
        let placement = book.place(order) { event in
            switch event {
            case .trade(let maker, _, _, _, let ticks, _):
                if firstTicks == nil { firstTicks = ticks }
                newest = ticks
                if !partners.isEmpty, partners[maker] != nil { met.append(maker) }
            case .makerCancelled(let id, _, _, _, _):
                if !partners.isEmpty, partners[id] != nil { met.append(id) }
            }
            emit(.book(event, taker: order.id))
        }
        emit(.placed(id: order.id, placement))
        for id in met { endPartner(of: id, emit) }
        guard let firstTicks, let newest else { return [] }
        lastTicks = newest
        return trigger(from: firstTicks, to: newest, emit)
    }

    /// Takes the stops out that trades between two prices trigger; of pairs the other order ends.
    ///
    /// The prices of one order's trades only rise or only fall: the first and the last trigger all that any does.
    mutating func trigger(from first: Int64, to last: Int64, _ emit: (MatchingEvent) -> Void) -> [IncomingOrder] {
        guard stops.count > 0 else { return [] }
        var triggered = stops.triggered(lastTicks: first)
        if first != last { triggered += stops.triggered(lastTicks: last) }
        for order in triggered { endPartner(of: order.id, emit) }
        return triggered
    }

    /// The worst price at which an order of this side may trade now; nil for any.
    public func collarTicks(_ side: Side) -> Int64? {
        guard let collar, let lastTicks else { return nil }
        return collar.worstTicks(side, last: lastTicks)
    }
}

extension Matching: Copyable where Book: Copyable {}

extension Matching: Sendable where Book: Sendable & ~Copyable {}
