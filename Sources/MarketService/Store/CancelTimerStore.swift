import Basics
import Ledger
import LedgerService
import ServiceKit
import Storage

/// When all open orders of an account end unless its owner says before that they are still there.
package struct CancelTimer: Sendable, Equatable {
    /// The account.
    package let account: LedgerAccount
    /// How long after each word of its owner that is.
    package let seconds: Int64
    /// When it is.
    package let dueAt: Timestamp
}

/// The columns of `cancel_timers`.
private enum CancelTimerColumn: String, TableColumn {
    case account, seconds
    case dueAt = "due_at"
}

extension CancelTimer {
    /// The timer in a row.
    fileprivate init(_ row: TableRow<CancelTimerColumn>) throws {
        self.init(
            account: try row.account(.account), seconds: try row.integer(.seconds), dueAt: try row.timestamp(.dueAt))
    }
}

/// The SQL of timers, within one transaction.
struct CancelTimerStore {
    private static let select = "SELECT \(CancelTimerColumn.list) FROM cancel_timers"
    private static let put =
        CancelTimerColumn.insertion(into: "cancel_timers")
        + " ON CONFLICT (account) DO UPDATE SET \(CancelTimerColumn.replacements([.seconds, .dueAt]))"

    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// An account's timer, or nil.
    func timer(of account: LedgerAccount) throws -> CancelTimer? {
        try connection.first(
            CancelTimerColumn.self, "\(Self.select) WHERE account = ?1", [.integer(account.rawValue)]
        ).map { try CancelTimer($0) }
    }

    /// Whether an account's timer is the one that was due at this instant.
    func isDue(_ account: LedgerAccount, at instant: Timestamp) throws -> Bool {
        try timer(of: account)?.dueAt == instant
    }

    /// The timers that are due by `now`, the earliest first.
    func due(at now: Timestamp, limit: Int) throws -> [CancelTimer] {
        try connection.query(
            CancelTimerColumn.self, "\(Self.select) WHERE due_at <= ?1 ORDER BY due_at, account LIMIT ?2",
            [.integer(now.milliseconds), .integer(Int64(limit))]
        ).map { try CancelTimer($0) }
    }

    /// Sets an account's timer.
    func put(_ timer: CancelTimer) throws {
        try connection.execute(
            Self.put,
            CancelTimerColumn.allCases.map { column in
                switch column {
                case .account: .integer(timer.account.rawValue)
                case .seconds: .integer(timer.seconds)
                case .dueAt: .integer(timer.dueAt.milliseconds)
                }
            })
    }

    /// Takes a timer away, unless it was set anew.
    func remove(_ timer: CancelTimer) throws {
        try connection.execute(
            "DELETE FROM cancel_timers WHERE account = ?1 AND due_at = ?2",
            [.integer(timer.account.rawValue), .integer(timer.dueAt.milliseconds)])
    }
}
