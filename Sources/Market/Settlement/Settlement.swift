import Ledger

/// What a trade does in the ledger.
public enum Settlement {
    /// The transfer of `fill`: the buyer gives quote and receives base, the seller the other way about, and each pays
    /// the fee of its role out of what it receives, to the market's own account.
    public static func transfer(
        of fill: Fill, rules: MarketRules, makerRate: FeeRate, takerRate: FeeRate
    ) throws(LedgerFault) -> Transfer {
        let notional: Int128
        do {
            notional = try rules.notional(ticks: fill.ticks, lots: fill.lots)
        } catch {
            throw .overflow
        }
        let amount = rules.amountUnits(fill.lots)
        let takerBuys = fill.takerSide == .buy
        let buyerRate = takerBuys ? takerRate : makerRate
        let sellerRate = takerBuys ? makerRate : takerRate
        let buyer = fill.buyer.account
        let seller = fill.seller.account
        let postings = [
            Posting(account: buyer, asset: rules.quote.number, amount: -notional),
            Posting(account: buyer, asset: rules.base.number, amount: amount, fee: buyerRate.fee(of: amount)),
            Posting(account: seller, asset: rules.base.number, amount: -amount),
            Posting(account: seller, asset: rules.quote.number, amount: notional, fee: sellerRate.fee(of: notional)),
        ]
        return try Transfer(postings, feesTo: .fees(ofMarket: rules.number))
    }

    /// What an order at `limitTicks` stops holding when `lots` of it trade at `fillTicks`.
    ///
    /// It is all that these lots held: the transfer takes what they really cost, and the difference of a better price
    /// is available at once. A market order holds nothing. A price beyond the limit is `notHeld`.
    public static func release(
        side: Side, limitTicks: Int64, lots: Int64, fillTicks: Int64, rules: MarketRules
    ) throws(LedgerFault) -> Int128 {
        switch side {
        case .buy: guard fillTicks <= limitTicks else { throw .notHeld }
        case .sell: guard fillTicks >= limitTicks else { throw .notHeld }
        }
        do {
            return try rules.hold(side: side, ticks: limitTicks, lots: lots).amount
        } catch {
            throw .overflow
        }
    }
}
