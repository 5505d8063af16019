import Ledger
import Storage
import Time

/// The SQL of invoices, within one transaction.
struct PaymentStore {
    private static let columns = """
        id, merchant, token, address, receive_asset, to_receive, expected_asset, expected_amount, receiver, external_id,
        callback_url, error_url, success_url, refund_email, language, status, created_at, updated_at, expires_at, tries,
        next_try
        """

    private let connection: any Connection
    private let assets: [Asset]

    /// - Parameter assets: Every asset of the database.
    init(_ connection: any Connection, assets: [Asset]) {
        self.connection = connection
        self.assets = assets
    }

    /// Adds an invoice; false when its number or address is taken.
    func insert(_ order: PaymentOrder) throws -> Bool {
        let details = order.details
        let places = (1...21).map { "?\($0)" }.joined(separator: ", ")
        return try connection.execute(
            "INSERT INTO payment_orders (\(Self.columns)) VALUES (\(places)) ON CONFLICT DO NOTHING",
            [
                .integer(order.id), .integer(order.merchant.rawValue), .text(order.token), .text(order.address),
                .integer(Int64(order.receiveAsset.number)), .amount(order.toReceive),
                .integer(Int64(order.expectedAsset.number)), .amount(order.expectedAmount), .text(details.receiver),
                .text(details.externalID), .text(details.callbackURL), .text(details.errorURL),
                .text(details.successURL), .text(details.refundEmail), .text(details.language),
                .integer(order.status.rawValue), .integer(order.createdAt.milliseconds),
                .integer(order.updatedAt.milliseconds), .integer(order.expiresAt.milliseconds),
                .integer(Int64(order.tries)), .integer(order.nextTry.milliseconds),
            ]) == 1
    }

    /// The invoice of this number.
    func order(_ id: Int64) throws -> PaymentOrder? {
        try connection.first("SELECT \(Self.columns) FROM payment_orders WHERE id = ?1", [.integer(id)]).map(read)
    }

    /// The invoice that is paid to this address.
    func order(address: String) throws -> PaymentOrder? {
        try connection.first("SELECT \(Self.columns) FROM payment_orders WHERE address = ?1", [.text(address)])
            .map(read)
    }

    /// A merchant's invoices that were made from an instant until before another, newest first.
    func orders(
        of merchant: LedgerAccount, from start: Timestamp, to end: Timestamp, page: Page
    ) throws -> Paged<PaymentOrder> {
        let rows = try connection.query(
            """
            SELECT \(Self.columns) FROM payment_orders WHERE merchant = ?1 AND created_at >= ?2 AND created_at < ?3
            ORDER BY created_at DESC, id DESC LIMIT ?4 OFFSET ?5
            """,
            [
                .integer(merchant.rawValue), .integer(start.milliseconds), .integer(end.milliseconds),
                .integer(Int64(page.limit + 1)), .integer(Int64(page.offset)),
            ])
        return Paged(fetched: try rows.map(read), limit: page.limit)
    }

    /// Lets another asset be paid, as long as nothing is.
    func setExpected(_ asset: Asset, _ amount: Int128, of id: Int64, at now: Timestamp) throws -> Bool {
        try connection.execute(
            """
            UPDATE payment_orders SET expected_asset = ?2, expected_amount = ?3, updated_at = ?4
            WHERE id = ?1 AND status = 0
            """,
            [.integer(id), .integer(Int64(asset.number)), .amount(amount), .integer(now.milliseconds)]) == 1
    }

    /// Moves an invoice on from one status to another; false when it is in a third one.
    func setStatus(
        _ status: PaymentStatus, from old: PaymentStatus, of id: Int64, at now: Timestamp
    ) throws -> Bool {
        try connection.execute(
            "UPDATE payment_orders SET status = ?2, updated_at = ?4 WHERE id = ?1 AND status = ?3",
            [
                .integer(id), .integer(status.rawValue), .integer(old.rawValue), .integer(now.milliseconds),
            ]) == 1
    }

    // MARK: - Changing what was paid

    /// The invoices whose payment has to be changed and is to be tried by `now`, those that waited longest first.
    func toBeChanged(at now: Timestamp, limit: Int) throws -> [PaymentOrder] {
        try connection.query(
            """
            SELECT \(Self.columns) FROM payment_orders WHERE status = 2 AND next_try <= ?1
            ORDER BY next_try, id LIMIT ?2
            """, [.integer(now.milliseconds), .integer(Int64(limit))]
        ).map(read)
    }

    /// Keeps that it was in vain, and when it is tried again, if ever; false when somebody else has tried as well.
    func setTried(_ order: PaymentOrder, again: Timestamp?, at now: Timestamp) throws -> Bool {
        let status: PaymentStatus = again == nil ? .notConverted : .processing
        return try connection.execute(
            """
            UPDATE payment_orders SET tries = tries + 1, next_try = ?3, status = ?4, updated_at = ?5
            WHERE id = ?1 AND tries = ?2 AND status = 2
            """,
            [
                .integer(order.id), .integer(Int64(order.tries)), .integer(again?.milliseconds ?? 0),
                .integer(status.rawValue), .integer(now.milliseconds),
            ]) == 1
    }

    private func read(_ row: Row) throws -> PaymentOrder {
        func asset(_ column: Int) throws -> Asset {
            let number = Int(try row.integer(column))
            guard let asset = assets.first(where: { $0.number == number }) else {
                throw StorageError.unexpectedValue(column: column)
            }
            return asset
        }
        return PaymentOrder(
            id: try row.integer(0), merchant: LedgerAccount(rawValue: try row.integer(1)), token: try row.text(2),
            address: try row.text(3), receiveAsset: try asset(4), toReceive: try row.amount(5),
            expectedAsset: try asset(6), expectedAmount: try row.amount(7),
            details: PaymentDetails(
                receiver: try row.text(8), externalID: try row.text(9), callbackURL: try row.text(10),
                errorURL: try row.text(11), successURL: try row.text(12), refundEmail: try row.text(13),
                language: try row.text(14)),
            status: try row.value(15), createdAt: try row.timestamp(16), updatedAt: try row.timestamp(17),
            expiresAt: try row.timestamp(18), tries: Int(try row.integer(19)), nextTry: try row.timestamp(20))
    }
}
