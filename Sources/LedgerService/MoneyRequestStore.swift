import Ledger
import Market
import Storage
import Time

/// The SQL of requests for deposits and withdrawals, within one transaction.
struct MoneyRequestStore {
    private static let select = """
        SELECT r.id, r.account, a.email, r.kind, r.asset, r.amount, r.bank_account, r.date, r.tracking_code, r.voucher,
        r.status, r.created_at, r.decided_at
        FROM money_requests r JOIN ledger_accounts l ON l.number = r.account JOIN accounts a ON a.id = l.account_id
        """

    private let connection: any Connection
    private let assets: [Asset]

    /// Requests in a database that has these assets.
    init(_ connection: any Connection, assets: [Asset]) {
        self.connection = connection
        self.assets = assets
    }

    /// Adds a request and gives its number.
    func insert(
        _ draft: MoneyRequestDraft, kind: MoneyRequestKind, amount: Int128, asset: Asset, account: LedgerAccount,
        at now: Timestamp
    ) throws -> Int64 {
        let id = try TransferStore(connection).next("requests")
        try connection.execute(
            """
            INSERT INTO money_requests (id, account, asset, kind, amount, bank_account, date, tracking_code, voucher,
            status, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 0, ?10)
            """,
            [
                .integer(id), .integer(account.rawValue), .integer(Int64(asset.number)), .integer(kind.rawValue),
                .amount(amount), .text(draft.bankAccount), SQLValue(draft.date), SQLValue(draft.trackingCode),
                SQLValue(draft.voucher), .integer(now.milliseconds),
            ])
        return id
    }

    /// How many requests of an account wait.
    func waiting(of account: LedgerAccount) throws -> Int64 {
        try connection.first(
            "SELECT COUNT(*) FROM money_requests WHERE account = ?1 AND status = 0", [.integer(account.rawValue)])?
            .integer(0) ?? 0
    }

    /// A request, or nil.
    func request(_ id: Int64) throws -> MoneyRequest? {
        try connection.first("\(Self.select) WHERE r.id = ?1", [.integer(id)]).map(request)
    }

    /// An account's requests with lower numbers than `before`, newest first.
    func requests(of account: LedgerAccount, before: Int64, limit: Int) throws -> [MoneyRequest] {
        try connection.query(
            "\(Self.select) WHERE r.account = ?1 AND r.id < ?2 ORDER BY r.id DESC LIMIT ?3",
            [.integer(account.rawValue), .integer(before), .integer(Int64(limit))]
        ).map(request)
    }

    /// Everybody's requests of a status, or of any, with higher numbers than `after`, oldest first.
    func requests(_ status: MoneyRequestStatus?, after: Int64, limit: Int) throws -> [MoneyRequest] {
        let condition =
            switch status {
            case .waiting: "AND r.status = 0"
            case .settled: "AND r.status = 1"
            case .refused: "AND r.status = 2"
            case nil: ""
            }
        return try connection.query(
            "\(Self.select) WHERE r.id > ?1 \(condition) ORDER BY r.id LIMIT ?2",
            [.integer(after), .integer(Int64(limit))]
        ).map(request)
    }

    /// Keeps a decision; false when there was one before.
    func decide(_ id: Int64, _ status: MoneyRequestStatus, at now: Timestamp) throws -> Bool {
        try connection.execute(
            "UPDATE money_requests SET status = ?2, decided_at = ?3 WHERE id = ?1 AND status = 0",
            [.integer(id), .integer(status.rawValue), .integer(now.milliseconds)]) == 1
    }

    private func request(_ row: Row) throws -> MoneyRequest {
        let number = Int(try row.integer(4))
        guard let asset = assets.first(where: { $0.number == number }) else { throw StorageError.corrupt }
        return MoneyRequest(
            id: try row.integer(0), account: LedgerAccount(rawValue: try row.integer(1)), email: try row.text(2),
            kind: try row.value(3), asset: asset, amount: try row.amount(5), bankAccount: try row.text(6),
            date: try row.optionalText(7), trackingCode: try row.optionalText(8), voucher: try row.optionalText(9),
            status: try row.value(10), createdAt: try row.timestamp(11),
            decidedAt: try row.optionalInteger(12).map { Timestamp(milliseconds: $0) })
    }
}
