import Basics
import Ledger
import LedgerService
import Storage

/// The columns of `payment_orders`.
private enum PaymentColumn: String, TableColumn {
    case id, merchant, token, address
    case receiveAsset = "receive_asset"
    case toReceive = "to_receive"
    case expectedAsset = "expected_asset"
    case expectedAmount = "expected_amount"
    case receiver
    case externalID = "external_id"
    case callbackURL = "callback_url"
    case errorURL = "error_url"
    case successURL = "success_url"
    case refundEmail = "refund_email"
    case language, status
    case createdAt = "created_at"
    case updatedAt = "updated_at"
    case expiresAt = "expires_at"
    case tries
    case nextTry = "next_try"
    case label, memo, payer, transfer, refunded
}

extension PaymentOrder {
    /// The invoice in a row, of a database that has these assets.
    fileprivate init(_ row: TableRow<PaymentColumn>, assets: [Asset]) throws {
        self.init(
            id: try row.integer(.id), merchant: try row.account(.merchant), token: try row.text(.token),
            address: try row.text(.address), receiveAsset: try row.asset(.receiveAsset, among: assets),
            toReceive: try row.amount(.toReceive), expectedAsset: try row.asset(.expectedAsset, among: assets),
            expectedAmount: try row.amount(.expectedAmount),
            details: PaymentDetails(
                receiver: try row.text(.receiver), externalID: try row.text(.externalID),
                callbackURL: try row.text(.callbackURL), errorURL: try row.text(.errorURL),
                successURL: try row.text(.successURL), refundEmail: try row.text(.refundEmail),
                language: try row.text(.language), label: try row.optionalText(.label) ?? "",
                memo: try row.optionalText(.memo) ?? ""),
            status: try row.value(.status), createdAt: try row.timestamp(.createdAt),
            updatedAt: try row.timestamp(.updatedAt), expiresAt: try row.timestamp(.expiresAt),
            tries: try row.number(.tries), nextTry: try row.timestamp(.nextTry),
            payer: try row.optionalInteger(.payer).map(LedgerAccount.init(rawValue:)),
            transfer: try row.optionalInteger(.transfer),
            refunded: try row.optionalText(.refunded) == nil ? nil : try row.amount(.refunded))
    }

    /// What stands in a column of its row.
    fileprivate func value(_ column: PaymentColumn) -> SQLValue {
        switch column {
        case .id: .integer(id)
        case .merchant: .integer(merchant.rawValue)
        case .token: .text(token)
        case .address: .text(address)
        case .receiveAsset: .integer(Int64(receiveAsset.number))
        case .toReceive: .amount(toReceive)
        case .expectedAsset: .integer(Int64(expectedAsset.number))
        case .expectedAmount: .amount(expectedAmount)
        case .receiver: .text(details.receiver)
        case .externalID: .text(details.externalID)
        case .callbackURL: .text(details.callbackURL)
        case .errorURL: .text(details.errorURL)
        case .successURL: .text(details.successURL)
        case .refundEmail: .text(details.refundEmail)
        case .language: .text(details.language)
        case .status: .integer(status.rawValue)
        case .createdAt: .integer(createdAt.milliseconds)
        case .updatedAt: .integer(updatedAt.milliseconds)
        case .expiresAt: .integer(expiresAt.milliseconds)
        case .tries: .integer(Int64(tries))
        case .nextTry: .integer(nextTry.milliseconds)
        case .label: details.label.isEmpty ? .null : .text(details.label)
        case .memo: details.memo.isEmpty ? .null : .text(details.memo)
        case .payer: SQLValue(payer?.rawValue)
        case .transfer: SQLValue(transfer)
        case .refunded: refunded.map { .amount($0) } ?? .null
        }
    }
}

/// The SQL of invoices, within one transaction.
struct PaymentStore {
    private static let select = "SELECT \(PaymentColumn.list) FROM payment_orders"

    private let connection: any Connection
    private let assets: [Asset]

    /// - Parameter assets: Every asset of the database.
    init(_ connection: any Connection, assets: [Asset]) {
        self.connection = connection
        self.assets = assets
    }

    /// Adds an invoice; false when its number or address is taken.
    func insert(_ order: PaymentOrder) throws -> Bool {
        try connection.execute(
            "\(PaymentColumn.insertion(into: "payment_orders")) ON CONFLICT DO NOTHING",
            PaymentColumn.allCases.map(order.value)) == 1
    }

