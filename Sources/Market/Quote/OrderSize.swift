/// How large an order is to be.
public enum OrderSize: Equatable, Sendable {
    /// So many lots.
    case lots(Int64)
    /// As many lots as come to so many minor units of the quote asset at most, before the fee.
    case money(Int128)

    /// The most that `units` of what an order gives are enough for: minor units of the quote for a purchase, of the base
    /// for a sale.
    ///
    /// An order of this size is never refused for its balance: what it holds is worked out by the same rules.
    public static func most(of units: Int128, side: Side, rules: MarketRules) -> OrderSize {
        switch side {
        case .buy: .money(max(0, units))
        case .sell: .lots(Int64(clamping: max(0, units) / rules.lotUnits))
        }
    }

    /// The size as a number of lots for an order at `ticks`, whose money is counted at its limit because that is what it
    /// holds; what it comes to always fits in 128 bits.
    func lots(at ticks: Int64, _ rules: MarketRules) -> Int64 {
        let (cost, overflow) = Int128(ticks).multipliedReportingOverflow(by: rules.unit)
        guard !overflow, cost > 0 else { return 0 }
        switch self {
        case .lots(let lots): return min(max(0, lots), Int64(clamping: Int128.max / cost))
        case .money(let units): return Int64(clamping: max(0, units) / cost)
        }
    }
}
