import Ledger
import Market
import Storage
import Time

/// A trade as it is stored.
struct StoredFill: Sendable {
    let id: Int64
    let ticks: Int64
    let lots: Int64
    let takerSide: Side
    let maker: Int64
    let taker: Int64
    let buyer: LedgerAccount
    let seller: LedgerAccount
    /// In minor units of the base.
    let buyerFee: Int128
    /// In minor units of the quote.
    let sellerFee: Int128
    let makerRate: FeeRate
    let takerRate: FeeRate
    /// The balances afterwards.
    let buyerBase: Int128
    let buyerQuote: Int128
    let sellerBase: Int128
    let sellerQuote: Int128
    let at: Timestamp
    /// The buyer's fill in this market before this one, on either side; 0 when there is none.
    let buyerPrevious: Int64
    /// The seller's.
    let sellerPrevious: Int64
    /// The fill of the maker's order as maker before this one; 0 when there is none.
    let makerPrevious: Int64
}

extension StoredFill {
    /// The fill in a row of ``FillStore/columns``.
    init(_ row: Row) throws {
        func rate(_ column: Int) throws -> FeeRate {
            guard let value = UInt32(exactly: try row.integer(column)), let rate = FeeRate(rawValue: value) else {
                throw StorageError.unexpectedValue(column: column)
            }
            return rate
        }
        self.init(
            id: try row.integer(1), ticks: try row.integer(2), lots: try row.integer(3), takerSide: try row.value(4),
            maker: try row.integer(5), taker: try row.integer(6),
            buyer: LedgerAccount(rawValue: try row.integer(7)), seller: LedgerAccount(rawValue: try row.integer(8)),
            buyerFee: try row.amount(9), sellerFee: try row.amount(10), makerRate: try rate(11),
            takerRate: try rate(12), buyerBase: try row.amount(13), buyerQuote: try row.amount(14),
            sellerBase: try row.amount(15), sellerQuote: try row.amount(16), at: try row.timestamp(17),
            buyerPrevious: try row.integer(18), sellerPrevious: try row.integer(19),
            makerPrevious: try row.integer(20))
    }

    /// The trade without whose it was.
    var trade: PublicTrade {
        PublicTrade(id: id, ticks: ticks, lots: lots, takerSide: takerSide, at: at, maker: maker, taker: taker)
    }

    /// The trade as the owner of its order to buy or to sell sees it.
    func record(of side: Side, _ rules: MarketRules) -> FillRecord {
        FillRecord(
            id: id, market: rules, order: side == takerSide ? taker : maker, side: side, ticks: ticks, lots: lots,
            fee: side == .buy ? buyerFee : sellerFee, isMaker: side != takerSide, at: at)
    }
}

/// The SQL of fills, within one transaction.
struct FillStore {
    private static let names = [
        "market", "id", "ticks", "lots", "taker_side", "maker_order", "taker_order", "buyer", "seller", "buyer_fee",
        "seller_fee", "maker_rate", "taker_rate", "buyer_base", "buyer_quote", "seller_base", "seller_quote", "at",
        "buyer_previous", "seller_previous", "maker_previous",
    ]
    /// The columns of a fill as ``StoredFill`` reads them.
    static let columns = names.joined(separator: ", ")

    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    // MARK: - Writing

    /// How fills are written many at a time.
    static func inserter() -> RowInserter {
        RowInserter(table: "fills", columns: names)
    }

    /// Adds a fill.
    func insert(_ fill: StoredFill, market: Int, with rows: inout RowInserter) throws {
        try rows.add(to: connection) { values in
            values.append(.integer(Int64(market)))
            values.append(.integer(fill.id))
            values.append(.integer(fill.ticks))
            values.append(.integer(fill.lots))
            values.append(.integer(fill.takerSide.rawValue))
            values.append(.integer(fill.maker))
            values.append(.integer(fill.taker))
            values.append(.integer(fill.buyer.rawValue))
            values.append(.integer(fill.seller.rawValue))
            values.append(.amount(fill.buyerFee))
            values.append(.amount(fill.sellerFee))
            values.append(.integer(Int64(fill.makerRate.rawValue)))
            values.append(.integer(Int64(fill.takerRate.rawValue)))
            values.append(.amount(fill.buyerBase))
            values.append(.amount(fill.buyerQuote))
            values.append(.amount(fill.sellerBase))
            values.append(.amount(fill.sellerQuote))
            values.append(.integer(fill.at.milliseconds))
            values.append(.integer(fill.buyerPrevious))
            values.append(.integer(fill.sellerPrevious))
            values.append(.integer(fill.makerPrevious))
        }
    }

    // MARK: - Reading

