import LedgerService
import Market
import Storage

// What a batch has changed is written.
extension MarketEngine {
    func store(from before: Int64, _ connection: any Connection) throws {
        changedAt = now
        let state = MarketState(
            sequence: sequence, lastTicks: matching.lastTicks, lastBuy: lastBuy, lastSell: lastSell, changedAt: now,
            epoch: epoch)
        guard try MarketStateStore(connection).replace(state, of: number, at: before) else {
            // Nobody else writes within this transaction; if somebody did, it has to be run again.
            throw StorageError.busy
        }
        let orders = OrderStore(connection)
        var cancelled: [OrderReason: [OrderStore.Cancelled]] = [:]
        for order in touched {
            order.isTouched = false
            if !order.isStored {
                try orders.insert(order, market: number, with: &orderRows)
                order.isStored = true
            } else if order.executed == 0, order.terms.stop == nil, !order.isAmended, let reason = order.reason {
                cancelled[reason, default: []].append((id: order.id, previous: order.previousClosed))
            } else {
                try orders.update(order, market: number)
            }
        }
        try orderRows.finish(connection)
        for (reason, some) in cancelled { try orders.cancel(some, reason, at: now) }
        let fillStore = FillStore(connection)
        for fill in fills { try fillStore.insert(fill, market: number, with: &fillRows) }
        try fillRows.finish(connection)
        try trails.store(connection)
        try BalanceStore(connection).storeChanges(of: ledger, with: &balanceRows)
        for entry in candles.takeChanges() {
            try CandleStore(connection).put(entry, market: number, with: &candleRows)
        }
        try candleRows.finish(connection)
    }
}
