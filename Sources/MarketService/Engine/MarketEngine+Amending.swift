import Ledger
import LedgerService
import Market
import Storage

// Open orders become others.
extension MarketEngine {
    /// Makes an open order another: it keeps its number and its place when only its amount becomes less, else another
    /// order comes in its place at once.
    ///
    /// What is refused has changed nothing.
    ///
    /// - Returns: The order as it is now, and after it the one whose place it took.
    func amend(_ command: AmendCommand, _ connection: any Connection) throws -> [LiveOrder] {
        let order = try open(command.id, of: command.account, connection)
        guard let oldTicks = order.terms.ticks else { throw StorageError.corrupt }
        if let partner = order.partner, live[partner] != nil { throw MarketError.paired }
        let (ticks, lots) = (command.ticks ?? oldTicks, command.lots ?? order.terms.lots)
        guard lots > order.executed else { throw MarketError.amountExecuted }
        try loadIfNeeded(order.account, connection)
        guard ticks != oldTicks || lots > order.terms.lots else {
            let less = order.terms.lots - lots
            guard less > 0 else { return [order] }
            guard matching.reduce(order.id, by: less) else { throw StorageError.corrupt }
            try ledger.release(try hold(order, lots: less), holdKey(order))
            sequence += 1
            order.want(lots: lots)
            touch(order)
            return [order]
        }
        if command.lots == nil {
            guard lots - order.executed >= rules.minimumLots else { throw MarketError.restBelowMinimum }
            guard (try? rules.notional(ticks: ticks, lots: lots - order.executed)) != nil else {
                throw MarketError.order(.largePrice)
            }
        }
        return try replace(order, ticks: ticks, lots: lots - order.executed, calling: command.clientID, connection)
    }

    func replace(
        _ order: LiveOrder, ticks: Int64, lots: Int64, calling clientID: ClientOrderID?, _ connection: any Connection
    ) throws -> [LiveOrder] {
        try requireOpen()
        let key = clientID.map { ClientOrderKey(account: order.account, clientID: $0) }
        guard named[key] == nil else { throw MarketError.clientIDUsed }
        // The order's end counts one, and then the new one comes.
        let new = try order.replacement(
            ticks: ticks, lots: lots, calling: clientID, at: sequence + 2, now, rules)
        if let obstacle = matching.obstacle(toReplacing: new.incoming) { throw MarketError(obstacle) }
        let (old, wanted) = (try hold(order, lots: order.remaining), try hold(new, lots: lots))
        try ledger.release(old, holdKey(order))
        do {
            try ledger.hold(wanted, holdKey(new))
        } catch LedgerFault.insufficient {
            try ledger.hold(old, holdKey(order))
            throw MarketError.notEnoughBalance
        }
        guard matching.cancel(order.id) != nil else { throw StorageError.corrupt }
        sequence += 1
        order.successor = new.id
        try close(order, because: .replaced, connection)
        // What could refuse it was looked at before; a batch that finds something else does not happen.
        guard try submit(new, connection) == nil else { throw StorageError.corrupt }
        named.add(new)
        return [new, order]
    }
}