    /// The invoice of this number.
    func order(_ id: Int64) throws -> PaymentOrder? {
        try orders("WHERE id = ?1", [.integer(id)]).first
    }

    /// The invoice that is paid to this address.
    func order(address: String) throws -> PaymentOrder? {
        try orders("WHERE address = ?1", [.text(address)]).first
    }

    /// Where an invoice's program is, and whose invoice it is; nil when nobody is to be told.
    static func callback(
        of id: Int64, _ connection: any Connection
    ) throws -> (address: String, merchant: LedgerAccount)? {
        guard
            let row = try connection.first(
                PaymentColumn.self, "SELECT \(PaymentColumn.list) FROM payment_orders WHERE id = ?1", [.integer(id)])
        else { return nil }
        let address = try row.text(.callbackURL)
        return address.isEmpty ? nil : (address, try row.account(.merchant))
    }

    /// A merchant's invoices that were made from an instant until before another, newest first.
    func orders(
        of merchant: LedgerAccount, from start: Timestamp, to end: Timestamp, page: Page
    ) throws -> Paged<PaymentOrder> {
        let orders = try orders(
            """
            WHERE merchant = ?1 AND created_at >= ?2 AND created_at < ?3
            ORDER BY created_at DESC, id DESC LIMIT ?4 OFFSET ?5
            """,
            [
                .integer(merchant.rawValue), .integer(start.milliseconds), .integer(end.milliseconds),
                .integer(Int64(page.limit + 1)), .integer(Int64(page.offset)),
            ])
        return Paged(fetched: orders, limit: page.limit)
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

    /// Keeps who paid an invoice, with which transfer.
    func setPayment(_ transfer: Int64, by payer: LedgerAccount, of id: Int64) throws {
        try connection.execute(
            "UPDATE payment_orders SET payer = ?2, transfer = ?3 WHERE id = ?1",
            [.integer(id), .integer(payer.rawValue), .integer(transfer)])
    }

    /// Keeps how much was sent back; false when nothing was paid, or some was sent back before.
    func setRefunded(_ amount: Int128, of id: Int64, at now: Timestamp) throws -> Bool {
        try connection.execute(
            """
            UPDATE payment_orders SET refunded = ?2, updated_at = ?3
            WHERE id = ?1 AND status = 3 AND refunded IS NULL AND payer IS NOT NULL
            """,
            [.integer(id), .amount(amount), .integer(now.milliseconds)]) == 1
    }

    /// How many invoices of a merchant can be paid at `now`.
    func waiting(of merchant: LedgerAccount, at now: Timestamp) throws -> Int64 {
        try connection.first(
            "SELECT COUNT(*) FROM payment_orders WHERE merchant = ?1 AND status = 0 AND expires_at > ?2",
            [.integer(merchant.rawValue), .integer(now.milliseconds)])?.integer(0) ?? 0
    }

    // MARK: - Changing what was paid

    /// The invoices whose payment has to be changed and is to be tried by `now`, those that waited longest first.
    func toBeChanged(at now: Timestamp, limit: Int) throws -> [PaymentOrder] {
        try orders(
            "WHERE status = 2 AND next_try <= ?1 ORDER BY next_try, id LIMIT ?2",
            [.integer(now.milliseconds), .integer(Int64(limit))])
    }

    /// Whether the payment of an invoice has still to be changed.
    static func isToBeChanged(_ id: Int64, _ connection: any Connection) throws -> Bool {
        try connection.first("SELECT 1 FROM payment_orders WHERE id = ?1 AND status = 2", [.integer(id)]) != nil
    }

    /// Keeps that the payment of an invoice was changed, in the transaction in which it is.
    static func setChanged(_ id: Int64, at now: Timestamp, _ connection: any Connection) throws {
        try connection.execute(
            "UPDATE payment_orders SET status = 3, updated_at = ?2 WHERE id = ?1 AND status = 2",
            [.integer(id), .integer(now.milliseconds)])
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

    private func orders(_ condition: String, _ arguments: [SQLValue]) throws -> [PaymentOrder] {
        try connection.query(PaymentColumn.self, "\(Self.select) \(condition)", arguments)
            .map { try PaymentOrder($0, assets: assets) }
    }
}
