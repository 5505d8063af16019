import LedgerService
import Market

/// Two orders as somebody wishes them, of which one ends when anything happens to the other; not yet checked.
package struct OrderPair: Sendable, Equatable {
    /// The one that rests in the book.
    package var limit: OrderDraft
    /// The one that waits for its stop.
    package var stop: OrderDraft

    /// A pair.
    package init(limit: OrderDraft, stop: OrderDraft) {
        self.limit = limit
        self.stop = stop
    }
}

/// Whether a market trades, and at which price its auction would if it ended now.
package struct MarketAuction: Sendable, Equatable {
    /// The market with its phase.
    package let market: MarketRules
    /// What would be traded; nil when nothing would, and while there is no auction.
    package let price: AuctionPrice?
}
