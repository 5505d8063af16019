import Ledger
import Market
import Storage

/// Follows the trails of one market: by them, and by nothing else, traders find their fills and closed orders.
///
/// It is told every fill in order, then every order, and compares at the end.
struct TrailAudit {
    private var lastFills: [LedgerAccount: Int64] = [:]
    private var lastMade: [Int64: Int64] = [:]
    /// The closed orders of each account that traded, each with the one before it.
    private var closed: [LedgerAccount: [Int64: Int64]] = [:]
    /// Those of them that never traded.
    private var untraded: [LedgerAccount: [Int64: Int64]] = [:]
    /// What does not agree, each by what it concerns.
    private(set) var faults: [String] = []

    /// Looks at the next fill.
    mutating func add(_ fill: StoredFill) {
        var isRight =
            lastFills.updateValue(fill.id, forKey: fill.buyer) ?? 0 == fill.buyerPrevious
            && lastFills.updateValue(fill.id, forKey: fill.seller) ?? 0 == fill.sellerPrevious
            && lastMade.updateValue(fill.id, forKey: fill.maker) ?? 0 == fill.makerPrevious
        if let previous = fill.takerPrevious {
            let known = lastMade.updateValue(fill.id, forKey: fill.taker) ?? 0
            isRight = isRight && known == previous
        }
        if !isRight { faults.append("Fill \(fill.id) breaks a trail.") }
    }

    /// Looks at an order.
    mutating func add(_ order: LiveOrder) {
        if lastMade.removeValue(forKey: order.id) ?? 0 != order.lastMade {
            faults.append("Order \(order.id) does not know its last fill.")
        }
        guard !order.status.isOpen else { return }
        if order.executed > 0 {
            closed[order.account, default: [:]][order.id] = order.previousClosed
        } else {
            untraded[order.account, default: [:]][order.id] = order.previousClosed
        }
    }

    /// Compares where the market's trails begin with what lies along them.
    mutating func finish(market: Int, _ connection: any Connection) throws {
        for (account, heads) in try TrailStore(connection).all(market: market) {
            if lastFills.removeValue(forKey: account) ?? 0 != heads.fill {
                faults.append("The fills of account \(account.rawValue) are not those of its trail.")
            }
            if !Self.lie(closed.removeValue(forKey: account) ?? [:], from: heads.closedOrder) {
                faults.append("The closed orders of account \(account.rawValue) are not those of its trail.")
            }
            if !Self.lie(untraded.removeValue(forKey: account) ?? [:], from: heads.untradedOrder) {
                faults.append("The orders of account \(account.rawValue) without a trade are not those of its trail.")
            }
        }
        if !lastFills.isEmpty || !closed.isEmpty || !untraded.isEmpty {
            faults.append("Somebody who had orders has no trail.")
        }
    }

    /// Whether these orders, each with the one before it, lie along one trail.
    private static func lie(_ orders: [Int64: Int64], from head: Int64) -> Bool {
        var (orders, next) = (orders, head)
        while let previous = orders.removeValue(forKey: next) { next = previous }
        return next == 0 && orders.isEmpty
    }
}
