import Ledger
import LedgerService
import Market
import Storage

// Orders change and end.
extension MarketEngine {
    func touch(_ order: LiveOrder) {
        order.updatedAt = now
        guard !order.isTouched else { return }
        order.isTouched = true
        touched.append(order)
    }

    /// Counts an order out that was cancelled.
    func close(_ order: LiveOrder, because reason: OrderReason, _ connection: any Connection) throws {
        order.status = .cancelled
        order.reason = reason
        try close(order, connection)
    }

    /// Counts an order out, whose status says what has become of it.
    func close(_ order: LiveOrder, _ connection: any Connection) throws {
        forget(order)
        order.previousClosed = try trails.add(order.id, to: HistoryChain(of: order), of: order.account, connection)
        touch(order)
    }

    func forget(_ order: LiveOrder) {
        live[order.id] = nil
        let left = openCounts[order.account, default: 1] - 1
        openCounts[order.account] = left > 0 ? left : nil
    }

    /// An order that is open.
    func open(_ id: Int64, of account: LedgerAccount, _ connection: any Connection) throws -> LiveOrder {
        guard let order = live[id] else {
            // In this batch it may have been closed already; else the database knows.
            let closed = try touched.first { $0.id == id } ?? OrderStore(connection).order(id)
            guard let closed, closed.account == account else { throw MarketError.unknownOrder }
            throw MarketError.notOpen(closed.status == .filled ? .filled : .cancelled)
        }
        guard order.account == account else { throw MarketError.unknownOrder }
        return order
    }

    func cancel(
        _ id: Int64, of account: LedgerAccount, _ connection: any Connection
    ) throws -> LiveOrder {
        let order = try open(id, of: account, connection)
        try cancel(order, because: .user, connection)
        return order
    }

    /// Cancels an open order, and the other one of its pair with it.
    func cancel(
        _ order: LiveOrder, because reason: OrderReason, partnerBecause other: OrderReason = .partner,
        _ connection: any Connection
    ) throws {
        let partner = order.partner.flatMap { live[$0] }
        try loadIfNeeded(order.account, connection)
        // Of a pair the hold is one: both are released before either is gone.
        let held = try [order, partner].compactMap(\.self).map { ($0, try hold($0)) }
        for (order, amount) in held {
            guard matching.cancel(order.id) != nil else { throw StorageError.corrupt }
            try ledger.release(amount, holdKey(order))
        }
        for (ended, _) in held {
            sequence += 1
            try close(ended, because: ended === order ? reason : other, connection)
        }
    }

    /// Cancels every open order of an account.
    func cancelAll(
        of account: LedgerAccount, because reason: OrderReason, _ connection: any Connection
    ) throws -> [LiveOrder] {
        let orders = live.values.filter { $0.account == account }.sorted { $0.id < $1.id }
        for order in orders where order.status.isOpen {
            try cancel(order, because: reason, partnerBecause: reason, connection)
        }
        return orders
    }
}
