/// The order book written down as its rules are said: a sorted array for each side.
///
/// Every operation is linear in the orders at least. It is there to be compared with, not to be used.
public struct ReferenceBook: OrderBook, Sendable {
    /// The best price first, within a price the oldest first.
    private var bids: [BookOrder] = []
    private var asks: [BookOrder] = []

    /// An empty book.
    public init() {}

    /// How many orders rest in the book.
    public var count: Int { bids.count + asks.count }

    /// The best bid: the highest price of the buy side, in ticks.
    public var bestBid: Int64? { bids.first?.ticks }

    /// The best ask: the lowest price of the sell side, in ticks.
    public var bestAsk: Int64? { asks.first?.ticks }

    /// An order as it stands in the book.
    public func order(_ id: Int64) -> BookOrder? {
        bids.first { $0.id == id } ?? asks.first { $0.id == id }
    }

    /// Takes an order out of the book.
    public mutating func cancel(_ id: Int64) -> BookOrder? {
        guard let order = order(id) else { return nil }
        self[order.side].removeAll { $0.id == id }
        return order
    }

    /// Takes lots away from an order, which keeps its place.
    @discardableResult public mutating func reduce(_ id: Int64, by lots: Int64) -> Bool {
        guard let order = order(id), lots > 0, lots < order.lots,
            let place = self[order.side].firstIndex(where: { $0.id == id })
        else { return false }
        self[order.side][place] = BookOrder(
            id: id, account: order.account, side: order.side, ticks: order.ticks, lots: order.lots - lots)
        return true
    }

    /// Visits the orders of a side, the best first.
    public func forEach(_ side: Side, _ visit: (BookOrder) -> Bool) {
        for order in self[side] where !visit(order) { return }
    }

    /// Visits the prices of a side, the best first.
    public func forEachLevel(_ side: Side, _ visit: (_ ticks: Int64, _ lots: Int64) -> Bool) {
        var rest = self[side][...]
        while let first = rest.first {
            let level = rest.prefix { $0.ticks == first.ticks }
            guard visit(first.ticks, level.reduce(0) { $0 + $1.lots }) else { return }
            rest = rest.dropFirst(level.count)
        }
    }

    /// Puts an order at the tail of its price, without matching.
    @discardableResult public mutating func restore(_ order: BookOrder) -> Bool {
        let incoming = IncomingOrder(
            id: order.id, account: order.account, OrderTerms(order.side, lots: order.lots, ticks: order.ticks))
        guard refusal(of: incoming) == nil else { return false }
        if let best = self[order.side.opposite].first, accepts(incoming.terms, best.ticks) { return false }
        insert(order)
        return true
    }

    /// Puts an order at the tail of its price, also where it crosses the other side.
    @discardableResult public mutating func collect(_ order: BookOrder) -> Bool {
        let incoming = IncomingOrder(
            id: order.id, account: order.account, OrderTerms(order.side, lots: order.lots, ticks: order.ticks))
        guard refusal(of: incoming) == nil else { return false }
        insert(order)
        return true
    }

    /// Matches an order against the book.
    public mutating func place(_ order: IncomingOrder, _ emit: (BookEvent) -> Void) -> Placement {
        if let refusal = refusal(of: order) { return .refused(refusal) }
        let terms = order.terms
        if terms.conditions.selfTrade == .passOver { return placePassingOverOwn(order, emit) }
        if terms.conditions.isPostOnly, let best = self[terms.side.opposite].first, accepts(terms, best.ticks) {
            return .refused(.postOnlyWouldTake)
        }
        if terms.conditions.timeInForce == .fillOrKill {
            var trial = self
            let (traded, _, metItself) = trial.match(order, { _ in })
            guard traded == terms.lots else {
                if metItself { return .refused(.metItself) }
                var free = order
                free.collarTicks = nil
                trial = self
                let isEnough = trial.match(free, { _ in }).traded == terms.lots
                return .refused(isEnough ? .beyondCollar : .fillOrKillShort)
            }
        }
        let (traded, mayRest, metItself) = match(order, emit)
        let left = terms.lots - traded
        if metItself { return .metItself(traded: traded, dropped: left) }
        if left > 0, mayRest, order.isCollared {
            let goesOn = self[terms.side.opposite].first.map { accepts(terms, $0.ticks) } ?? false
            if terms.mayRest || goesOn {
                return traded > 0 ? .collared(traded: traded, dropped: left) : .refused(.beyondCollar)
            }
        }
        guard left > 0, mayRest, terms.mayRest, let ticks = terms.ticks else {
            return .done(traded: traded, resting: 0, dropped: left)
        }
        insert(BookOrder(id: order.id, account: order.account, side: terms.side, ticks: ticks, lots: left))
        return .done(traded: traded, resting: left, dropped: 0)
    }

    private subscript(side: Side) -> [BookOrder] {
        get { side == .buy ? bids : asks }
        set { if side == .buy { bids = newValue } else { asks = newValue } }
    }

    private func accepts(_ terms: OrderTerms, _ ticks: Int64) -> Bool {
        guard let limit = terms.ticks else { return true }
        return terms.side == .buy ? ticks <= limit : ticks >= limit
    }

    private func refusal(of order: IncomingOrder) -> PlacementRefusal? {
        if order.isMalformed { return .malformed }
        if self.order(order.id) != nil { return .repeatedOrder }
        let terms = order.terms
        guard terms.mayRest else { return nil }
        let level = self[terms.side].filter { $0.ticks == terms.ticks }.reduce(0) { $0 + $1.lots }
        return level.addingReportingOverflow(terms.lots).overflow ? .bookFull : nil
    }

    private mutating func insert(_ order: BookOrder) {
        let place = self[order.side].firstIndex {
            order.side == .buy ? $0.ticks < order.ticks : $0.ticks > order.ticks
        }
        self[order.side].insert(order, at: place ?? self[order.side].endIndex)
    }

    /// Trades until the order is filled, finds no acceptable price, comes to its bound or meets its own account.
    private mutating func match(
        _ order: IncomingOrder, _ emit: (BookEvent) -> Void
    ) -> (traded: Int64, mayRest: Bool, metItself: Bool) {
        let terms = order.terms
        let makers = terms.side.opposite
        var traded: Int64 = 0
        var budget = order.maximumNotional
        var bound = terms
        bound.ticks = order.worstTicks
        while traded < terms.lots, let maker = self[makers].first, accepts(bound, maker.ticks) {
            if maker.account == order.account {
                if terms.conditions.selfTrade == .cancelNewest { return (traded, false, true) }
                self[makers].removeFirst()
                emit(
                    .makerCancelled(
                        id: maker.id, account: maker.account, side: makers, ticks: maker.ticks, left: maker.lots))
                if terms.conditions.selfTrade == .cancelBoth { return (traded, false, true) }
                continue
            }
            var lots = min(terms.lots - traded, maker.lots)
            if let left = budget {
                lots = Int64(min(Int128(lots), left / Int128(maker.ticks)))
                if lots == 0 { return (traded, false, false) }
                budget = left - Int128(lots) * Int128(maker.ticks)
            }
            traded += lots
            if lots == maker.lots {
                self[makers].removeFirst()
            } else {
                self[makers][0] = BookOrder(
                    id: maker.id, account: maker.account, side: makers, ticks: maker.ticks, lots: maker.lots - lots)
            }
            emit(
                .trade(
                    maker: maker.id, makerAccount: maker.account, makerLeft: maker.lots - lots, taker: order.id,
                    ticks: maker.ticks, lots: lots))
        }
        return (traded, true, false)
    }
}
