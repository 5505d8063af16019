import Ledger

extension MarketRules {
    /// The average price of so many lots that came to `notional` minor units of the quote asset: exact to the last digit,
    /// rounded half to even after 18 decimals; "0" for no lots.
    public func averagePriceText(notional: Int128, lots: Int64) -> String {
        guard lots > 0, notional >= 0 else { return "0" }
        // A price is so many minor units of the quote asset for a whole base unit; the sum of ticks × lots is the
        // notional over the market's unit.
        let shift = max(0, 18 - quote.exponent)
        let (sum, divisor) = (UInt128(notional / unit), UInt128(lots))
        let scale = (0..<shift).reduce(UInt128(tickUnits)) { scale, _ in scale &* 10 }
        let (high, low) = sum.multipliedFullWidth(by: scale)
        guard high < divisor else { return "0" }
        let (quotient, remainder) = divisor.dividingFullWidth((high, low))
        let isUp = remainder * 2 > divisor || (remainder * 2 == divisor && quotient & 1 == 1)
        return DecimalText.text(
            Int128(truncatingIfNeeded: quotient) + (isUp ? 1 : 0), exponent: quote.exponent + shift)
    }
}
