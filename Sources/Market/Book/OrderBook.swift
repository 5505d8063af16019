/// The resting orders of one market in price-time priority, and the matching of arriving ones against them.
///
/// An arriving order trades with the best price first, within a price with the oldest first, always at the resting
/// order's price. Orders of one account never trade with each other. Nothing that is passed in can trap: what is out of
/// range is refused and leaves the book as it was.
public protocol OrderBook: ~Copyable {
    /// An empty book.
    init()

    /// Matches an order against the book and rests what remains of it if its terms say so.
    ///
    /// `emit` is called for each trade and each cancellation by self-trade prevention, in order, before the function
    /// returns; it must not touch the book.
    mutating func place(_ order: IncomingOrder, _ emit: (BookEvent) -> Void) -> Placement

    /// Takes an order out of the book, in constant time.
    ///
    /// - Returns: The order as it stood, or `nil` if the book does not hold it.
    mutating func cancel(_ id: Int64) -> BookOrder?

    /// Takes lots away from an order, which keeps its place within its price.
    ///
    /// - Returns: Whether that was done; not if the book does not hold it, or if less than one lot were taken or left.
    @discardableResult mutating func reduce(_ id: Int64, by lots: Int64) -> Bool

    /// An order as it stands in the book, or `nil` if the book does not hold it.
    func order(_ id: Int64) -> BookOrder?

    /// The best bid: the highest price of the buy side, in ticks.
    var bestBid: Int64? { get }

    /// The best ask: the lowest price of the sell side, in ticks.
    var bestAsk: Int64? { get }

    /// How many orders rest in the book.
    var count: Int { get }

    /// Visits the orders of a side, the best price first and within a price the oldest first, until `visit` says `false`.
    func forEach(_ side: Side, _ visit: (BookOrder) -> Bool)

    /// Visits the prices of a side with the sum of the lots open there, the best first, until `visit` says `false`.
    func forEachLevel(_ side: Side, _ visit: (_ ticks: Int64, _ lots: Int64) -> Bool)

    /// Puts an order at the tail of its price, as if it had just come to rest, without matching.
    ///
    /// - Returns: Whether the book took it; not if it is malformed, has the number of an order in the book, would cross
    ///   the other side or overflows the lots at its price.
    @discardableResult mutating func restore(_ order: BookOrder) -> Bool

    /// Puts an order at the tail of its price without matching, also where it crosses the other side: for an auction.
    ///
    /// - Returns: Whether the book took it; see ``restore(_:)``, but that it may cross.
    @discardableResult mutating func collect(_ order: BookOrder) -> Bool
}

extension OrderBook where Self: ~Copyable {
    /// FNV-1a, 64 bits, of the lines `side,price,id,open` (side `B` or `S`), the best first, bids before asks.
    ///
    /// Two books with the same hash hold the same orders in the same order.
    public var stateHash: UInt64 {
        var hash = FNV1a64()
        hash.combine(orders: self)
        return hash.value
    }
}

extension FNV1a64 {
    /// Combines every order of a book, one line each.
    mutating func combine<Book: OrderBook & ~Copyable>(orders book: borrowing Book) {
        for side in Side.allCases {
            var lines = self
            book.forEach(side) { order in
                lines.combine(side == .buy ? UInt8(ascii: "B") : UInt8(ascii: "S"))
                for field in [order.ticks, order.id, order.lots] {
                    lines.combine(UInt8(ascii: ","))
                    lines.combine(decimal: field)
                }
                lines.combine(UInt8(ascii: "\n"))
                return true
            }
            self = lines
        }
    }
}
