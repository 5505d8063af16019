import Basics
import Ledger
import Market
import Storage

/// The columns of `money_requests`, and the e-mail address of whose request it is.
private enum MoneyRequestColumn: String, TableColumn {
    case id = "r.id"
    case account = "r.account"
    case email = "a.email"
    case kind = "r.kind"
    case asset = "r.asset"
    case amount = "r.amount"
    case fee = "r.fee"
    case bankAccount = "r.bank_account"
    case date = "r.date"
    case trackingCode = "r.tracking_code"
    case voucher = "r.voucher"
    case status = "r.status"
    case createdAt = "r.created_at"
    case decidedAt = "r.decided_at"
    case reason = "r.reason"
}

extension MoneyRequest {
    /// The request in a row, of a database that has these assets.
    fileprivate init(_ row: TableRow<MoneyRequestColumn>, assets: [Asset]) throws {
        self.init(
            id: try row.integer(.id), account: try row.account(.account), email: try row.text(.email),
            kind: try row.value(.kind), asset: try row.asset(.asset, among: assets), amount: try row.amount(.amount),
            fee: try row.optionalText(.fee) == nil ? 0 : try row.amount(.fee),
            bankAccount: try row.text(.bankAccount), date: try row.optionalText(.date),
            trackingCode: try row.optionalText(.trackingCode), voucher: try row.optionalText(.voucher),
            status: try row.value(.status), createdAt: try row.timestamp(.createdAt),
            decidedAt: try row.optionalTimestamp(.decidedAt), reason: try row.optionalText(.reason))
    }
}

/// The SQL of requests for deposits and withdrawals, within one transaction.
package struct MoneyRequestStore {
    private static let select = """
        SELECT \(MoneyRequestColumn.list)
        FROM money_requests r JOIN ledger_accounts l ON l.number = r.account JOIN accounts a ON a.id = l.account_id
        """

    private let connection: any Connection
    private let assets: [Asset]

    /// Requests in a database that has these assets.
    package init(_ connection: any Connection, assets: [Asset]) {
        self.connection = connection
        self.assets = assets
    }

    /// Adds a request and gives its number.
    package func insert(
        _ draft: MoneyRequestDraft, kind: MoneyRequestKind, amount: Int128, fee: Int128 = 0, asset: Asset,
        account: LedgerAccount, at now: Timestamp
    ) throws -> Int64 {
        let id = try TransferStore(connection).next("requests")
        try connection.execute(
            """
            INSERT INTO money_requests (id, account, asset, kind, amount, bank_account, date, tracking_code, voucher,
            status, created_at, fee) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 0, ?10, ?11)
            """,
            [
                .integer(id), .integer(account.rawValue), .integer(Int64(asset.number)), .integer(kind.rawValue),
                .amount(amount), .text(draft.bankAccount), SQLValue(draft.date), SQLValue(draft.trackingCode),
                SQLValue(draft.voucher), .integer(now.milliseconds), fee == 0 ? .null : .amount(fee),
            ])
        return id
    }

    /// How many requests of an account wait.
    package func waiting(of account: LedgerAccount) throws -> Int64 {
        try connection.first(
            "SELECT COUNT(*) FROM money_requests WHERE account = ?1 AND status = 0", [.integer(account.rawValue)])?
            .integer(0) ?? 0
    }

    /// A request, or nil.
    package func request(_ id: Int64) throws -> MoneyRequest? {
        try requests("WHERE r.id = ?1", [.integer(id)]).first
    }

    /// An account's requests with lower numbers than `before`, newest first.
    package func requests(of account: LedgerAccount, before: Int64, limit: Int) throws -> [MoneyRequest] {
        try requests(
            "WHERE r.account = ?1 AND r.id < ?2 ORDER BY r.id DESC LIMIT ?3",
            [.integer(account.rawValue), .integer(before), .integer(Int64(limit))])
    }

    /// How many requests of everybody wait.
    package func waiting() throws -> Int64 {
        try connection.first("SELECT COUNT(*) FROM money_requests WHERE status = 0")?.integer(0) ?? 0
    }

    /// Everybody's requests of a status, or of any, with higher numbers than `after`, oldest first.
    func requests(_ status: MoneyRequestStatus?, after: Int64, limit: Int) throws -> [MoneyRequest] {
        let condition =
            switch status {
            case .waiting: "AND r.status = 0"
            case .settled: "AND r.status = 1"
            case .refused: "AND r.status = 2"
            case .cancelled: "AND r.status = 3"
            case nil: ""
            }
        return try requests(
            "WHERE r.id > ?1 \(condition) ORDER BY r.id LIMIT ?2", [.integer(after), .integer(Int64(limit))])
    }

    /// Keeps a decision; false when there was one before.
    package func decide(
        _ id: Int64, _ status: MoneyRequestStatus, reason: String? = nil, at now: Timestamp
    ) throws -> Bool {
        try connection.execute(
            "UPDATE money_requests SET status = ?2, decided_at = ?3, reason = ?4 WHERE id = ?1 AND status = 0",
            [.integer(id), .integer(status.rawValue), .integer(now.milliseconds), SQLValue(reason)]) == 1
    }

    private func requests(_ condition: String, _ arguments: [SQLValue]) throws -> [MoneyRequest] {
        try connection.query(MoneyRequestColumn.self, "\(Self.select) \(condition)", arguments)
            .map { try MoneyRequest($0, assets: assets) }
    }

    /// What a withdrawal that waits holds.
    private enum HeldColumn: String, TableColumn {
        case account, asset, amount
    }

    /// What each withdrawal holds that waits, of which balance.
    package static func waitingWithdrawals(_ connection: any Connection) throws -> [(key: BalanceKey, amount: Int128)] {
        try connection.query(
            HeldColumn.self, "SELECT \(HeldColumn.list) FROM money_requests WHERE kind = 2 AND status = 0"
        ).map { row in
            (BalanceKey(account: try row.account(.account), asset: try row.number(.asset)), try row.amount(.amount))
        }
    }
}
