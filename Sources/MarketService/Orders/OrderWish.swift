import Ledger
import Market

/// An order that somebody thinks of, not yet checked.
package struct OrderWish: Sendable, Equatable {
    /// How large it is to be.
    package enum Size: Sendable, Equatable {
        /// So much of the base, a decimal number.
        case amount(String)
        /// What it comes to at most, in minor units of the quote asset.
        case spend(Int128)
        /// This part of what is available, parts per million: 1 to 1,000,000.
        case share(Int128)
    }

    /// The whole of a balance, in the parts of ``Size/share(_:)``.
    package static let whole: Int128 = 1_000_000
    /// Decimal places of a share in per cent.
    package static let shareExponent = 4

    /// The market.
    package let market: MarketName
    /// Whether the base is bought or sold.
    package let side: Side
    /// The limit, a decimal number; nil for an order that takes any price.
    package let price: String?
    /// How large it is to be.
    package let size: Size

    /// An order that somebody thinks of.
    package init(market: MarketName, side: Side, price: String?, size: Size) {
        self.market = market
        self.side = side
        self.price = price
        self.size = size
    }
}

/// What an order that somebody thinks of would do.
package struct OrderEstimate: Sendable, Equatable {
    /// The market.
    package let market: MarketRules
    /// What it would do.
    package let preview: OrderPreview
    /// The limit in ticks; nil for an order that takes any price.
    package let limitTicks: Int64?
    /// What the trader pays.
    package let tier: FeeTier
    /// What is available of what the order gives, in minor units.
    package let available: Int128
    /// The best price that somebody bids, in ticks.
    package let bestBid: Int64?
    /// The best price that somebody asks, in ticks.
    package let bestAsk: Int64?

    /// By how much its price is worse than the middle of the book, as a fraction; nil where there is no middle.
    package var distance: Double? {
        guard let bestBid, let bestAsk, let ticks = preview.averageTicks(market) ?? limitTicks.map(Double.init) else {
            return nil
        }
        let middle = (Double(bestBid) + Double(bestAsk)) / 2
        return (preview.side == .buy ? ticks - middle : middle - ticks) / middle
    }
}
