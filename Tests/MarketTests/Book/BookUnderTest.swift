import Market

/// Both books, so that each test runs on each.
enum BookKind: CaseIterable {
    case reference
    case fast

    /// An empty book of this kind.
    func make() -> any BookUnderTest {
        switch self {
        case .reference: BoxedBook<ReferenceBook>()
        case .fast: BoxedBook<PriceTimeBook>()
        }
    }
}

/// A book of either kind; what `OrderBook` can do, with events as arrays.
protocol BookUnderTest: AnyObject {
    func place(_ order: IncomingOrder) -> (placement: Placement, events: [BookEvent])
    func cancel(_ id: Int64) -> BookOrder?
    func restore(_ order: BookOrder) -> Bool
    func reduce(_ id: Int64, by lots: Int64) -> Bool
    func order(_ id: Int64) -> BookOrder?
    func orders(_ side: Side, limit: Int) -> [BookOrder]
    func levels(_ side: Side, limit: Int) -> [[Int64]]
    var bestBid: Int64? { get }
    var bestAsk: Int64? { get }
    var count: Int { get }
    var stateHash: UInt64 { get }
}

extension BookUnderTest {
    func orders(_ side: Side) -> [BookOrder] { orders(side, limit: .max) }
    func levels(_ side: Side) -> [[Int64]] { levels(side, limit: .max) }
}

private final class BoxedBook<Book: OrderBook & ~Copyable>: BookUnderTest {
    private var book = Book()

    func place(_ order: IncomingOrder) -> (placement: Placement, events: [BookEvent]) {
        var events: [BookEvent] = []
        let placement = book.place(order) { events.append($0) }
        return (placement, events)
    }

    func cancel(_ id: Int64) -> BookOrder? { book.cancel(id) }
    func restore(_ order: BookOrder) -> Bool { book.restore(order) }
    func reduce(_ id: Int64, by lots: Int64) -> Bool { book.reduce(id, by: lots) }
    func order(_ id: Int64) -> BookOrder? { book.order(id) }

    func orders(_ side: Side, limit: Int) -> [BookOrder] {
        var orders: [BookOrder] = []
        book.forEach(side) { order in
            orders.append(order)
            return orders.count < limit
        }
        return orders
    }

    func levels(_ side: Side, limit: Int) -> [[Int64]] {
        var levels: [[Int64]] = []
        book.forEachLevel(side) { ticks, lots in
            levels.append([ticks, lots])
            return levels.count < limit
        }
        return levels
    }

    var bestBid: Int64? { book.bestBid }
    var bestAsk: Int64? { book.bestAsk }
    var count: Int { book.count }
    var stateHash: UInt64 { book.stateHash }
}

extension IncomingOrder {
    /// An order whose account is its number, so that it may trade with every other.
    static func buy(
        _ id: Int64, _ lots: Int64, at ticks: Int64?, _ timeInForce: TimeInForce = .goodTillCancelled,
        stop: Int64? = nil
    ) -> IncomingOrder {
        IncomingOrder(
            id: id, account: id,
            OrderTerms(.buy, lots: lots, ticks: ticks, stop: stop, OrderConditions(timeInForce: timeInForce)))
    }

    static func sell(
        _ id: Int64, _ lots: Int64, at ticks: Int64?, _ timeInForce: TimeInForce = .goodTillCancelled,
        stop: Int64? = nil
    ) -> IncomingOrder {
        IncomingOrder(
            id: id, account: id,
            OrderTerms(.sell, lots: lots, ticks: ticks, stop: stop, OrderConditions(timeInForce: timeInForce)))
    }

    /// The same order of another account, or with other terms.
    func with(_ change: (inout IncomingOrder) -> Void) -> IncomingOrder {
        var order = self
        change(&order)
        return order
    }
}
