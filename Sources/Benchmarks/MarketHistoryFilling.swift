import Basics
import Ledger
import Storage

/// Writes a market's long past at once, as its engine would have written it trade by trade: groups of ten fills between
/// one order of each of two traders, who are another pair in each group.
///
/// Everybody has 1,000,000 of the base and 1,000,000,000,000 of the quote asset before, and what it comes to afterwards:
/// the audit of the ledger finds nothing.
struct MarketHistoryFilling {
    /// Fills of a group.
    static let groupSize = 10
    private static let groupsAtOnce = 2000
    private static let days: Int64 = 30
    /// The number of the market in a new database.
    private static let market: Int64 = 1
    /// The numbers of its assets, ETH and CLP.
    private static let base: Int64 = 7
    private static let quote: Int64 = 1

    let database: any Database
    /// Those who bought, and those who sold: as many.
    let buyers: [LedgerAccount]
    let sellers: [LedgerAccount]

    /// The market's sequence after so many groups.
    static func sequence(after groups: Int) -> Int64 { Int64(groups) * 12 }

    /// Fills the market with so many groups over thirty days up to `now`.
    func fill(groups: Int, until now: Timestamp) async throws {
        let start = now.milliseconds - Self.days * 86_400_000
        // Ten thousandths of a millisecond, so that the steps of ten million fills still differ.
        let step = (now.milliseconds - start) * 10_000 / Int64(max(1, groups))
        var next = 0
        while next < groups {
            let (first, end) = (next, min(next + Self.groupsAtOnce, groups))
            try await database.write { connection in
                let range: [SQLValue] = [.integer(Int64(first)), .integer(Int64(end)), .integer(start), .integer(step)]
                try connection.execute(orders(of: sellers, side: 2, sequence: 1), range)
                try connection.execute(orders(of: buyers, side: 1, sequence: 2), range)
                try connection.execute(fills, range)
            }
            next = end
        }
        try await finish(groups: Int64(groups), from: start, until: now)
    }

    // A group's orders have the first two of its twelve sequences, its fills the others; what a pair did before lies as
    // many groups back as there are pairs.

    private var pairs: Int { buyers.count }

    private func number(_ group: String, _ sequence: String) -> String {
        "((\(group)) * 12 + \(sequence)) * 1024 + \(Self.market)"
    }

    private func account(of accounts: [LedgerAccount]) -> String {
        let cases = accounts.enumerated().map { "WHEN \($0.offset) THEN \($0.element.rawValue)" }
        return "CASE g % \(pairs) \(cases.joined(separator: " ")) ELSE 0 END"
    }

    // A fill is of 0.01 for 5,000; the buyer pays 0.68 % of what they get, the seller 0.39 %. Sums have more digits than
    // the 18 that SQL counts with: their last ones, which are zeros, are written behind.

    /// SQL of a pair's balances after so many fills: the buyer's of base and quote, and the seller's.
    private func balances(after fills: String) -> [String] {
        [
            ("1000000000000 + \(fills) * 9932", 12), ("1000000000 - \(fills) * 5", 21), ("100000000 - \(fills)", 16),
            ("10000000000000 + \(fills) * 49805", 17),
        ].map { "CAST(\($0) AS TEXT) || '\(String(repeating: "0", count: $1))'" }
    }

    /// What buyers paid of so many fills, in minor units of the base.
    private func buyerFee(of fills: Int) -> Int128 { Int128(fills) * 68_000_000_000_000 }
    /// What sellers paid, in minor units of the quote asset.
    private func sellerFee(of fills: Int) -> Int128 { Int128(fills) * 19_500_000_000_000_000_000 }

    private static let groups = """
        WITH RECURSIVE groups (g) AS (
            SELECT CAST(?1 AS BIGINT) UNION ALL SELECT g + 1 FROM groups WHERE g + 1 < CAST(?2 AS BIGINT)
        )
        """
    private static let at = "CAST(?3 AS BIGINT) + g * CAST(?4 AS BIGINT) / 10000"

    private func orders(of accounts: [LedgerAccount], side: Int, sequence: Int) -> String {
        let fee = side == 2 ? sellerFee(of: Self.groupSize) : buyerFee(of: Self.groupSize)
        return """
            INSERT INTO orders (id, market, account, side, kind, ticks, stop, lots, executed, notional, fee, status,
            time_in_force, is_post_only, self_trade, placed, created_at, updated_at, last_made, previous_closed)
            \(Self.groups)
            SELECT \(number("g", "\(sequence)")), \(Self.market), \(account(of: accounts)), \(side), 1, 500000, NULL,
            10000000, 10000000, '50000000000000000000000', '\(fee)', 2, 1, 0, 1, g * 12 + \(sequence), \(Self.at),
            \(Self.at),
            \(side == 2 ? number("g", "12") : "0"),
            CASE WHEN g < \(pairs) THEN 0 ELSE \(number("g - \(pairs)", "\(sequence)")) END
            FROM groups
            """
    }

