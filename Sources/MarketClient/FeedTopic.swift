/// Something that an exchange tells as it changes (the events of its worker, 2020).
public struct FeedTopic: Hashable, Sendable {
    /// What kind of thing it is; the raw value is the name of the event.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The assets.
        case currencies
        /// The account's own balances.
        case balance
        /// The account's own open orders.
        case openOrders = "open-orders"
        /// The account's own past orders.
        case historicalOrders = "historical-orders"
        /// The account's own volume and fees.
        case operated
        /// The prices of all markets.
        case board
        /// The orders of a market.
        case openBook = "open-book"
        /// The trades of a market.
        case historicalBook = "historical-book"
        /// The candles of a market.
        case candles

        /// Whether each market has one of its own.
        public var isOfMarket: Bool {
            switch self {
            case .openBook, .historicalBook, .candles: true
            default: false
            }
        }
    }

    /// What kind of thing it is.
    public let kind: Kind
    /// The market; nil for what is of no market.
    public let market: String?

    /// A topic.
    public init(_ kind: Kind, market: String? = nil) {
        self.kind = kind
        self.market = kind.isOfMarket ? market : nil
    }
}
