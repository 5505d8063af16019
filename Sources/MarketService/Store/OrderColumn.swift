import Basics
import Ledger
import LedgerService
import Market
import Storage

/// The columns of `orders`.
enum OrderColumn: String, TableColumn {
    case id, market, account, side, kind, ticks, stop, lots, executed, notional, fee, status
    case timeInForce = "time_in_force"
    case isPostOnly = "is_post_only"
    case selfTrade = "self_trade"
    case placed
    case createdAt = "created_at"
    case updatedAt = "updated_at"
    case lastMade = "last_made"
    case previousClosed = "previous_closed"
    case reason
    case clientID = "client_id"
    case ordered, successor
    case expiresAt = "expires_at"
    case partner
}

extension LiveOrder {
    /// The order in a row.
    convenience init(_ row: TableRow<OrderColumn>) throws {
        let terms = OrderTerms(
            try row.value(.side), lots: try row.integer(.lots), ticks: try row.optionalInteger(.ticks),
            stop: try row.optionalInteger(.stop),
            OrderConditions(
                all: try row.value(.timeInForce), isPostOnly: try row.boolean(.isPostOnly),
                selfTrade: try row.value(.selfTrade)))
        guard terms.kind == (try row.value(.kind)) else { throw row.unexpected(.kind) }
        let clientID = try row.optionalText(.clientID).map { text in
            guard let clientID = ClientOrderID(text) else { throw row.unexpected(.clientID) }
            return clientID
        }
        self.init(
            id: try row.integer(.id), account: try row.account(.account), terms, clientID: clientID,
            status: try row.value(.status), placed: try row.integer(.placed), at: try row.timestamp(.createdAt),
            until: try row.optionalInteger(.expiresAt).map(Timestamp.init(milliseconds:)))
        executed = try row.integer(.executed)
        notional = try row.amount(.notional)
        fee = try row.amount(.fee)
        reason = try row.optionalInteger(.reason).flatMap(OrderReason.init)
        updatedAt = try row.timestamp(.updatedAt)
        ordered = try row.optionalInteger(.ordered)
        successor = try row.optionalInteger(.successor)
        partner = try row.optionalInteger(.partner)
        lastMade = try row.integer(.lastMade)
        previousClosed = try row.integer(.previousClosed)
        isStored = true
    }

    /// What stands in a column of its row.
    func value(_ column: OrderColumn, market: Int) -> SQLValue {
        switch column {
        case .id: .integer(id)
        case .market: .integer(Int64(market))
        case .account: .integer(account.rawValue)
        case .side: .integer(terms.side.rawValue)
        case .kind: .integer(terms.kind.rawValue)
        case .ticks: SQLValue(terms.ticks)
        case .stop: SQLValue(terms.stop)
        case .lots: .integer(terms.lots)
        case .executed: .integer(executed)
        case .notional: .amount(notional)
        case .fee: .amount(fee)
        case .status: .integer(status.rawValue)
        case .timeInForce: .integer(terms.conditions.timeInForce.rawValue)
        case .isPostOnly: .integer(terms.conditions.isPostOnly ? 1 : 0)
        case .selfTrade: .integer(terms.conditions.selfTrade.rawValue)
        case .placed: .integer(placed)
        case .createdAt: .integer(createdAt.milliseconds)
        case .updatedAt: .integer(updatedAt.milliseconds)
        case .lastMade: .integer(lastMade)
        case .previousClosed: .integer(previousClosed)
        case .reason: SQLValue(reason?.rawValue)
        case .clientID: SQLValue(clientID?.text)
        case .ordered: SQLValue(ordered)
        case .successor: SQLValue(successor)
        case .expiresAt: SQLValue(expiresAt?.milliseconds)
        case .partner: SQLValue(partner)
        }
    }
}
