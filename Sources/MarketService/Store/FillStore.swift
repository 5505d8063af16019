import Basics
import Ledger
import LedgerService
import Market
import ServiceKit
import Storage

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
    /// The fill of the maker's order before this one among those since it waited; 0 when there is none.
    let makerPrevious: Int64
    /// Of a trade in an auction, the same of the taker's order, which had waited as well; nil of any other.
    let takerPrevious: Int64?
}

/// The columns of `fills`.
enum FillColumn: String, TableColumn {
    case market, id, ticks, lots
    case takerSide = "taker_side"
    case maker = "maker_order"
    case taker = "taker_order"
    case buyer, seller
    case buyerFee = "buyer_fee"
    case sellerFee = "seller_fee"
    case makerRate = "maker_rate"
    case takerRate = "taker_rate"
    case buyerBase = "buyer_base"
    case buyerQuote = "buyer_quote"
    case sellerBase = "seller_base"
    case sellerQuote = "seller_quote"
    case at
    case buyerPrevious = "buyer_previous"
    case sellerPrevious = "seller_previous"
    case makerPrevious = "maker_previous"
    case takerPrevious = "taker_previous"
}

extension StoredFill {
    /// The fill in a row.
    fileprivate init(_ row: TableRow<FillColumn>) throws {
        func rate(_ column: FillColumn) throws -> FeeRate {
            guard let value = UInt32(exactly: try row.integer(column)), let rate = FeeRate(rawValue: value) else {
                throw row.unexpected(column)
            }
            return rate
        }
        self.init(
            id: try row.integer(.id), ticks: try row.integer(.ticks), lots: try row.integer(.lots),
            takerSide: try row.value(.takerSide), maker: try row.integer(.maker), taker: try row.integer(.taker),
            buyer: try row.account(.buyer), seller: try row.account(.seller), buyerFee: try row.amount(.buyerFee),
            sellerFee: try row.amount(.sellerFee), makerRate: try rate(.makerRate), takerRate: try rate(.takerRate),
            buyerBase: try row.amount(.buyerBase), buyerQuote: try row.amount(.buyerQuote),
            sellerBase: try row.amount(.sellerBase), sellerQuote: try row.amount(.sellerQuote),
            at: try row.timestamp(.at), buyerPrevious: try row.integer(.buyerPrevious),
            sellerPrevious: try row.integer(.sellerPrevious), makerPrevious: try row.integer(.makerPrevious),
            takerPrevious: try row.optionalInteger(.takerPrevious))
    }

    /// What stands in a column of its row.
    fileprivate func value(_ column: FillColumn, market: Int) -> SQLValue {
        switch column {
        case .market: .integer(Int64(market))
        case .id: .integer(id)
        case .ticks: .integer(ticks)
        case .lots: .integer(lots)
        case .takerSide: .integer(takerSide.rawValue)
        case .maker: .integer(maker)
        case .taker: .integer(taker)
        case .buyer: .integer(buyer.rawValue)
        case .seller: .integer(seller.rawValue)
        case .buyerFee: .amount(buyerFee)
        case .sellerFee: .amount(sellerFee)
        case .makerRate: .integer(Int64(makerRate.rawValue))
        case .takerRate: .integer(Int64(takerRate.rawValue))
        case .buyerBase: .amount(buyerBase)
        case .buyerQuote: .amount(buyerQuote)
        case .sellerBase: .amount(sellerBase)
        case .sellerQuote: .amount(sellerQuote)
        case .at: .integer(at.milliseconds)
        case .buyerPrevious: .integer(buyerPrevious)
        case .sellerPrevious: .integer(sellerPrevious)
        case .makerPrevious: .integer(makerPrevious)
        case .takerPrevious: SQLValue(takerPrevious)
        }
    }

    /// The trade without whose it was.
    var trade: PublicTrade {
        PublicTrade(id: id, ticks: ticks, lots: lots, takerSide: takerSide, at: at, maker: maker, taker: taker)
    }

    /// The trade as the owner of its order to buy or to sell sees it.
    func record(of side: Side, _ rules: MarketRules) -> FillRecord {
        FillRecord(
            id: id, market: rules, order: side == takerSide ? taker : maker, side: side, ticks: ticks, lots: lots,
            fee: side == .buy ? buyerFee : sellerFee, isMaker: side != takerSide || takerPrevious != nil, at: at)
    }
}

