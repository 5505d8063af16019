import Ledger
import Market
import Storage
import Time

/// The SQL of orders, within one transaction.
struct OrderStore {
    private static let names = [
        "id", "market", "account", "side", "kind", "ticks", "stop", "lots", "executed", "notional", "fee", "status",
        "time_in_force", "is_post_only", "self_trade", "placed", "created_at", "updated_at",
        "last_made", "previous_closed", "reason",
    ]
    /// The columns of an order as ``LiveOrder`` reads them.
    static let columns = names.joined(separator: ", ")
    /// How many cancellations one statement takes.
    private static let cancelledAtOnce = 32
    private static let cancelMany =
        "UPDATE orders SET status = 3, updated_at = ?1, reason = ?2 WHERE id IN ("
        + (3..<3 + cancelledAtOnce).map { "?\($0)" }.joined(separator: ", ") + ")"

    private static let updateTraded =
        "UPDATE orders SET executed = ?2, notional = ?3, fee = ?4, updated_at = ?5, last_made = ?6 WHERE id = ?1"
    private static let updateMoved = """
        UPDATE orders SET executed = ?2, notional = ?3, fee = ?4, updated_at = ?5, last_made = ?6, status = ?7,
        placed = ?8, previous_closed = ?9, reason = ?10 WHERE id = ?1
        """

    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    // MARK: - Reading

    /// The open orders of a market: those in the book by their turn, then those that wait for their stop by arrival.
    func open(market: Int) throws -> [LiveOrder] {
        try connection.query(
            "SELECT \(Self.columns) FROM orders WHERE market = ?1 AND status < 2 ORDER BY status DESC, placed, id",
            [.integer(Int64(market))]
        ).map { try LiveOrder($0) }
    }

    /// An order, or nil.
    func order(_ id: Int64) throws -> LiveOrder? {
        try connection.first("SELECT \(Self.columns) FROM orders WHERE id = ?1", [.integer(id)])
            .map { try LiveOrder($0) }
    }

    /// An account's open orders in a market with numbers up to `last`, newest first.
    func open(of account: LedgerAccount, market: Int, through last: Int64, limit: Int) throws -> [LiveOrder] {
        try connection.query(
            """
            SELECT \(Self.columns) FROM orders WHERE market = ?1 AND account = ?2 AND status < 2 AND id <= ?3
            ORDER BY id DESC LIMIT ?4
            """,
            [.integer(Int64(market)), .integer(account.rawValue), .integer(last), .integer(Int64(limit))]
        ).map { try LiveOrder($0) }
    }

    /// An account's closed orders in a market that were executed at least in part, from `first` on, those closed last
    /// first.
    ///
    /// From somebody else's order on, or one that is no such order, there are none.
    func closed(of account: LedgerAccount, from first: Int64, limit: Int) throws -> [LiveOrder] {
        let orders = try connection.query(
            """
            WITH RECURSIVE \(Self.closedLinks)
            SELECT \(Self.columns) FROM trail CROSS JOIN orders WHERE id = link ORDER BY turn
            """,
            [.integer(first), .integer(Int64(limit))]
        ).map { try LiveOrder($0) }
        return Array(orders.prefix { $0.account == account && !$0.status.isOpen && $0.executed > 0 })
    }

    /// The number of the closed order that comes after `count` others from `first` on; 0 when there is none.
    func closed(after count: Int, from first: Int64) throws -> Int64 {
        try connection.first(
            "WITH RECURSIVE \(Self.closedLinks) SELECT link FROM trail WHERE turn = ?2",
            [.integer(first), .integer(Int64(count) + 1)])?.integer(0) ?? 0
    }

    /// At most ?2 closed orders, each with its turn from 1 on: ?1, and after each the one that was closed before.
    private static let closedLinks = """
        trail (link, turn) AS (
            SELECT CAST(?1 AS BIGINT), CAST(1 AS BIGINT)
            UNION ALL
            SELECT previous_closed, turn + 1 FROM trail CROSS JOIN orders WHERE id = link AND turn < ?2
        )
        """

    // MARK: - Writing

    /// How new orders are written many at a time.
    static func inserter(_ market: Int) -> RowInserter {
        RowInserter(table: "orders", columns: names)
    }

    /// Adds a new order, as it is at the end of its first batch.
    func insert(_ order: LiveOrder, market: Int, with rows: inout RowInserter) throws {
        try rows.add(to: connection) { values in
            values.append(.integer(order.id))
            values.append(.integer(Int64(market)))
            values.append(.integer(order.account.rawValue))
            values.append(.integer(order.side.rawValue))
            values.append(.integer(order.kind.rawValue))
            values.append(SQLValue(order.ticks))
            values.append(SQLValue(order.stop))
            values.append(.integer(order.lots))
            values.append(.integer(order.executed))
            values.append(.amount(order.notional))
            values.append(.amount(order.fee))
            values.append(.integer(order.status.rawValue))
            values.append(.integer(order.timeInForce.rawValue))
            values.append(.integer(order.isPostOnly ? 1 : 0))
            values.append(.integer(order.selfTrade.rawValue))
            values.append(.integer(order.placed))
            values.append(.integer(order.createdAt.milliseconds))
            values.append(.integer(order.updatedAt.milliseconds))
            values.append(.integer(order.lastMade))
            values.append(.integer(order.previousClosed))
            values.append(SQLValue(order.reason?.rawValue))
        }
    }

    /// Keeps what changed of an order that traded or whose stop was reached.
    func update(_ order: LiveOrder) throws {
        var arguments: [SQLValue] = [
            .integer(order.id), .integer(order.executed), .amount(order.notional), .amount(order.fee),
            .integer(order.updatedAt.milliseconds), .integer(order.lastMade),
        ]
        // A statement that names the status moves the order in the index, so one that need not does not.
        if order.status == .queued, order.stop == nil {
            try connection.execute(Self.updateTraded, arguments)
        } else {
            arguments.append(.integer(order.status.rawValue))
            arguments.append(.integer(order.placed))
            arguments.append(.integer(order.previousClosed))
            arguments.append(SQLValue(order.reason?.rawValue))
            try connection.execute(Self.updateMoved, arguments)
        }
    }

    /// Keeps that these orders were cancelled, of which nothing else has changed in this batch.
    func cancel(_ ids: [Int64], _ reason: OrderReason, at now: Timestamp) throws {
        var rest = ids[...]
        while let first = rest.first {
            let some = rest.prefix(Self.cancelledAtOnce)
            rest = rest.dropFirst(Self.cancelledAtOnce)
            var arguments: [SQLValue] = [.integer(now.milliseconds), .integer(reason.rawValue)]
            for id in some { arguments.append(.integer(id)) }
            // One for each place: what is left over is filled up with one that is cancelled anyway.
            while arguments.count < Self.cancelledAtOnce + 2 { arguments.append(.integer(first)) }
            try connection.execute(Self.cancelMany, arguments)
        }
    }
}
