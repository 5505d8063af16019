import Ledger
import Market

/// What an order that takes any price would trade.
struct MarketReach {
    var lots: Int64 = 0
    var notional: Int128 = 0
    /// Price and lots of each trade.
    var parts: [(ticks: Int64, lots: Int64)] = []
    /// Whether it would end at an order of its own account.
    var isBlocked = false
    /// Whether it would end because the next price is too far from the last one.
    var isCollared = false

    /// What the trades would cost in fees, in minor units of what is received.
    func fee(_ rate: FeeRate, _ rules: MarketRules, _ side: Side) -> Int128 {
        parts.reduce(0) { sum, part in
            // Each part was multiplied once already.
            let notional = (try? rules.notional(ticks: part.ticks, lots: part.lots)) ?? 0
            return sum + rate.fee(of: side == .buy ? rules.amountUnits(part.lots) : notional)
        }
    }
}

extension MarketEngine {
    /// What an order with these terms would trade now, order by order, if it took any price.
    func reach(_ terms: OrderTerms, of account: LedgerAccount?) -> MarketReach {
        var reach = MarketReach()
        let selfTrade = terms.conditions.selfTrade
        // Orders that are collected for an auction are nobody's to take.
        guard rules.phase == .trading else { return reach }
        let worst = matching.collarTicks(terms.side)
        matching.book.forEach(terms.side.opposite) { order in
            if let worst, terms.side == .buy ? order.ticks > worst : order.ticks < worst {
                reach.isCollared = true
                return false
            }
            if order.account == account?.rawValue {
                if selfTrade == .cancelOldest || selfTrade == .passOver { return true }
                reach.isBlocked = true
                return false
            }
            let traded = min(terms.lots - reach.lots, order.lots)
            guard let notional = try? rules.notional(ticks: order.ticks, lots: traded) else { return false }
            let (sum, overflow) = reach.notional.addingReportingOverflow(notional)
            if overflow { return false }
            reach.notional = sum
            reach.lots += traded
            reach.parts.append((order.ticks, traded))
            return reach.lots < terms.lots
        }
        return reach
    }
}
