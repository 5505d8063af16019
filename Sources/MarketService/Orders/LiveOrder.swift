import Ledger
import Market
import Storage
import Time

/// An open order as the writer knows it, and one that has just been closed until that is stored.
///
/// A class, because a batch changes an order in several places; it belongs to the writer's closure alone.
final class LiveOrder {
    let id: Int64
    let account: LedgerAccount
    let side: Side
    let kind: OrderKind
    let ticks: Int64?
    let stop: Int64?
    let lots: Int64
    let timeInForce: TimeInForce
    let isPostOnly: Bool
    let selfTrade: SelfTradePrevention
    let createdAt: Timestamp
    var executed: Int64 = 0
    var notional: Int128 = 0
    var fee: Int128 = 0
    var status: OrderStatus
    /// Why it was cancelled.
    var reason: OrderReason?
    /// The sequence at which it entered the book; 0 while it waits for its stop.
    var placed: Int64
    var updatedAt: Timestamp
    /// Its last fill as maker; 0 while there is none.
    var lastMade: Int64 = 0
    /// The account's order in this market that was closed before this one, both with fills; 0 when there is none.
    var previousClosed: Int64 = 0
    /// Whether the database has it.
    var isStored = false
    /// Whether it is among those that the batch has to store.
    var isTouched = false

    init(id: Int64, placing order: PlaceCommand, placed: Int64, at now: Timestamp) {
        self.id = id
        account = order.account
        side = order.side
        kind = order.kind
        ticks = order.ticks
        stop = order.stop
        lots = order.lots
        timeInForce = order.timeInForce
        isPostOnly = order.isPostOnly
        selfTrade = order.selfTrade
        createdAt = now
        updatedAt = now
        status = order.stop == nil ? .queued : .waiting
        self.placed = order.stop == nil ? placed : 0
    }

    /// The order in a row of ``OrderStore/columns``.
    init(_ row: Row) throws {
        id = try row.integer(0)
        account = LedgerAccount(rawValue: try row.integer(2))
        side = try row.value(3)
        kind = try row.value(4)
        ticks = try row.optionalInteger(5)
        stop = try row.optionalInteger(6)
        lots = try row.integer(7)
        executed = try row.integer(8)
        notional = try row.amount(9)
        fee = try row.amount(10)
        status = try row.value(11)
        timeInForce = try row.value(12)
        isPostOnly = try row.integer(13) != 0
        selfTrade = try row.value(14)
        placed = try row.integer(15)
        createdAt = Timestamp(milliseconds: try row.integer(16))
        updatedAt = Timestamp(milliseconds: try row.integer(17))
        lastMade = try row.integer(18)
        previousClosed = try row.integer(19)
        reason = try row.optionalInteger(20).flatMap(OrderReason.init)
        isStored = true
    }

    /// What is open of it, in lots.
    var remaining: Int64 { lots - executed }

    /// The order for the book.
    var incoming: IncomingOrder {
        IncomingOrder(
            id: id, account: account.rawValue, side: side, ticks: ticks, lots: remaining, timeInForce: timeInForce,
            isPostOnly: isPostOnly, selfTrade: selfTrade)
    }

    /// The order for its owner, as it is now.
    func record(_ rules: MarketRules) -> OrderRecord {
        OrderRecord(
            id: id, market: rules, side: side, kind: kind, ticks: ticks, stop: stop, lots: lots, executed: executed,
            executedNotional: notional, fee: fee, status: status, reason: reason, timeInForce: timeInForce,
            isPostOnly: isPostOnly, createdAt: createdAt, updatedAt: updatedAt)
    }
}
