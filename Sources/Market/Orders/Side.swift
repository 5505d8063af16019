/// The side of an order; the raw value is the `side` of the market's streams.
public enum Side: Int64, Sendable, CaseIterable {
    /// Takes the base asset and gives the quote asset.
    case buy = 1
    /// Gives the base asset and takes the quote asset.
    case sell = 2

    /// The side that this one trades with.
    @inlinable
    public var opposite: Side {
        switch self {
        case .buy: .sell
        case .sell: .buy
        }
    }
}
