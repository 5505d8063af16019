import Basics
import Ledger
import LedgerService
import Market
import ServiceKit
import Storage

/// The SQL of orders, within one transaction.
struct OrderStore {
    /// The columns of an order as a statement lists them.
    private static let columns = OrderColumn.list
    /// How many cancellations one statement takes.
    private static let cancelledAtOnce = 32
    private static let cancelMany: String = {
        // Each has its number and, after all numbers, the order before it.
        let numbers = (3..<3 + cancelledAtOnce).map { "?\($0)" }
        let previous = (3..<3 + cancelledAtOnce).map { "WHEN ?\($0) THEN ?\($0 + cancelledAtOnce)" }
        return """
            UPDATE orders SET status = 3, updated_at = ?1, reason = ?2,
            previous_closed = CASE id \(previous.joined(separator: " ")) ELSE previous_closed END
            WHERE id IN (\(numbers.joined(separator: ", ")))
            """
    }()

    /// How many names of orders one statement asks for.
    private static let namedAtOnce = 8
    private static let oneByClientID = byClientID(1)
    private static let manyByClientID = byClientID(namedAtOnce)

    private static func byClientID(_ count: Int) -> String {
        let conditions = (0..<count).map { "(account = ?\($0 * 2 + 1) AND client_id = ?\($0 * 2 + 2))" }
        return "SELECT \(columns) FROM orders WHERE \(conditions.joined(separator: " OR "))"
    }

    /// What changes of an order in the book when it trades.
    private static let traded: [OrderColumn] = [.executed, .notional, .fee, .updatedAt, .lastMade]
    /// What changes of any other order.
    private static let moved = traded + [.status, .placed, .previousClosed, .reason]
    /// What changes of one that was amended.
    private static let amended = moved + [.lots, .ordered, .successor]
    private static let updateTraded = update(traded)
    private static let updateMoved = update(moved)
    private static let updateAmended = update(amended)

    private static func update(_ columns: [OrderColumn]) -> String {
        "UPDATE orders SET \(OrderColumn.assignments(columns)) WHERE id = ?\(columns.count + 1)"
    }

    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    // MARK: - Reading

    /// The open orders of a market: those in the book by their turn, then those that wait for their stop by arrival.
    func open(market: Int) throws -> [LiveOrder] {
        try orders(
            "SELECT \(Self.columns) FROM orders WHERE market = ?1 AND status < 2 ORDER BY status DESC, placed, id",
            [.integer(Int64(market))])
    }

    /// An order, or nil.
    func order(_ id: Int64) throws -> LiveOrder? {
        try orders("SELECT \(Self.columns) FROM orders WHERE id = ?1", [.integer(id)]).first
    }

    /// A market's orders with higher numbers than `last`, in their order.
    func orders(market: Int, after last: Int64, limit: Int) throws -> [LiveOrder] {
        try orders(
            "SELECT \(Self.columns) FROM orders WHERE market = ?1 AND id > ?2 ORDER BY id LIMIT ?3",
            [.integer(Int64(market)), .integer(last), .integer(Int64(limit))])
    }

    /// An account's open orders in a market with numbers up to `last`, newest first.
    func open(of account: LedgerAccount, market: Int, through last: Int64, limit: Int) throws -> [LiveOrder] {
        try orders(
            """
            SELECT \(Self.columns) FROM orders WHERE market = ?1 AND account = ?2 AND status < 2 AND id <= ?3
            ORDER BY id DESC LIMIT ?4
            """,
            [.integer(Int64(market)), .integer(account.rawValue), .integer(last), .integer(Int64(limit))])
    }