    /// A market's fills with lower numbers than `before`, newest first; of those that are passed over only the index is
    /// read.
    func fills(market: Int, before: Int64, from: Int64 = 0, limit: Int, offset: Int = 0) throws -> [StoredFill] {
        try connection.query(
            """
            SELECT \(Self.columns) FROM fills WHERE market = ?1 AND id >= ?3 AND id <= (
                SELECT id FROM fills WHERE market = ?1 AND id < ?2 AND id >= ?3 ORDER BY id DESC LIMIT 1 OFFSET ?5
            )
            ORDER BY id DESC LIMIT ?4
            """,
            [
                .integer(Int64(market)), .integer(before), .integer(from), .integer(Int64(limit)),
                .integer(Int64(offset)),
            ]
        ).map { try StoredFill($0) }
    }

    /// A market's fills with higher numbers than `after`, oldest first.
    func fills(market: Int, after: Int64, limit: Int) throws -> [StoredFill] {
        try connection.query(
            "SELECT \(Self.columns) FROM fills WHERE market = ?1 AND id > ?2 ORDER BY id LIMIT ?3",
            [.integer(Int64(market)), .integer(after), .integer(Int64(limit))]
        ).map { try StoredFill($0) }
    }

    /// An account's executions in a market from the fill `first` on, newest first.
    ///
    /// The side is that of the account's order. From somebody else's fill on there are none.
    func executions(
        of account: LedgerAccount, market: Int, from first: Int64, limit: Int
    ) throws -> [(fill: StoredFill, side: Side)] {
        let fills = try connection.query(
            Self.trail(Self.previousOfAccount),
            [.integer(Int64(market)), .integer(first), .integer(Int64(limit)), .integer(account.rawValue)]
        ).map { try StoredFill($0) }
        return fills.prefix { $0.buyer == account || $0.seller == account }
            .map { ($0, $0.buyer == account ? .buy : .sell) }
    }

    /// The number of the execution that comes after `count` others from the fill `first` on; 0 when there is none.
    func execution(after count: Int, of account: LedgerAccount, market: Int, from first: Int64) throws -> Int64 {
        try connection.first(
            """
            WITH RECURSIVE \(Self.links(Self.previousOfAccount, before: "?3"))
            SELECT link FROM trail WHERE turn = ?3
            """,
            [
                .integer(Int64(market)), .integer(first), .integer(Int64(count) + 1), .integer(account.rawValue),
            ])?.integer(0) ?? 0
    }

    private static let previousOfAccount = "CASE WHEN buyer = ?4 THEN buyer_previous ELSE seller_previous END"

    /// The executions of an order, oldest first: about the first `limit` as taker, and the last `limit` as maker.
    func executions(of order: LiveOrder, market: Int, limit: Int) throws -> [StoredFill] {
        var fills: [StoredFill] = []
        if order.placed > 0 {
            // As taker it traded when it was placed, one fill after the other from the next number on.
            var after = MarketNumbering.last(at: order.placed)
            while fills.count < limit {
                let some = try self.fills(market: market, after: after, limit: 32)
                let own = some.prefix { $0.taker == order.id }
                fills += own
                guard own.count == 32, let last = own.last else { break }
                after = last.id
            }
        }
        let made = try connection.query(
            Self.trail("maker_previous"),
            [.integer(Int64(market)), .integer(order.lastMade), .integer(Int64(limit))]
        ).map { try StoredFill($0) }
        return fills + made.reversed()
    }

    /// At most ?3 fills of market ?1: the one with the number ?2, and after each the one that `previous` says.
    private static func trail(_ previous: String) -> String {
        """
        WITH RECURSIVE \(links(previous, before: "?3"))
        SELECT \(columns) FROM trail CROSS JOIN fills WHERE market = ?1 AND id = link ORDER BY turn
        """
    }

    /// The numbers of these fills, each with its turn from 1 on.
    private static func links(_ previous: String, before last: String) -> String {
        """
        trail (link, turn) AS (
            SELECT CAST(?2 AS BIGINT), CAST(1 AS BIGINT)
            UNION ALL
            SELECT \(previous), turn + 1 FROM trail CROSS JOIN fills WHERE market = ?1 AND id = link AND turn < \(last)
        )
        """
    }

    /// The lowest number from which on no fill of a market is earlier than `instant`.
    ///
    /// Times never go back within a market, so that halving finds it.
    func firstNumber(market: Int, at instant: Timestamp) throws -> Int64 {
        var low: Int64 = 0
        var high =
            try connection.first(
                "SELECT id FROM fills WHERE market = ?1 ORDER BY id DESC LIMIT 1", [.integer(Int64(market))]
            )?.integer(0) ?? 0
        // Numbers from `high` on are of no fill.
        high += 1
        while low < high {
            let middle = low + (high - low) / 2
            let next = try connection.first(
                "SELECT id, at FROM fills WHERE market = ?1 AND id >= ?2 ORDER BY id LIMIT 1",
                [.integer(Int64(market)), .integer(middle)])
            guard let next, try next.timestamp(1) < instant else {
                high = middle
                continue
            }
            low = try next.integer(0) + 1
        }
        return low
    }
}
