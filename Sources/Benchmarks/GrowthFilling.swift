import Basics
import Beacons
import Foundation
import HTTPKit
import Ledger
import Loyalty
import LoyaltyService
import ServerApp
import ServiceKit
import Storage

/// Fills a new SQLite database with as much as a scale says, as the server's services would have written it one by one.
///
/// What it writes is true to itself: the market's book can be restored from it, and the audit of the ledger agrees. What it
/// leaves out is coupons, notices and vaults.
struct GrowthFilling {
    /// The pairs of accounts that traded with each other: the first accounts.
    static let pairs = 32
    private static let days: Int64 = 30
    private static let rowsAtOnce = 50_000
    private static let day: Int64 = 86_400_000
    /// A hash of a password, as long as those that there are.
    private static let password =
        "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

    let database: any Database
    let services: ServerServices
    let scale: GrowthScale
    let now: Timestamp
    /// Is told what is being written.
    let told: @Sendable (String) -> Void

    /// The venue of this place among all.
    static func venue(_ index: Int) throws -> Venue {
        let digits = String(index, radix: 16)
        let end = String(repeating: "0", count: 12 - digits.count) + digits
        return try SightingLoad.venue(.small, uuid: "0c0ffee0-2c0b-4e57-9a41-\(end)")
    }

    /// Writes everything.
    func fill() async throws {
        told("\(scale.venues) venues")
        for index in 0..<scale.venues { try await services.loyalty.importVenue(Self.venue(index)) }
        told("\(scale.accounts) accounts")
        let first = try await addAccounts()
        told("\(scale.visits) visits")
        for index in 0..<scale.venues {
            try await ConsoleFilling(
                database: database, venue: Self.venue(index), days: now.day - Self.days..<now.day, label: "\(index)x"
            ).fill(visits: scale.visits / scale.venues)
        }
        told("their days are counted")
        // One call counts some weeks of a venue.
        for _ in 0...1 { try await services.counting.keepCounting(at: now) }
        told("\(scale.fills) fills and \(scale.orders) orders")
        func accounts(_ place: Int64) -> [LedgerAccount] {
            (0..<Int64(Self.pairs)).map { LedgerAccount(rawValue: first + 2 * $0 + place) }
        }
        let groups = scale.fills / MarketHistoryFilling.groupSize
        try await MarketHistoryFilling(database: database, buyers: accounts(0), sellers: accounts(1))
            .fill(groups: groups, until: now)
        try await addOrders(of: first, after: MarketHistoryFilling.sequence(after: groups))
    }

    /// How many rows there are of what the scale speaks of.
    static func counts(in database: any Database) async throws -> [String: Int] {
        try await database.readHistory { connection in
            func count(_ rows: String) throws -> Int {
                Int(try connection.first("SELECT COUNT(*) FROM \(rows)")?.integer(0) ?? 0)
            }
            return [
                "accounts": try count("accounts"), "beacons": try count("beacons"),
                "orders": try count("orders WHERE market = 1 AND status < 2"), "visits": try count("visits"),
                "fills": try count("fills"),
            ]
        }
    }

    // MARK: - Accounts

    private static let identifier = "CAST(printf('%08x%08x', (k * 2654435761) % 4294967296, k) AS BLOB)"
    private static let digest =
        "CAST(printf('%08x%08x%016x', (k * 2246822519) % 4294967296, (k * 2654435761) % 4294967296, k) AS BLOB)"
    /// Even accounts have 1,000,000,000,000 CLP, odd ones 1,000,000 ETH.
    private static let asset = "CASE k % 2 WHEN 0 THEN 1 ELSE 7 END"
    private static let zeros = (clp: String(repeating: "0", count: 30), eth: String(repeating: "0", count: 24))
    private static let noughts = "CASE k % 2 WHEN 0 THEN '\(zeros.clp)' ELSE '\(zeros.eth)' END"

