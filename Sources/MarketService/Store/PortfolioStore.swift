import Ledger
import LedgerService
import ServiceKit
import Storage

/// What an account had of an asset at the end of a day.
struct PortfolioDay: Sendable, Equatable {
    /// The day, in UTC, counted from 1970-01-01.
    let day: Int64
    /// What it had at the day's end, in minor units.
    var total: Int128
    /// What came less what went on that day otherwise than by trades, in minor units.
    var flow: Int128
}

/// How far the days of an account and an asset are known.
///
/// They are found from the newest line of the statement back, because statements are read so; a walk that is long is made
/// in pieces.
struct PortfolioWalk: Sendable, Equatable {
    /// A walk that has not ended.
    struct Rest: Sendable, Equatable {
        /// The day before which it finds days.
        let endDay: Int64
        /// Where it goes on in the statement.
        let cursor: String
        /// What there was after the line with which it goes on.
        let total: Int128
        /// The day of the last line that was looked at: those after it are known.
        let floorDay: Int64
    }

    /// All days up to this one are known; below zero when none is.
    var throughDay: Int64 = -1
    /// What of a walk is left.
    var rest: Rest?
}

private enum PortfolioDayColumn: String, TableColumn {
    case account, asset, day, total, flow
}

private enum PortfolioWalkColumn: String, TableColumn {
    case account, asset
    case throughDay = "through_day"
    case endDay = "end_day"
    case cursor, total
    case floorDay = "floor_day"
}

/// The SQL of what accounts had at the ends of days, within one transaction.
struct PortfolioStore {
    private static let putDay =
        PortfolioDayColumn.insertion(into: "portfolio_days")
        + " ON CONFLICT (account, asset, day) DO UPDATE SET \(PortfolioDayColumn.replacements([.total, .flow]))"
    private static let putWalk =
        PortfolioWalkColumn.insertion(into: "portfolio_walks") + " ON CONFLICT (account, asset) DO UPDATE SET "
        + PortfolioWalkColumn.replacements([.throughDay, .endDay, .cursor, .total, .floorDay])

    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// An account's days of an asset from `first` on, oldest first, and before them the last one that is earlier.
    func days(of account: LedgerAccount, asset: Int, from first: Int64) throws -> [PortfolioDay] {
        func read(_ condition: String) throws -> [PortfolioDay] {
            try connection.query(
                PortfolioDayColumn.self,
                "SELECT \(PortfolioDayColumn.list) FROM portfolio_days WHERE account = ?1 AND asset = ?2 AND \(condition)",
                [.integer(account.rawValue), .integer(Int64(asset)), .integer(first)]
            ).map {
                PortfolioDay(day: try $0.integer(.day), total: try $0.amount(.total), flow: try $0.amount(.flow))
            }
        }
        return try read("day < ?3 ORDER BY day DESC LIMIT 1") + read("day >= ?3 ORDER BY day")
    }

    /// One day, or nil when nothing moved on it as far as is known.
    func day(_ day: Int64, of account: LedgerAccount, asset: Int) throws -> PortfolioDay? {
        try days(of: account, asset: asset, from: day).first { $0.day == day }
    }

    /// Keeps a day.
    func put(_ day: PortfolioDay, of account: LedgerAccount, asset: Int) throws {
        try connection.execute(
            Self.putDay,
            PortfolioDayColumn.allCases.map { column in
                switch column {
                case .account: .integer(account.rawValue)
                case .asset: .integer(Int64(asset))
                case .day: .integer(day.day)
                case .total: .amount(day.total)
                case .flow: .amount(day.flow)
                }
            })
    }

    /// How far an account's days are known, by the assets' numbers.
    func walks(of account: LedgerAccount) throws -> [Int: PortfolioWalk] {
        var walks: [Int: PortfolioWalk] = [:]
        for row in try connection.query(
            PortfolioWalkColumn.self, "SELECT \(PortfolioWalkColumn.list) FROM portfolio_walks WHERE account = ?1",
            [.integer(account.rawValue)])
        {
            var walk = PortfolioWalk(throughDay: try row.integer(.throughDay))
            if let cursor = try row.optionalText(.cursor) {
                walk.rest = .init(
                    endDay: try row.integer(.endDay), cursor: cursor, total: try row.amount(.total),
                    floorDay: try row.integer(.floorDay))
            }
            walks[try row.number(.asset)] = walk
        }
        return walks
    }

    /// Keeps how far days are known.
    func put(_ walk: PortfolioWalk, of account: LedgerAccount, asset: Int) throws {
        try connection.execute(
            Self.putWalk,
            PortfolioWalkColumn.allCases.map { column in
                switch column {
                case .account: .integer(account.rawValue)
                case .asset: .integer(Int64(asset))
                case .throughDay: .integer(walk.throughDay)
                case .endDay: .integer(walk.rest?.endDay ?? 0)
                case .cursor: SQLValue(walk.rest?.cursor)
                case .total: .amount(walk.rest?.total ?? 0)
                case .floorDay: .integer(walk.rest?.floorDay ?? 0)
                }
            })
    }
}
