extension MarketRules {
    /// The least amount of an order, in lots, of which no trade pays a fee that is rounded to nothing: of the base by what
    /// is bought, of the quote asset by what is sold at the lowest price; nil where the minimum is enough.
    public var minimumWithFees: Int64? {
        let rates = fees.tiers.flatMap { [$0.maker.rawValue, $0.taker.rawValue] }.filter { $0 > 0 }
        guard let lowest = rates.min() else { return nil }
        let units = Int128((1_000_000 + lowest - 1) / lowest)
        let lots = [lotUnits, unit].map { (units + $0 - 1) / $0 }.max() ?? 0
        return lots > Int128(minimumLots) ? Int64(clamping: lots) : nil
    }
}