    /// An account's closed orders in a market from `first` on, those closed last first: those along one trail, which
    /// were executed at least in part or not at all.
    ///
    /// From somebody else's order on, or one that is no such order, there are none.
    func closed(
        of account: LedgerAccount, along chain: HistoryChain, from first: Int64, limit: Int
    ) throws -> [LiveOrder] {
        let orders = try orders(
            """
            WITH RECURSIVE \(Self.closedLinks)
            SELECT \(Self.columns) FROM trail CROSS JOIN orders WHERE id = link ORDER BY turn
            """,
            [.integer(first), .integer(Int64(limit))])
        return Array(orders.prefix { $0.account == account && !$0.status.isOpen && HistoryChain(of: $0) == chain })
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

    private func orders(_ sql: String, _ arguments: [SQLValue]) throws -> [LiveOrder] {
        try connection.query(OrderColumn.self, sql, arguments).map { try LiveOrder($0) }
    }

    /// An account's order of this name of its sender's, in whatever market, or nil.
    func order(_ clientID: ClientOrderID, of account: LedgerAccount) throws -> LiveOrder? {
        try orders(Self.oneByClientID, [.integer(account.rawValue), .text(clientID.text)]).first
    }

    /// The orders of these names.
    func orders(_ names: Set<ClientOrderKey>) throws -> [LiveOrder] {
        let all = Array(names)
        var found: [LiveOrder] = []
        for start in stride(from: 0, to: all.count, by: Self.namedAtOnce) {
            let some = all[start..<min(start + Self.namedAtOnce, all.count)]
            // One that is asked for alone, as in most batches; else one for each place, what is left over filled up.
            let isOne = some.count == 1
            var arguments: [SQLValue] = []
            for index in 0..<(isOne ? 1 : Self.namedAtOnce) {
                let name = all[start + min(index, some.count - 1)]
                arguments += [.integer(name.account.rawValue), .text(name.clientID.text)]
            }
            found += try orders(isOne ? Self.oneByClientID : Self.manyByClientID, arguments)
        }
        return found
    }

    // MARK: - Writing

    /// How new orders are written many at a time.
    static func inserter() -> TableInserter<OrderColumn> {
        TableInserter(table: "orders")
    }

    /// Adds a new order, as it is at the end of its first batch.
    func insert(_ order: LiveOrder, market: Int, with rows: inout TableInserter<OrderColumn>) throws {
        try rows.add(to: connection) { order.value($0, market: market) }
    }

    /// Keeps what changed of an order of a market that traded or whose stop was reached.
    func update(_ order: LiveOrder, market: Int) throws {
        // A statement that names the status moves the order in the index, so one that need not does not.
        let isInBook = order.status == .queued && order.terms.stop == nil
        let (changed, statement) =
            order.isAmended
            ? (Self.amended, Self.updateAmended)
            : isInBook ? (Self.traded, Self.updateTraded) : (Self.moved, Self.updateMoved)
        var arguments: [SQLValue] = []
        arguments.reserveCapacity(changed.count + 1)
        for column in changed { arguments.append(order.value(column, market: market)) }
        arguments.append(.integer(order.id))
        try connection.execute(statement, arguments)
    }

    /// An order that was cancelled without a trade, and the one before it on its trail.
    typealias Cancelled = (id: Int64, previous: Int64)

    /// Keeps that these orders were cancelled, of which nothing else has changed in this batch.
    func cancel(_ orders: [Cancelled], _ reason: OrderReason, at now: Timestamp) throws {
        var rest = orders[...]
        while let first = rest.first {
            let some = rest.prefix(Self.cancelledAtOnce)
            rest = rest.dropFirst(Self.cancelledAtOnce)
            var arguments: [SQLValue] = [.integer(now.milliseconds), .integer(reason.rawValue)]
            // One for each place: what is left over is filled up with one that is cancelled anyway.
            let filled = some + Array(repeating: first, count: Self.cancelledAtOnce - some.count)
            for order in filled { arguments.append(.integer(order.id)) }
            for order in filled { arguments.append(.integer(order.previous)) }
            try connection.execute(Self.cancelMany, arguments)
        }
    }
}
