import Ledger
import LedgerService
import Market

/// One of the trails of an account's closed orders in a market, and where it goes on.
struct OrderTrail {
    let chain: HistoryChain
    /// The number of the order with which it goes on; 0 at its end.
    let place: Int64
}

extension OrderStore {
    /// An account's closed orders along these trails, those closed last first.
    func history(
        _ trails: [(rules: MarketRules, list: OrderTrail)], of account: LedgerAccount
    ) -> History<OrderRecord> {
        History(
            trails.map { rules, trail in
                HistoryList(from: trail.place, number: \.id) { place, count in
                    let closed = try closed(of: account, along: trail.chain, from: place, limit: count)
                    let next = closed.count < count ? 0 : closed[count - 1].previousClosed
                    return (closed.map { $0.record(rules) }, next)
                } pass: { place, count in
                    try self.closed(after: count, from: place)
                }
            },
            isBefore: { ($0.updatedAt, $0.id) > ($1.updatedAt, $1.id) })
    }
}

extension HistoryFilter {
    /// Whether an order along that trail can be wanted.
    func mayWant(_ chain: HistoryChain) -> Bool {
        outcome.map { ($0 == .untraded) == (chain == .untradedOrders) } ?? true
    }
}
