import Ledger

/// What an order that takes whatever the book has would bring at this moment.
public struct InstantQuote: Equatable, Sendable {
    /// What would be received, the fee taken off: minor units of the base for a purchase, of the quote for a sale.
    public let obtained: Int128
    /// What would be given: minor units of the quote for a purchase, of the base for a sale.
    public let required: Int128
    /// The fee, in minor units of what is received.
    public let fee: Int128
    /// How many lots would trade.
    public let lots: Int64
    /// The worst price that would be met, in ticks; nil when nothing would trade.
    public let worstTicks: Int64?
    /// Whether the whole amount would trade.
    public let isComplete: Bool

    /// Walks the other side's `levels` from the best on until `lots` are traded or the book ends.
    ///
    /// With one level for each order the quote is exactly what executing it gives. With the orders of a price added up
    /// the fee, which each trade rounds down, may be estimated higher by one minor unit for each further order of a
    /// price, never lower: no one is promised more than they get. Where the sums leave 128 bits the walk ends.
    public static func walk(
        levels: some Sequence<(ticks: Int64, lots: Int64)>, side: Side, lots: Int64, rules: MarketRules,
        takerRate: FeeRate
    ) -> InstantQuote {
        var left = max(0, lots)
        var received: Int128 = 0
        var given: Int128 = 0
        var fee: Int128 = 0
        var worst: Int64?
        for level in levels where left > 0 {
            let traded = min(left, level.lots)
            guard traded > 0, let notional = try? rules.notional(ticks: level.ticks, lots: traded) else { break }
            let amount = rules.amountUnits(traded)
            let (nextReceived, receivedOverflow) = received.addingReportingOverflow(side == .buy ? amount : notional)
            let (nextGiven, givenOverflow) = given.addingReportingOverflow(side == .buy ? notional : amount)
            if receivedOverflow || givenOverflow { break }
            received = nextReceived
            given = nextGiven
            fee += takerRate.fee(of: side == .buy ? amount : notional)
            worst = level.ticks
            left -= traded
        }
        return InstantQuote(
            obtained: received - fee, required: given, fee: fee, lots: max(0, lots) - left, worstTicks: worst,
            isComplete: left == 0 && lots > 0)
    }
}
