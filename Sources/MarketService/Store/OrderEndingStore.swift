import Basics
import Ledger
import LedgerService
import ServiceKit
import Storage

/// Orders of a market that an operator has ended.
struct OrderEnding {
    /// Whose they are; nil for everybody's.
    let account: LedgerAccount?
    let reason: OrderReason
}

/// The columns of `order_endings` that say what is to be done.
private enum OrderEndingColumn: String, TableColumn {
    case account, reason
}

/// The SQL of what is due in markets, within one transaction.
struct OrderEndingStore {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// Takes what is to be ended in a market, in the order in which it was asked for.
    func take(of market: Int) throws -> [OrderEnding] {
        let endings = try connection.query(
            OrderEndingColumn.self,
            "SELECT \(OrderEndingColumn.list) FROM order_endings WHERE market = ?1 ORDER BY id",
            [.integer(Int64(market))]
        ).map { row in
            OrderEnding(
                account: try row.optionalInteger(.account).map(LedgerAccount.init(rawValue:)),
                reason: try row.value(.reason))
        }
        guard !endings.isEmpty else { return [] }
        try connection.execute("DELETE FROM order_endings WHERE market = ?1", [.integer(Int64(market))])
        return endings
    }

    /// The markets in which something is due by `now`: an order that ends, an auction that does, or orders that an
    /// operator has ended.
    func marketsWithSomethingDue(at now: Timestamp) throws -> Set<Int> {
        let rows = try connection.query(
            """
            SELECT market AS market FROM order_endings
            UNION SELECT number FROM markets WHERE phase = 2 AND auction_until <= ?1 AND is_active = 1
            UNION SELECT number FROM markets WHERE EXISTS (
                SELECT 1 FROM orders WHERE market = number AND expires_at IS NOT NULL AND status < 2
                AND expires_at <= ?1
            )
            """, [.integer(now.milliseconds)])
        return Set(try rows.map { Int(try $0.integer(0)) })
    }
}