    /// Adds all accounts and returns the number of the first in the ledger; the others follow it.
    private func addAccounts() async throws -> Int64 {
        let counters = try await database.read { connection in
            try ["accounts", "transfers"].map { name in
                try connection.first("SELECT value FROM ledger_counters WHERE name = ?1", [.text(name)])?.integer(0)
                    ?? 0
            }
        }
        let (first, transfer) = (counters[0] + 1, counters[1] + 1)
        let signedIn = "\(now.milliseconds - 3_600_000) - (k % \(Self.days)) * \(Self.day)"
        let holder = "\(first) + k"
        for statement in [
            """
            INSERT INTO accounts (id, email, password, created_at, proof)
            \(ConsoleFilling.numbers("k")) SELECT \(Self.identifier), 'person' || k || '@growth.invalid',
            '\(Self.password)', \(now.day - 400) * \(Self.day) + (k % 300) * \(Self.day), 'trading' FROM numbers
            """,
            """
            INSERT INTO sessions (token_digest, account_id, pseudonym_key, signed_in_at, expires_at, device_label,
            confirmed_at, language)
            \(ConsoleFilling.numbers("k")) SELECT \(Self.digest), \(Self.identifier), zeroblob(64), \(signedIn),
            \(signedIn) + \(Self.days * Self.day), 'Firefox, Linux', \(signedIn), 'es' FROM numbers
            """,
            """
            INSERT INTO ledger_accounts (number, account_id)
            \(ConsoleFilling.numbers("k")) SELECT \(holder), \(Self.identifier) FROM numbers
            """,
            """
            INSERT INTO transfers (id, kind, at)
            \(ConsoleFilling.numbers("k")) SELECT \(transfer) + k, 2, \(now.milliseconds) FROM numbers
            """,
            """
            INSERT INTO postings (account, asset, transfer, amount, fee, balance)
            \(ConsoleFilling.numbers("k")) SELECT \(holder), \(Self.asset), \(transfer) + k, '1' || \(Self.noughts), '0',
            '1' || \(Self.noughts) FROM numbers
            """,
            """
            INSERT INTO postings (account, asset, transfer, amount, fee, balance)
            \(ConsoleFilling.numbers("k")) SELECT 2, \(Self.asset), \(transfer) + k, '-1' || \(Self.noughts), '0',
            '-' || (k / 2 + 1) || \(Self.noughts) FROM numbers
            """,
            """
            INSERT INTO balances (account, asset, total, held)
            \(ConsoleFilling.numbers("k")) SELECT \(holder), \(Self.asset), '1' || \(Self.noughts), '0' FROM numbers
            """,
        ] {
            try await batches(scale.accounts, statement)
        }
        try await addChoices()
        try await addPairs(from: first, transfer + Int64(scale.accounts))
        return first
    }

    private func batches(_ end: Int, _ sql: String) async throws {
        for from in stride(from: 0, to: end, by: Self.rowsAtOnce) {
            try await database.write { connection in
                try connection.execute(
                    sql, [.integer(Int64(from)), .integer(Int64(min(end, from + Self.rowsAtOnce)))])
            }
        }
    }

    /// Each account lets three shops of one venue know of its visits.
    private func addChoices() async throws {
        let (accounts, venues) = (Int64(scale.accounts), Int64(scale.venues))
        for index in 0..<scale.venues {
            let uuid = try Self.venue(index).uuid
            try await database.write { connection in
                try connection.execute(
                    """
                    INSERT INTO choices (account_id, venue, major)
                    WITH RECURSIVE numbers (k) AS (
                        SELECT CAST(?1 AS BIGINT) UNION ALL SELECT k + ?2 FROM numbers WHERE k + ?2 < ?3
                    )
                    SELECT \(Self.identifier), ?4, 100 + (k / ?2 + shop) % 10
                    FROM numbers, (SELECT 0 AS shop UNION ALL SELECT 3 UNION ALL SELECT 6) AS shops WHERE k < ?3
                    """, [.integer(Int64(index)), .integer(venues), .integer(accounts), .blob(uuid.bytes)])
            }
        }
    }

