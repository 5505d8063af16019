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
}

/// An order that was taken out of a market before it was filled.
public enum WithdrawnOrder: Equatable, Sendable {
    /// It rested in the book.
    case resting(BookOrder)
    /// It waited for its stop price.
    case waiting(IncomingOrder)
}
