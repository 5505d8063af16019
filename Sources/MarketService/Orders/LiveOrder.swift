import Basics
import Ledger
import LedgerService
import Market

/// An open order as the writer knows it, and one that has just been closed until that is stored.
///
/// A class, because a batch changes an order in several places; it belongs to the writer's closure alone.
final class LiveOrder {
    let id: Int64
    let account: LedgerAccount
    /// What it asks for.
    private(set) var terms: OrderTerms
    /// What its sender calls it.
    let clientID: ClientOrderID?
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
    /// How many lots were ordered at first, when fewer are wanted since.
    var ordered: Int64?
    /// The order that came in its place when it was amended.
    var successor: Int64?
    /// When it ends unless it has before; nil for never.
    let expiresAt: Timestamp?
    /// The other one of its pair, also when that has ended; nil when it is of none.
    var partner: Int64?
    /// Its last fill as maker; 0 while there is none.
    var lastMade: Int64 = 0
    /// The account's order in this market that was closed before this one, both with fills or both without; 0 when there
    /// is none.
    var previousClosed: Int64 = 0
    /// Whether the database has it.
    var isStored = false
    /// Whether it is among those that the batch has to store.
    var isTouched = false

    /// An order of which nothing is executed.
    init(
        id: Int64, account: LedgerAccount, _ terms: OrderTerms, clientID: ClientOrderID? = nil, status: OrderStatus,
        placed: Int64, at createdAt: Timestamp, until expiresAt: Timestamp? = nil
    ) {
        self.id = id
        self.account = account
        self.terms = terms
        self.clientID = clientID
        self.status = status
        self.placed = placed
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        updatedAt = createdAt
    }

    /// Whether it is another than was ordered, or was replaced by another.
    var isAmended: Bool { ordered != nil || successor != nil }

    /// What is open of it, in lots.
    var remaining: Int64 { terms.lots - executed }

    /// The order as it arrives at the market, before anything of it is executed.
    var incoming: IncomingOrder { IncomingOrder(id: id, account: account.rawValue, terms) }

    /// Whether `command` asks for just this order.
    func isPlaced(by command: PlaceCommand) -> Bool {
        var first = terms
        if let ordered { first.lots = ordered }
        return account == command.account && first == command.terms && command.instant == nil
            && expiresAt == command.expiresAt
    }

    /// Wants fewer lots from now on, more than are executed.
    func want(lots: Int64) {
        if ordered == nil { ordered = terms.lots }
        terms.lots = lots
    }

    /// The order for its owner, as it is now.
    func record(_ rules: MarketRules) -> OrderRecord {
        OrderRecord(
            id: id, market: rules, terms: terms, executed: executed, executedNotional: notional, fee: fee,
            status: status, reason: reason, clientID: clientID, successor: successor,
            expiresAt: expiresAt, partner: partner, createdAt: createdAt, updatedAt: updatedAt)
    }
}
