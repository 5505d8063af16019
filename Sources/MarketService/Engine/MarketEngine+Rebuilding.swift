import Ledger
import LedgerService
import Market
import Storage

// The book is kept up with the database.
extension MarketEngine {
    /// Makes sure that the book is what the database has, within a transaction.
    func refresh(_ connection: any Connection) throws {
        guard let state = try MarketStateStore(connection).state(of: number) else { throw MarketError.unknownMarket }
        epoch = state.epoch
        if let changed = try state.changed(rules) {
            rules = changed
            rates = [:]
        }
        if !isCurrent || state.sequence != sequence { try rebuild(state, connection) }
        matching.collar = rules.collar
        matching.isCollecting = rules.phase != .trading
    }

    func rebuild(_ state: MarketState, _ connection: any Connection) throws {
        isCurrent = false
        matching = Matching<PriceTimeBook>()
        // Orders that were collected for an auction may cross, also when it was halted meanwhile.
        matching.isCollecting = rules.phase != .trading
        live = [:]
        endings = EndingQueue()
        hasSeenTimers = false
        openCounts = [:]
        rates = [:]
        trails.forgetAll()
        for order in try OrderStore(connection).open(market: number) {
            live[order.id] = order
            openCounts[order.account, default: 0] += 1
            endings.add(order)
            let isTaken: Bool
            if order.status == .waiting {
                isTaken = matching.restore(waiting: order.incoming)
            } else if let ticks = order.terms.ticks {
                isTaken = matching.restore(
                    BookOrder(
                        id: order.id, account: order.account.rawValue, side: order.terms.side, ticks: ticks,
                        lots: order.remaining))
            } else {
                isTaken = false
            }
            guard isTaken else { throw StorageError.corrupt }
        }
        for order in live.values {
            if let partner = order.partner, live[partner] != nil { matching.pair(order.id, partner) }
        }
        candles = try CandleStore(connection).latest(market: number)
        statistics = nil
        matching.lastTicks = state.lastTicks
        lastBuy = state.lastBuy
        lastSell = state.lastSell
        changedAt = state.changedAt
        sequence = state.sequence
        isCurrent = true
    }

    /// Takes over what the last days came to, unless the market has moved on since `sequence`.
    func resume(from known: DayStatistics, at sequence: Int64) {
        if self.sequence == sequence { statistics = known }
    }
}