/// The SQL of fills, within one transaction.
struct FillStore {
    /// The columns of a fill as a statement lists them.
    private static let columns = FillColumn.list

    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    // MARK: - Writing

    /// How fills are written many at a time.
    static func inserter() -> TableInserter<FillColumn> {
        TableInserter(table: "fills")
    }

    /// Adds a fill.
    func insert(_ fill: StoredFill, market: Int, with rows: inout TableInserter<FillColumn>) throws {
        try rows.add(to: connection) { fill.value($0, market: market) }
    }

    // MARK: - Reading

    /// A market's fills with lower numbers than `before`, newest first; of those that are passed over only the index is
    /// read.
    func fills(market: Int, before: Int64, from: Int64 = 0, limit: Int, offset: Int = 0) throws -> [StoredFill] {
        try fills(
            """
            SELECT \(Self.columns) FROM fills WHERE market = ?1 AND id >= ?3 AND id <= (
                SELECT id FROM fills WHERE market = ?1 AND id < ?2 AND id >= ?3 ORDER BY id DESC LIMIT 1 OFFSET ?5
            )
            ORDER BY id DESC LIMIT ?4
            """,
            [
                .integer(Int64(market)), .integer(before), .integer(from), .integer(Int64(limit)),
                .integer(Int64(offset)),
            ])
    }

    /// A market's fills with higher numbers than `after`, oldest first.
    func fills(market: Int, after: Int64, limit: Int) throws -> [StoredFill] {
        try fills(
            "SELECT \(Self.columns) FROM fills WHERE market = ?1 AND id > ?2 ORDER BY id LIMIT ?3",
            [.integer(Int64(market)), .integer(after), .integer(Int64(limit))])
    }

    /// An account's executions in a market from the fill `first` on, newest first.
    ///
    /// The side is that of the account's order. From somebody else's fill on there are none.
    func executions(
        of account: LedgerAccount, market: Int, from first: Int64, limit: Int
    ) throws -> [(fill: StoredFill, side: Side)] {
        let some = try fills(
            Self.trail(Self.previousOfAccount),
            [.integer(Int64(market)), .integer(first), .integer(Int64(limit)), .integer(account.rawValue)])
        return some.prefix { $0.buyer == account || $0.seller == account }
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

    private static let previousOfOrder =
        "CASE WHEN maker_order = ?4 THEN maker_previous ELSE COALESCE(taker_previous, 0) END"
    private static let previousOfAccount = "CASE WHEN buyer = ?4 THEN buyer_previous ELSE seller_previous END"

    /// The executions of an order, oldest first: about the first `limit` when it came, and the last `limit` since it
    /// waited.
    func executions(of order: LiveOrder, market: Int, limit: Int) throws -> [StoredFill] {
        var fills: [StoredFill] = []
        if order.placed > 0 {
            // As taker it traded when it was placed, one fill after the other from the next number on.
            var after = MarketNumbering.last(at: order.placed)
            while fills.count < limit {
                let some = try self.fills(market: market, after: after, limit: 32)
                let own = some.prefix { $0.taker == order.id && $0.takerPrevious == nil }
                fills += own
                guard own.count == 32, let last = own.last else { break }
                after = last.id
            }
        }
        let made = try self.fills(
            Self.trail(Self.previousOfOrder),
            [.integer(Int64(market)), .integer(order.lastMade), .integer(Int64(limit)), .integer(order.id)])
        return fills + made.reversed()
    }

    private func fills(_ sql: String, _ arguments: [SQLValue]) throws -> [StoredFill] {
        try connection.query(FillColumn.self, sql, arguments).map { try StoredFill($0) }
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

    /// When a fill was.
    private enum InstantColumn: String, TableColumn {
        case id, at
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
                InstantColumn.self,
                "SELECT \(InstantColumn.list) FROM fills WHERE market = ?1 AND id >= ?2 ORDER BY id LIMIT 1",
                [.integer(Int64(market)), .integer(middle)])
            guard let next, try next.timestamp(.at) < instant else {
                high = middle
                continue
            }
            low = try next.integer(.id) + 1
        }
        return low
    }
}
