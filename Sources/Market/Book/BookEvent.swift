/// What an arriving order does to orders that rest in the book, in the order in which it happens.
public enum BookEvent: Equatable, Sendable {
    /// The arriving order, `taker`, traded with `maker` at the maker's price; `makerLeft` lots of the maker stay open,
    /// and at 0 it has left the book.
    case trade(maker: Int64, makerAccount: Int64, makerLeft: Int64, taker: Int64, ticks: Int64, lots: Int64)
    /// A resting order of the arriving order's account was cancelled with `left` lots open: self-trade prevention.
    case makerCancelled(id: Int64, account: Int64, side: Side, ticks: Int64, left: Int64)
}

/// What became of an arriving order.
public enum Placement: Equatable, Sendable {
    /// It was carried out. The three sum to the order's lots: `traded` at once, `resting` now in the book, and `dropped`,
    /// the remainder of an order that does not rest or came to its bound.
    case done(traded: Int64, resting: Int64, dropped: Int64)
    /// It met an order of its own account and ended there. The two sum to the order's lots: `traded` before, and
    /// `dropped`.
    case metItself(traded: Int64, dropped: Int64)
    /// It could go on only beyond the worst price at which the market lets it trade, and ended there. The two sum to the
    /// order's lots.
    case collared(traded: Int64, dropped: Int64)
    /// Nothing happened: no event was emitted, and the book is as it was.
    case refused(PlacementRefusal)
}

/// Why a book refuses an order as a whole.
public enum PlacementRefusal: Error, Equatable, Sendable {
    /// It is post-only and would have traded.
    case postOnlyWouldTake
    /// It is fill-or-kill, and not all of it could be traded.
    case fillOrKillShort
    /// It is fill-or-kill, and would have met an order of its own account.
    case metItself
    /// Its lots, ticks or bound are out of range, or its terms contradict each other.
    case malformed
    /// An order with its number is in the book.
    case repeatedOrder
    /// It could trade only beyond the worst price at which the market lets it.
    case beyondCollar
    /// The market collects orders for an auction, and it would not wait for that.
    case collecting
    /// Of a pair of orders: the last trade has reached the stop already.
    case stopReached
    /// The lots open at its price would exceed `Int64`, or the book has no place for another order.
    case bookFull
}
