import Basics

/// What a market does with orders.
public enum MarketPhase: Hashable, Sendable {
    /// It trades as orders come.
    case trading
    /// It takes no orders and trades nothing; what waits can be cancelled.
    case halted
    /// It collects orders without trading them, until all that can trade does so at one price.
    case auction(until: Timestamp)

    /// Whether orders are collected for an auction.
    public var isAuction: Bool {
        if case .auction = self { true } else { false }
    }

    /// What it is called.
    public var word: String {
        switch self {
        case .trading: "trading"
        case .halted: "halted"
        case .auction: "auction"
        }
    }

    /// When it ends by itself; nil for never.
    public var until: Timestamp? {
        if case .auction(let until) = self { until } else { nil }
    }
}
