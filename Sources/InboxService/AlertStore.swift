import Basics
import Storage

/// A price that is waited for, in ticks of its market.
struct AlertCondition: Hashable, Sendable {
    let isAbove: Bool
    let ticks: Int64
}

/// An alert as it is stored.
struct StoredAlert: Sendable {
    let id: String
    let account: [UInt8]
    /// The number of the account in the ledger.
    let trader: Int64
    /// The number of the market; 0 for all of them.
    let market: Int
    /// The price; nil for an alert about own orders.
    let condition: AlertCondition?
    /// The last trade before it was made; only later ones count.
    let afterTrade: Int64
}

/// The SQL of alerts and of how far they have been looked at, within one transaction.
struct AlertStore {
    /// What stands for all markets; no market has this number.
    static let everyMarket = 0

    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    // MARK: - Alerts

    /// Adds an alert.
    func insert(_ alert: StoredAlert) throws {
        _ = try connection.execute(
            """
            INSERT INTO alerts (id, account_id, trader, market, direction, ticks, after_trade)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """,
            [
                .text(alert.id), .blob(alert.account), .integer(alert.trader), .integer(Int64(alert.market)),
                SQLValue(alert.condition.map { $0.isAbove ? Int64(1) : 2 }), SQLValue(alert.condition?.ticks),
                .integer(alert.afterTrade),
            ])
    }

    /// How many alerts an account has.
    func count(of account: [UInt8]) throws -> Int {
        let row = try connection.first("SELECT COUNT(*) AS total FROM alerts WHERE account_id = ?1", [.blob(account)])
        return Int(try row?.integer("total") ?? 0)
    }

    /// The alerts of an account, the oldest first.
    func list(of account: [UInt8]) throws -> [StoredAlert] {
        try connection.query("\(Self.selection) WHERE account_id = ?1 ORDER BY id", [.blob(account)]).map(Self.alert)
    }

    /// Removes an alert of an account; false when there is none.
    func delete(_ id: String, of account: [UInt8]) throws -> Bool {
        try connection.execute(
            "DELETE FROM alerts WHERE id = ?1 AND account_id = ?2", [.text(id), .blob(account)]) == 1
    }

    /// Whether any alert asks for a market.
    func isWatched(_ market: Int) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM alerts WHERE market IN (?1, \(Self.everyMarket)) LIMIT 1", [.integer(Int64(market))]) != nil
    }

    /// The price alerts of a market that trades between these prices may fire.
    func priceAlerts(of market: Int, from lowest: Int64, to highest: Int64) throws -> [StoredAlert] {
        try connection.query(
            """
            \(Self.selection) WHERE market = ?1
            AND ((direction = 1 AND ticks <= ?3) OR (direction = 2 AND ticks >= ?2)) ORDER BY id
            """,
            [.integer(Int64(market)), .integer(lowest), .integer(highest)]
        ).map(Self.alert)
    }

    /// The numbers of those whose orders in a market an alert tells of.
    func tradersWithOrderAlerts(in market: Int) throws -> Set<Int64> {
        Set(
            try connection.query(
                "SELECT trader FROM alerts WHERE direction IS NULL AND market IN (?1, \(Self.everyMarket))",
                [.integer(Int64(market))]
            ).map { try $0.integer("trader") })
    }

    // MARK: - Progress

    /// Up to which trade of a market alerts have been looked at; nil when nobody ever asked.
    func progress(of market: Int) throws -> Int64? {
        try connection.first("SELECT last_trade FROM alert_progress WHERE market = ?1", [.integer(Int64(market))])?
            .integer("last_trade")
    }

    /// Begins to look at a market after a trade.
    func setProgress(_ trade: Int64, of market: Int) throws {
        _ = try connection.execute(
            """
            INSERT INTO alert_progress (market, last_trade) VALUES (?1, ?2)
            ON CONFLICT (market) DO UPDATE SET last_trade = excluded.last_trade
            """,
            [.integer(Int64(market)), .integer(trade)])
    }

    /// Goes on from one trade to another; false when somebody else was faster.
    ///
    /// One statement compares and sets, so that of two servers one tells of a trade.
    func advance(_ market: Int, from last: Int64, to next: Int64) throws -> Bool {
        try connection.execute(
            "UPDATE alert_progress SET last_trade = ?3 WHERE market = ?1 AND last_trade = ?2",
            [.integer(Int64(market)), .integer(last), .integer(next)]) == 1
    }

    private static let selection =
        "SELECT id, account_id, trader, market, direction, ticks, after_trade FROM alerts"

    private static func alert(_ row: Row) throws -> StoredAlert {
        var condition: AlertCondition?
        if let direction = try row.optionalInteger("direction"), let ticks = try row.optionalInteger("ticks") {
            condition = AlertCondition(isAbove: direction == 1, ticks: ticks)
        }
        return StoredAlert(
            id: try row.text("id"), account: try row.blob("account_id"), trader: try row.integer("trader"),
            market: Int(try row.integer("market")), condition: condition, afterTrade: try row.integer("after_trade"))
    }
}