    private var fills: String {
        let places = (0..<Self.groupSize).map { "SELECT \($0) AS j" }.joined(separator: " UNION ALL ")
        let (own, previous) = (number("g", "3 + j"), number("g", "2 + j"))
        let ofAccount =
            "CASE WHEN j > 0 THEN \(previous) WHEN g < \(pairs) THEN 0 ELSE \(number("g - \(pairs)", "12")) END"
        return """
            INSERT INTO fills (market, id, ticks, lots, taker_side, maker_order, taker_order, buyer, seller, buyer_fee,
            seller_fee, maker_rate, taker_rate, buyer_base, buyer_quote, seller_base, seller_quote, at, buyer_previous,
            seller_previous, maker_previous)
            \(Self.groups)
            SELECT \(Self.market), \(own), 500000, 1000000, 1, \(number("g", "1")), \(number("g", "2")),
            \(account(of: buyers)), \(account(of: sellers)), '68000000000000', '19500000000000000000', 3900, 6800,
            \(balances(after: "(g / \(pairs) * \(Self.groupSize) + j + 1)").joined(separator: ", ")), \(Self.at),
            \(ofAccount), \(ofAccount),
            CASE WHEN j > 0 THEN \(previous) ELSE 0 END
            FROM groups CROSS JOIN (\(places)) AS places
            """
    }

    /// Writes what the market's engine goes on from.
    private func finish(groups: Int64, from start: Int64, until now: Timestamp) async throws {
        guard groups > 0 else { return }
        let sequence = Self.sequence(after: Int(groups))
        let last = sequence * 1024 + Self.market
        try await database.write { connection in
            try connection.execute(
                """
                UPDATE market_state SET sequence = ?2, last_ticks = 500000, last_buy_ticks = 500000,
                last_sell_ticks = 500000, changed_at = ?3 WHERE market = ?1
                """, [.integer(Self.market), .integer(sequence), .integer(now.milliseconds)])
            for (accounts, place) in [(sellers, 1 as Int64), (buyers, 2)] {
                for (pair, account) in accounts.enumerated() where pair < groups {
                    // The last group of this pair.
                    let group = groups - 1 - (groups - 1 - Int64(pair)) % Int64(pairs)
                    let fills = (group / Int64(pairs) + 1) * Int64(Self.groupSize)
                    let ofPair = balances(after: "\(fills)")[place == 2 ? 0..<2 : 2..<4]
                    for (asset, balance) in zip([Self.base, Self.quote], ofPair) {
                        try connection.execute(
                            "UPDATE balances SET total = \(balance) WHERE account = ?1 AND asset = ?2",
                            [.integer(account.rawValue), .integer(asset)])
                    }
                    try connection.execute(
                        """
                        INSERT INTO market_trails (account, market, last_fill, last_closed, last_untraded)
                        VALUES (?1, ?2, ?3, ?4, 0)
                        """,
                        [
                            .integer(account.rawValue), .integer(Self.market),
                            .integer((group * 12 + 12) * 1024 + Self.market),
                            .integer((group * 12 + place) * 1024 + Self.market),
                        ])
                }
            }
            let house = LedgerAccount.fees(ofMarket: Int(Self.market)).rawValue
            let fills = Int(groups) * Self.groupSize
            for (asset, fee) in [(Self.base, buyerFee(of: fills)), (Self.quote, sellerFee(of: fills))] {
                try connection.execute(
                    "INSERT INTO balances (account, asset, total, held) VALUES (?1, ?2, ?3, '0')",
                    [.integer(house), .integer(asset), .text(String(fee))])
            }
            let minutes = Self.days * 1440
            for kind in 1...3 {
                try connection.execute(
                    """
                    INSERT INTO candles (market, kind, frame, start, open, high, low, close, volume, count)
                    WITH RECURSIVE minutes (m) AS (
                        SELECT CAST(?1 AS BIGINT) UNION ALL SELECT m + 1 FROM minutes WHERE m + 1 < CAST(?2 AS BIGINT)
                    )
                    SELECT \(Self.market), \(kind), 1, CAST(?3 AS BIGINT) + m * 60000, 500000, 500000, 500000, 500000,
                    '1000000', 1 FROM minutes
                    """,
                    [.integer(0), .integer(minutes), .integer(start / 60_000 * 60_000)])
            }
            // Volumes of these days are nobody's concern here.
            try connection.execute(
                "INSERT INTO traded_days (market, day, last_fill) VALUES (?1, ?2, ?3)",
                [.integer(Self.market), .integer(now.milliseconds / 86_400_000), .integer(last)])
        }
    }
}
