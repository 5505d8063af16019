import Ledger
import LedgerService
import Market
import Storage

// Orders come, and what the book does with them is carried out.
extension MarketEngine {
    func place(_ command: PlaceCommand, _ connection: any Connection) throws -> LiveOrder {
        if let known = named[command.key] {
            guard MarketNumbering.market(of: known.id) == number, known.isPlaced(by: command) else {
                throw MarketError.clientIDUsed
            }
            return known
        }
        try requireOpen(for: command)
        let terms = command.terms
        let mayWait = terms.conditions.timeInForce == .goodTillCancelled || terms.stop != nil
        guard !mayWait || openCounts[command.account, default: 0] < limits.openOrders else {
            throw MarketError.limitReached
        }
        try loadIfNeeded(command.account, connection)
        let order = LiveOrder(
            id: MarketNumbering.number(at: sequence + 1, market: number), placing: command, placed: sequence + 1,
            at: now)
        if terms.ticks == nil {
            try checkFunds(command, connection)
        } else {
            do {
                try ledger.hold(try hold(order, lots: terms.lots), holdKey(order))
            } catch LedgerFault.insufficient {
                throw MarketError.notEnoughBalance
            }
        }
        if let occasion = command.instant?.occasion, try !occasion.isDue(connection) { throw MarketError.notOpen(nil) }
        guard let refusal = try submit(order, connection) else {
            try command.instant?.occasion?.keepDone(now, connection)
            named.add(order)
            return order
        }
        // Nothing happened, and nothing of it is kept: not even its number.
        forget(order)
        if MarketNumbering.number(at: sequence, market: number) == order.id { sequence -= 1 }
        throw refusal
    }

    /// Lets the market have an order whose money is held, and carries out what it does; returns why it is refused.
    func submit(_ order: LiveOrder, _ connection: any Connection) throws -> MarketError? {
        sequence += 1
        live[order.id] = order
        openCounts[order.account, default: 0] += 1
        endings.add(order)
        events.removeAll(keepingCapacity: true)
        matching.submit(order.incoming) { events.append($0) }
        var refusal: MarketError?
        for event in events {
            if let reason = try apply(event, connection), refusal == nil, case .placed(order.id, _) = event {
                refusal = reason
            }
        }
        if refusal == nil { touch(order) }
        return refusal
    }

    /// Carries out what the book did; returns why an order that has just come is refused.
    func apply(_ event: MatchingEvent, _ connection: any Connection) throws -> MarketError? {
        switch event {
        case .book(.trade(let maker, _, let makerLeft, _, let ticks, let lots), let taker):
            guard let maker = live[maker], let taker = live[taker] else { throw StorageError.corrupt }
            try trade(maker, taker, ticks: ticks, lots: lots, connection)
            if makerLeft == 0 {
                maker.status = .filled
                try close(maker, connection)
            }
        case .book(.makerCancelled(let id, _, _, _, _), _):
            guard let order = live[id] else { throw StorageError.corrupt }
            try loadIfNeeded(order.account, connection)
            try ledger.release(try hold(order, lots: order.remaining), holdKey(order))
            try close(order, because: .selfTrade, connection)
        case .partnerEnded(let id, let partner):
            guard let order = live[id], let partner = live[partner] ?? touched.last(where: { $0.id == partner }) else {
                throw StorageError.corrupt
            }
            try endPartner(order, of: partner, connection)
        case .auctionTrade(let trade):
            try carryOut(trade, connection)
        case .stopAccepted:
            break
        case .stopTriggered(let id):
            guard let order = live[id] else { throw StorageError.corrupt }
            sequence += 1
            order.status = .queued
            order.placed = sequence
            touch(order)
        case .placed(let id, let placement):
            guard let order = live[id] else { throw StorageError.corrupt }
            try loadIfNeeded(order.account, connection)
            return try placed(order, placement, connection)
        }
        return nil
    }

    func placed(
        _ order: LiveOrder, _ placement: Placement, _ connection: any Connection
    ) throws -> MarketError? {
        switch placement {
        case .done(_, let resting, let dropped):
            if resting > 0 { return nil }
            guard dropped > 0 else {
                order.status = .filled
                try close(order, connection)
                return nil
            }
            try ledger.release(try hold(order, lots: dropped), holdKey(order))
            try close(order, because: .immediateRest, connection)
            return nil
        case .metItself(let traded, let dropped):
            try ledger.release(try hold(order, lots: dropped), holdKey(order))
            // It met an order of its own account before any other: when that changed nothing, it is refused, whatever
            // its kind.
            if traded == 0, order.terms.stop == nil, events.count == 1 { return .selfTrade }
            try close(order, because: .selfTrade, connection)
            return nil
        case .collared(_, let dropped):
            try ledger.release(try hold(order, lots: dropped), holdKey(order))
            try close(order, because: .collar, connection)
            return nil
        case .refused(let reason):
            try ledger.release(try hold(order, lots: order.remaining), holdKey(order))
            guard order.terms.stop != nil else { return MarketError(reason) }
            // Its sender was answered when it began to wait, or is answered that it was accepted.
            try close(order, because: OrderReason(stop: reason), connection)
            return nil
        }
    }
}