    /// The pairs have the other asset as well; then what came from outside is booked, and numbers go on behind these.
    private func addPairs(from first: Int64, _ transfer: Int64) async throws {
        let (pairs, inAll) = (Int64(Self.pairs), Int64(scale.accounts))
        let other = "CASE k % 2 WHEN 0 THEN 7 ELSE 1 END"
        let noughts = "CASE k % 2 WHEN 0 THEN '\(Self.zeros.eth)' ELSE '\(Self.zeros.clp)' END"
        for statement in [
            """
            INSERT INTO transfers (id, kind, at)
            \(ConsoleFilling.numbers("k")) SELECT \(transfer) + k, 2, \(now.milliseconds) FROM numbers
            """,
            """
            INSERT INTO postings (account, asset, transfer, amount, fee, balance)
            \(ConsoleFilling.numbers("k")) SELECT \(first) + k, \(other), \(transfer) + k, '1' || \(noughts), '0',
            '1' || \(noughts) FROM numbers
            """,
            """
            INSERT INTO postings (account, asset, transfer, amount, fee, balance)
            \(ConsoleFilling.numbers("k")) SELECT 2, \(other), \(transfer) + k, '-1' || \(noughts), '0',
            '-' || (\(inAll / 2) + k / 2 + 1) || \(noughts) FROM numbers
            """,
            """
            INSERT INTO balances (account, asset, total, held)
            \(ConsoleFilling.numbers("k")) SELECT \(first) + k, \(other), '1' || \(noughts), '0' FROM numbers
            """,
        ] {
            try await batches(2 * Self.pairs, statement)
        }
        try await database.write { connection in
            for (asset, zeros) in [(1 as Int64, Self.zeros.clp), (7, Self.zeros.eth)] {
                try connection.execute(
                    "INSERT INTO balances (account, asset, total, held) VALUES (2, ?1, ?2, '0')",
                    [.integer(asset), .text("-\(inAll / 2 + pairs)\(zeros)")])
            }
            for (name, count) in [("accounts", inAll), ("transfers", inAll + 2 * pairs)] {
                try connection.execute(
                    "UPDATE ledger_counters SET value = value + ?2 WHERE name = ?1", [.text(name), .integer(count)])
            }
        }
    }

    // MARK: - Orders

    /// Two of ten accounts after the pairs have an order of 0.01 ETH each, up to 2,000 prices away from where trades are.
    private func addOrders(of first: Int64, after sequence: Int64) async throws {
        let owner = first + 2 * Int64(Self.pairs)
        let place = "\(sequence) + 1 + j"
        try await batches(
            scale.orders,
            """
            INSERT INTO orders (id, market, account, side, kind, ticks, stop, lots, executed, notional, fee, status,
            time_in_force, is_post_only, self_trade, placed, created_at, updated_at, last_made, previous_closed)
            \(ConsoleFilling.numbers("j"))
            SELECT (\(place)) * 1024 + 1, 1, \(owner) + j / 2 * 10 + j % 2, 1 + j % 2, 1,
            CASE j % 2 WHEN 0 THEN 499000 - j / 2 % 2000 ELSE 501000 + j / 2 % 2000 END, NULL, 1000000, 0, '0', '0', 1,
            1, 0, 1, \(place), \(now.milliseconds), \(now.milliseconds), 0, 0 FROM numbers
            """)
        let orders = Int64(scale.orders)
        try await database.write { connection in
            // What an order to buy may cost, and what one to sell would give.
            try connection.execute(
                """
                UPDATE balances SET held = CASE asset
                WHEN 1 THEN CAST(499000 - (account - ?1) / 10 % 2000 AS TEXT) || '0000000000000000'
                ELSE '10000000000000000' END
                WHERE account >= ?1 AND account < ?2 AND (account - ?1) % 10 < 2
                """, [.integer(owner), .integer(owner + orders * 5)])
            try connection.execute(
                "UPDATE market_state SET sequence = ?1 WHERE market = 1", [.integer(sequence + orders)])
        }
    }
}
