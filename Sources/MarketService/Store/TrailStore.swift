import Ledger
import LedgerService
import ServiceKit
import Storage

/// What each account has a trail of in a market.
enum HistoryChain {
    /// Its fills.
    case fills
    /// Its orders that were closed and had been executed at least in part.
    case closedOrders
    /// Its orders that were closed without a trade.
    case untradedOrders

    /// The trail of a closed order.
    init(of order: LiveOrder) {
        self = order.executed > 0 ? .closedOrders : .untradedOrders
    }
}

/// Where an account's trails in a market begin; 0 is the end of a trail.
struct TrailHeads: Sendable, Equatable {
    /// The account's last fill.
    var fill: Int64 = 0
    /// The last of its orders that was closed and had been executed at least in part.
    var closedOrder: Int64 = 0
    /// The last of its orders that was closed without a trade.
    var untradedOrder: Int64 = 0

    /// Where one of the trails begins.
    subscript(chain: HistoryChain) -> Int64 {
        get {
            switch chain {
            case .fills: fill
            case .closedOrders: closedOrder
            case .untradedOrders: untradedOrder
            }
        }
        set {
            switch chain {
            case .fills: fill = newValue
            case .closedOrders: closedOrder = newValue
            case .untradedOrders: untradedOrder = newValue
            }
        }
    }
}

/// The columns of `market_trails`.
enum TrailColumn: String, TableColumn {
    case account, market
    case lastFill = "last_fill"
    case lastClosed = "last_closed"
    case lastUntraded = "last_untraded"
}

extension TableRow<TrailColumn> {
    /// Where the trails begin.
    fileprivate var heads: TrailHeads {
        get throws {
            TrailHeads(
                fill: try integer(.lastFill), closedOrder: try integer(.lastClosed),
                untradedOrder: try integer(.lastUntraded))
        }
    }
}

/// The SQL of where trails begin, within one transaction.
///
/// An account's fills in a market, and its closed orders, those that traded and the others, each name the one before. They are read from the newest on,
/// which needs no index.
struct TrailStore {
    private static let one = "SELECT \(TrailColumn.list) FROM market_trails WHERE account = ?1 AND market = ?2"

    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// Where an account's trails in a market begin.
    func heads(of account: LedgerAccount, market: Int) throws -> TrailHeads {
        try connection.first(
            TrailColumn.self, Self.one, [.integer(account.rawValue), .integer(Int64(market))]
        )?.heads ?? TrailHeads()
    }

    /// Where an account's trails begin, by the numbers of the markets in which it has any.
    func heads(of account: LedgerAccount) throws -> [Int: TrailHeads] {
        var heads: [Int: TrailHeads] = [:]
        for row in try connection.query(
            TrailColumn.self, "SELECT \(TrailColumn.list) FROM market_trails WHERE account = ?1",
            [.integer(account.rawValue)])
        {
            heads[try row.number(.market)] = try row.heads
        }
        return heads
    }

    /// Where all trails in a market begin.
    func all(market: Int) throws -> [LedgerAccount: TrailHeads] {
        var all: [LedgerAccount: TrailHeads] = [:]
        for row in try connection.query(
            TrailColumn.self, "SELECT \(TrailColumn.list) FROM market_trails WHERE market = ?1",
            [.integer(Int64(market))])
        {
            all[try row.account(.account)] = try row.heads
        }
        return all
    }

    /// How heads are written many at a time.
    static func inserter() -> TableInserter<TrailColumn> {
        let heads = TrailColumn.replacements([.lastFill, .lastClosed, .lastUntraded])
        return TableInserter(
            table: "market_trails", suffix: "ON CONFLICT (account, market) DO UPDATE SET \(heads)")
    }

    /// Keeps where an account's trails begin.
    func put(
        _ heads: TrailHeads, of account: LedgerAccount, market: Int, with rows: inout TableInserter<TrailColumn>
    ) throws {
        try rows.add(to: connection) { column in
            switch column {
            case .account: .integer(account.rawValue)
            case .market: .integer(Int64(market))
            case .lastFill: .integer(heads.fill)
            case .lastClosed: .integer(heads.closedOrder)
            case .lastUntraded: .integer(heads.untradedOrder)
            }
        }
    }
}
