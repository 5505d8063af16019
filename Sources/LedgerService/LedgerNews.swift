import Basics
import Ledger
import ServiceKit
import Storage

/// Decisions and payments, for services that notify account owners, read within the caller's transaction.
package struct LedgerNews {
    /// A decision about a request for a deposit or a withdrawal.
    package struct Decision: Sendable {
        /// The request's number.
        package let request: Int64
        /// Whose it is.
        package let account: [UInt8]
        /// Whether it asked for a deposit.
        package let isDeposit: Bool
        /// Whether it was settled and not refused.
        package let isSettled: Bool
        /// The name of the asset.
        package let asset: String
        /// How much, as a decimal text.
        package let amount: String
        /// When it was decided.
        package let at: Timestamp
    }

    /// Money that an account received from another one.
    package struct Payment: Sendable {
        /// The transfer's number.
        package let transfer: Int64
        /// Who received it.
        package let account: [UInt8]
        /// The name of the asset.
        package let asset: String
        /// How much, as a decimal text.
        package let amount: String
        /// When it came.
        package let at: Timestamp
    }

    private let connection: any Connection

    /// The ledger that a transaction sees.
    package init(_ connection: any Connection) {
        self.connection = connection
    }

    // MARK: - Requests

    /// At most `limit` decisions after an instant, or at that instant about requests with higher numbers, in order.
    package func decisions(after instant: Timestamp, request: Int64, limit: Int) throws -> [Decision] {
        try connection.query(
            """
            SELECT money_requests.id, money_requests.kind, money_requests.status, money_requests.amount,
            money_requests.decided_at, assets.name, assets.exponent, ledger_accounts.account_id
            FROM money_requests JOIN assets ON assets.number = money_requests.asset
            JOIN ledger_accounts ON ledger_accounts.number = money_requests.account
            WHERE money_requests.decided_at >= ?1 AND (money_requests.decided_at > ?1 OR money_requests.id > ?2)
            AND money_requests.status IN (?3, ?4) AND ledger_accounts.account_id IS NOT NULL
            ORDER BY money_requests.decided_at, money_requests.id LIMIT ?5
            """,
            [
                .integer(instant.milliseconds), .integer(request),
                .integer(Int64(MoneyRequestStatus.settled.rawValue)),
                .integer(Int64(MoneyRequestStatus.refused.rawValue)), .integer(Int64(limit)),
            ]
        ).map { row in
            Decision(
                request: try row.integer("id"), account: try row.blob("account_id"),
                isDeposit: try row.integer("kind") == MoneyRequestKind.deposit.rawValue,
                isSettled: try row.integer("status") == MoneyRequestStatus.settled.rawValue,
                asset: try row.text("name"), amount: try Self.amount(row),
                at: Timestamp(milliseconds: try row.integer("decided_at")))
        }
    }

    // MARK: - Payments

    /// The number of the newest transfer that has one after the others; 0 before the first.
    package func newestTransfer() throws -> Int64 {
        try connection.first(
            "SELECT MAX(id) AS newest FROM transfers WHERE id < ?1", [.integer(TransferStore.firstUncounted)])?
            .optionalInteger("newest") ?? 0
    }

    /// At most `limit` payments by transfers with higher numbers than `number`, in order.
    package func payments(after number: Int64, limit: Int) throws -> [Payment] {
        try connection.query(
            """
            SELECT transfers.id, transfers.at, postings.amount, assets.name, assets.exponent, ledger_accounts.account_id
            FROM transfers JOIN postings ON postings.transfer = transfers.id
            JOIN assets ON assets.number = postings.asset
            JOIN ledger_accounts ON ledger_accounts.number = postings.account
            WHERE transfers.id > ?1 AND transfers.id < ?2 AND transfers.kind = ?3 AND postings.amount NOT LIKE '-%'
            AND ledger_accounts.account_id IS NOT NULL ORDER BY transfers.id LIMIT ?4
            """,
            [
                .integer(number), .integer(TransferStore.firstUncounted), .integer(TransferKind.sent.rawValue),
                .integer(Int64(limit)),
            ]
        ).map { row in
            Payment(
                transfer: try row.integer("id"), account: try row.blob("account_id"), asset: try row.text("name"),
                amount: try Self.amount(row), at: Timestamp(milliseconds: try row.integer("at")))
        }
    }

    private static func amount(_ row: Row) throws -> String {
        guard let amount = DecimalText.integer(try row.text("amount")) else { throw StorageError.corrupt }
        return DecimalText.text(amount, exponent: Int(try row.integer("exponent")))
    }
}
