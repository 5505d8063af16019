/// What happens in a market, in the order in which it happens.
public enum MatchingEvent: Equatable, Sendable {
    /// A resting order traded or was cancelled because the order `taker` arrived.
    case book(BookEvent, taker: Int64)
    /// The order was placed, or refused; its trades come before this.
    case placed(id: Int64, Placement)
    /// The order waits for its stop price.
    case stopAccepted(id: Int64)
    /// The order's stop price was reached; what it does comes after this.
    case stopTriggered(id: Int64)
    /// One of a pair of orders ended because something happened to the other, `partner`.
    case partnerEnded(id: Int64, partner: Int64)
    /// Two orders that had waited traded in an auction; of the two, `taker` is the one with the higher number.
    case auctionTrade(AuctionTrade)
}

/// A trade of two orders that had waited for an auction.
public struct AuctionTrade: Equatable, Sendable {
    /// The order with the lower number.
    public let maker: Int64
    /// The order with the higher number.
    public let taker: Int64
    /// What of the first stays open, in lots.
    public let makerLeft: Int64
    /// What of the second stays open, in lots.
    public let takerLeft: Int64
    /// The price in ticks, the same for all trades of an auction.
    public let ticks: Int64
    /// How much was traded, in lots.
    public let lots: Int64
}

/// An order that was taken out of a market before it was filled.
public enum WithdrawnOrder: Equatable, Sendable {
    /// It rested in the book.
    case resting(BookOrder)
    /// It waited for its stop price.
    case waiting(IncomingOrder)
}
