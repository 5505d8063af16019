import Basics
import LedgerService
import Market
import ServiceKit
import Storage

/// The trades of a market in order, for services that notify traders, read within the caller's transaction.
package struct MarketTape {
    /// A trade.
    package struct Trade: Sendable {
        /// Its number in the market.
        package let id: Int64
        /// Its price.
        package let ticks: Int64
        /// The number of the order that bought.
        package let buyOrder: Int64
        /// The number of the order that sold.
        package let sellOrder: Int64
        /// The buyer's number in the ledger.
        package let buyer: Int64
        /// The seller's number in the ledger.
        package let seller: Int64
        /// When it was.
        package let at: Timestamp
    }

    /// An order that was executed to its last unit.
    package struct ExecutedOrder: Sendable {
        /// Its number.
        package let id: Int64
        /// Whose it is.
        package let account: [UInt8]
        /// Whether it bought.
        package let isBuy: Bool
        /// Its price; nil of a market order.
        package let ticks: Int64?
        /// How much it asked for.
        package let lots: Int64
    }

    private let connection: any Connection

    /// The trades that a transaction sees.
    package init(_ connection: any Connection) {
        self.connection = connection
    }

    /// The number of a market's last trade, 0 before the first.
    package func lastTrade(of market: Int) throws -> Int64 {
        try connection.first("SELECT MAX(id) AS highest FROM fills WHERE market = ?1", [.integer(Int64(market))])?
            .optionalInteger("highest") ?? 0
    }

    /// At most `limit` trades of a market after one of them, in order.
    package func trades(of market: Int, after trade: Int64, limit: Int) throws -> [Trade] {
        try connection.query(
            """
            SELECT id, ticks, taker_side, maker_order, taker_order, buyer, seller, at FROM fills
            WHERE market = ?1 AND id > ?2 ORDER BY id LIMIT ?3
            """,
            [.integer(Int64(market)), .integer(trade), .integer(Int64(limit))]
        ).map { row in
            let takerBuys = try row.integer("taker_side") == 1
            let (maker, taker) = (try row.integer("maker_order"), try row.integer("taker_order"))
            return Trade(
                id: try row.integer("id"), ticks: try row.integer("ticks"),
                buyOrder: takerBuys ? taker : maker, sellOrder: takerBuys ? maker : taker,
                buyer: try row.integer("buyer"), seller: try row.integer("seller"),
                at: Timestamp(milliseconds: try row.integer("at")))
        }
    }

    /// The fully executed orders among `orders` that belong to an account.
    package func executed(_ orders: [Int64]) throws -> [ExecutedOrder] {
        try orders.compactMap { id in
            let row = try connection.first(
                """
                SELECT orders.side, orders.ticks, orders.lots, ledger_accounts.account_id
                FROM orders JOIN ledger_accounts ON ledger_accounts.number = orders.account
                WHERE orders.id = ?1 AND orders.status = 2
                """,
                [.integer(id)])
            guard let row, let account = try row.optionalBlob("account_id") else { return nil }
            return ExecutedOrder(
                id: id, account: account, isBuy: try row.integer("side") == 1, ticks: try row.optionalInteger("ticks"),
                lots: try row.integer("lots"))
        }
    }
}
