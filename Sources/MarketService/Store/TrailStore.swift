import Ledger
import Storage

/// Where an account's trails in a market begin; 0 is the end of a trail.
struct TrailHeads: Sendable, Equatable {
    /// The account's last fill.
    var fill: Int64 = 0
    /// The last of its orders that was closed and had been executed at least in part.
    var closedOrder: Int64 = 0
}

/// The SQL of where trails begin, within one transaction.
///
/// An account's fills in a market, and its closed orders, each name the one before. They are read from the newest on,
/// which needs no index.
struct TrailStore {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// Where an account's trails in a market begin.
    func heads(of account: LedgerAccount, market: Int) throws -> TrailHeads {
        try connection.first(
            "SELECT last_fill, last_closed FROM market_trails WHERE account = ?1 AND market = ?2",
            [.integer(account.rawValue), .integer(Int64(market))]
        ).map { TrailHeads(fill: try $0.integer(0), closedOrder: try $0.integer(1)) } ?? TrailHeads()
    }

    /// Where an account's trails begin, by the numbers of the markets in which it has any.
    func heads(of account: LedgerAccount) throws -> [Int: TrailHeads] {
        var heads: [Int: TrailHeads] = [:]
        for row in try connection.query(
            "SELECT market, last_fill, last_closed FROM market_trails WHERE account = ?1", [.integer(account.rawValue)])
        {
            heads[Int(try row.integer(0))] = TrailHeads(fill: try row.integer(1), closedOrder: try row.integer(2))
        }
        return heads
    }

    /// Where all trails in a market begin.
    func all(market: Int) throws -> [LedgerAccount: TrailHeads] {
        var all: [LedgerAccount: TrailHeads] = [:]
        for row in try connection.query(
            "SELECT account, last_fill, last_closed FROM market_trails WHERE market = ?1", [.integer(Int64(market))])
        {
            all[LedgerAccount(rawValue: try row.integer(0))] = TrailHeads(
                fill: try row.integer(1), closedOrder: try row.integer(2))
        }
        return all
    }

    /// How heads are written many at a time.
    static func inserter() -> RowInserter {
        RowInserter(
            table: "market_trails", columns: ["account", "market", "last_fill", "last_closed"],
            suffix: """
                ON CONFLICT (account, market) DO UPDATE SET last_fill = excluded.last_fill, \
                last_closed = excluded.last_closed
                """)
    }

    /// Keeps where an account's trails begin.
    func put(_ heads: TrailHeads, of account: LedgerAccount, market: Int, with rows: inout RowInserter) throws {
        try rows.add(to: connection) { values in
            values.append(.integer(account.rawValue))
            values.append(.integer(Int64(market)))
            values.append(.integer(heads.fill))
            values.append(.integer(heads.closedOrder))
        }
    }
}
