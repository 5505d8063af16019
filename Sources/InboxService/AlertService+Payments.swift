import Basics
import HTTPKit
import Ledger
import LedgerService
import ServiceKit
import Storage

extension AlertService {
    /// Where the place is kept up to which payments have been looked at; no market has this number.
    private static let paymentProgress = -2
    /// How many payments are looked at in one transaction.
    private static let paymentsAtOnce = 500

    /// Tells of money that people have sent to others since the last look, and says whether there may be more.
    ///
    /// Transfers are numbered in the order of their commits, so that none is left out.
    func lookAtPayments() async throws(ServiceError) -> Bool {
        let inbox = inbox
        let now = inbox.clock.now()
        let last: Int? = try await database.reading { connection in
            guard let last = try AlertStore(connection).progress(of: Self.paymentProgress) else { return nil }
            return try PaymentStore(connection).newest() > last ? Int(last) : -1
        }
        guard let last else {
            // The first look of all: what was paid before there were notices of it is no news.
            try await database.writing { connection in
                try AlertStore(connection).setProgress(
                    try PaymentStore(connection).newest(), of: Self.paymentProgress)
            }
            return false
        }
        guard last >= 0 else { return false }
        let (told, isMore): ([(account: [UInt8], notification: InboxNotification)], Bool) =
            try await database.writing { connection in
                let payments = try PaymentStore(connection).received(after: Int64(last), limit: Self.paymentsAtOnce)
                var told: [(account: [UInt8], notification: InboxNotification)] = []
                for payment in payments {
                    let new = try inbox.deliver(
                        payment.account, payment.content, at: payment.at, now: now,
                        source: "payment \(payment.transfer)", in: connection)
                    if let new { told.append((payment.account, new)) }
                }
                let isMore = payments.count == Self.paymentsAtOnce
                let newest = try isMore ? payments.last?.transfer : PaymentStore(connection).newest()
                try AlertStore(connection).setProgress(newest ?? Int64(last), of: Self.paymentProgress)
                return (told, isMore)
            }
        for one in told { inbox.publish(one.notification, to: one.account) }
        return isMore
    }
}

/// Money that came from somebody.
private struct Payment: Sendable {
    let transfer: Int64
    let account: [UInt8]
    let content: InboxContent
    let at: Timestamp
}

/// The SQL of money that people sent to others, within one transaction.
private struct PaymentStore {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// The number of the newest transfer that has one after the others; 0 before the first.
    func newest() throws -> Int64 {
        try connection.first(
            "SELECT MAX(id) AS newest FROM transfers WHERE id < ?1", [.integer(TransferStore.firstUncounted)])?
            .optionalInteger("newest") ?? 0
    }

    /// What was received by transfers after a number, in their order.
    func received(after number: Int64, limit: Int) throws -> [Payment] {
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
            guard let amount = DecimalText.integer(try row.text("amount")) else { throw StorageError.corrupt }
            let transfer = try row.integer("id")
            return Payment(
                transfer: transfer, account: try row.blob("account_id"),
                content: .paymentReceived(
                    transfer: "\(transfer)", asset: try row.text("name"),
                    amount: DecimalText.text(amount, exponent: Int(try row.integer("exponent")))),
                at: Timestamp(milliseconds: try row.integer("at")))
        }
    }
}
