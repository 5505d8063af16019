/// Why an order's numbers are refused.
public enum OrderFault: Error, Equatable, Sendable {
    /// The amount is not a plain decimal number.
    case malformedAmount
    /// The price is not a plain decimal number.
    case malformedPrice
    /// The price is zero.
    case zeroPrice
    /// The price is not a whole number of the market's ticks.
    case offTick
    /// The amount is not a whole number of the market's lots.
    case offLot
    /// The amount is below the market's minimum, or zero.
    case belowMinimum
    /// The amount, the price or their product does not fit.
    case tooLarge
    /// The price does not fit, or its product with the amount.
    case largePrice
    /// The amount is written with more than 64 characters, though it may fit.
    case longAmount
    /// The price is written with more than 64 characters, though it may fit.
    case longPrice
}
