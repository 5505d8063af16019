import Basics
import Ledger
import LedgerService
import Market
import Storage

/// The SQL of what accounts traded on each day, within one transaction.
struct TradedVolumeStore {
    /// Over how many days volumes are added up for the fees.
    static let days: Int64 = 30

    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// The day of an instant, in UTC, counted from 1970-01-01.
    static func day(of instant: Timestamp) -> Int64 {
        CandleFrame.day.start(of: instant).milliseconds / 86_400_000
    }

    /// What an account traded in a market in the 30 days before `day`, in minor units of the quote asset.
    func volume(of account: LedgerAccount, market: Int, before day: Int64) throws -> Int128 {
        try connection.query(
            "SELECT notional FROM traded_volumes WHERE account = ?1 AND market = ?2 AND day >= ?3 AND day < ?4",
            [.integer(account.rawValue), .integer(Int64(market)), .integer(day - Self.days), .integer(day)]
        ).reduce(0) { $0 + (try $1.amount(0)) }
    }

    /// How far volumes are added up.
    private enum ProgressColumn: String, TableColumn {
        case day
        case lastFill = "last_fill"
    }

    /// Up to which day volumes are added up, and the last fill that is in them; nil before the first time.
    func progress(of market: Int) throws -> (day: Int64, lastFill: Int64)? {
        try connection.first(
            ProgressColumn.self, "SELECT \(ProgressColumn.list) FROM traded_days WHERE market = ?1",
            [.integer(Int64(market))]
        ).map { (try $0.integer(.day), try $0.integer(.lastFill)) }
    }

    /// Keeps volumes of whole days; keeping them again changes nothing.
    func put(
        _ volumes: [TradedDay: Int128], market: Int, throughDay day: Int64, lastFill: Int64
    ) throws {
        for (key, notional) in volumes {
            try connection.execute(
                """
                INSERT INTO traded_volumes (account, market, day, notional) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT (account, market, day) DO UPDATE SET notional = excluded.notional
                """,
                [.integer(key.account.rawValue), .integer(Int64(market)), .integer(key.day), .amount(notional)])
        }
        try connection.execute(
            """
            INSERT INTO traded_days (market, day, last_fill) VALUES (?1, ?2, ?3)
            ON CONFLICT (market) DO UPDATE SET day = excluded.day, last_fill = excluded.last_fill
            """,
            [.integer(Int64(market)), .integer(day), .integer(lastFill)])
    }
}

/// One account's day in a market.
struct TradedDay: Hashable, Sendable {
    let account: LedgerAccount
    let day: Int64
}
