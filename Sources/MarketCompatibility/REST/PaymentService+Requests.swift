import Basics
import HTTPKit
import InboxService
import Ledger
import LedgerService
import Market
import MarketService
import ServiceKit
import Storage

/// What somebody has paid.
struct PaymentReceipt: Sendable {
    /// What was paid.
    let order: PaymentOrder
    /// The line of the payer's statement.
    let transaction: TransactionRecord
}

// Payments as our own API asks for them: invoices that are paid in the asset that they ask for.
extension PaymentService {
    /// For how long a request can be paid, minutes, unless it says otherwise.
    static let usualMinutes = 15
    /// How many requests of one account may wait at a time.
    static let waitingRequests: Int64 = 200

    /// Asks for a payment.
    ///
    /// - Parameters:
    ///   - label: What the receiver calls themselves; empty for nothing.
    ///   - minutes: For how long it can be paid, 1 to 10,080.
    ///   - callback: Where a program is told what becomes of it; empty for nowhere.
    func request(
        _ amount: String, of name: AssetName, label: String, memo: String, minutes: Int, callback: String = "",
        for merchant: Trader
    ) async throws -> PaymentOrder {
        let assets = try await market.assets()
        let asset = try await market.asset(named: name)
        guard asset.isActive else { throw ServiceError.market(.unknownAsset) }
        let units = try LedgerAdministration.amount(amount, of: asset)
        let (label, memo) = (try LedgerAdministration.read(label), try LedgerAdministration.read(memo))
        let now = clock.now()
        let order = PaymentOrder(
            id: newNumber(), merchant: merchant.number, token: market.random.identifier().hexadecimal,
            address: PaymentOrder.addressPrefix + market.random.identifier().hexadecimal, receiveAsset: asset,
            toReceive: units, expectedAsset: asset, expectedAmount: units,
            details: PaymentDetails(receiver: "", callbackURL: callback, label: label, memo: memo), status: .waiting,
            createdAt: now,
            updatedAt: now, expiresAt: now.advanced(bySeconds: Int64(minutes) * 60))
        let isNew = try await market.database.writingMarket { connection in
            let store = PaymentStore(connection, assets: assets)
            guard try store.waiting(of: merchant.number, at: now) < Self.waitingRequests else {
                throw MarketError.limitReached
            }
            return try store.insert(order)
        }
        // Two numbers of fifteen random digits are hardly ever one: whoever asks again gets another.
        guard isNew else { throw ServiceError.market(.disabled) }
        return order
    }

    /// The request of this number; throws `unknown`.
    func request(_ id: String) async throws -> PaymentOrder {
        let assets = try await market.assets()
        guard id.utf8.count == 32,
            let order = try await market.database.reading({ connection in
                try PaymentStore(connection, assets: assets).order(address: PaymentOrder.addressPrefix + id)
            })
        else { throw ServiceError.refused(PaymentError.unknown) }
        return order
    }

    /// The newest requests of an account.
    func requests(of merchant: Trader, limit: Int) async throws -> [PaymentOrder] {
        try await orders(
            of: merchant, from: Timestamp(milliseconds: 0), to: clock.now().advanced(bySeconds: 1),
            page: Page(limit: limit)
        ).items
    }

    /// Pays a request, or gives the receipt again to whoever has paid it.
    ///
    /// - Parameters:
    ///   - name: The asset that whoever pays was shown; `amount` likewise.
    ///   - proof: Asks for what is asked for before money leaves; nobody is asked for it to see a receipt again.
    /// - Throws: `unknown`, `otherAsset`, `otherAmount`, `toOneself`, `ended`, and what refuses a transfer.
    func pay(
        request id: String, asset name: String, amount: String, from payer: Trader, proof: () async throws -> Void
    ) async throws -> PaymentReceipt {
        let order = try await request(id)
        guard order.expectedAsset.name.text == name else { throw ServiceError.refused(PaymentError.otherAsset) }
        guard try LedgerAdministration.amount(amount, of: order.expectedAsset) == order.expectedAmount else {
            throw ServiceError.refused(PaymentError.otherAmount)
        }
        if let receipt = try await knownReceipt(order, of: payer) { return receipt }
        guard order.merchant != payer.number else { throw ServiceError.refused(PaymentError.toOneself) }
        guard order.status(at: clock.now()) == .waiting else { throw ServiceError.refused(PaymentError.ended) }
        try await proof()
        _ = try await carryOut(order, from: payer, try await market.assets())
        // Whether this try has paid or another one of the same person at the same time is all the same.
        guard let receipt = try await knownReceipt(try await request(id), of: payer) else {
            throw ServiceError.refused(PaymentError.ended)
        }
        return receipt
    }

    private func knownReceipt(_ order: PaymentOrder, of payer: Trader) async throws -> PaymentReceipt? {
        guard order.payer == payer.number, let number = order.transfer else { return nil }
        let line = try await market.database.reading { connection in
            try TransferStore(connection).transaction(number, of: payer.number, asset: order.expectedAsset)
        }
        return line.map { PaymentReceipt(order: order, transaction: $0) }
    }

    /// Sends back what was paid, or a part of it, once.
    ///
    /// What goes back where it came from counts for no daily bound and needs no entry of an address book.
    ///
    /// - Parameter amount: How much; nil for all of it.
    /// - Throws: `unknown` for somebody else's as for one that there is not, `otherAmount`, `notRefundable`, and
    ///   `notEnoughBalance`.
    func refund(
        request id: String, amount: String?, by merchant: Trader, proof: () async throws -> Void
    ) async throws -> PaymentOrder {
        let order = try await request(id)
        guard order.merchant == merchant.number else { throw ServiceError.refused(PaymentError.unknown) }
        let asset = order.expectedAsset
        let units = try amount.map { try LedgerAdministration.amount($0, of: asset) } ?? order.expectedAmount
        guard units <= order.expectedAmount else { throw ServiceError.refused(PaymentError.otherAmount) }
        guard order.isRefundable, let payer = order.payer,
            let account = try await account(of: payer)
        else { throw ServiceError.refused(PaymentError.notRefundable) }
        try await proof()
        let (assets, now, inbox, witness) = (try await market.assets(), clock.now(), inbox, market.witness)
        let told: (isDone: Bool, notice: InboxNotification?) = try await market.database.writingMarket { connection in
            guard try PaymentStore(connection, assets: assets).setRefunded(units, of: order.id, at: now) else {
                return (false, nil)
            }
            let number = try TransferStore(connection).carryOut(
                Transfer([
                    Posting(account: merchant.number, asset: asset.number, amount: -units),
                    Posting(account: payer, asset: asset.number, amount: units),
                ]), .init(kind: .sent, address: order.address, memo: nil), at: now)
            try witness(.sent, asset.amountText(units), merchant.account, connection)
            return (
                true,
                try Self.tell(number, units, asset, account, now, inbox, connection)
            )
        }
        guard told.isDone else { throw ServiceError.refused(PaymentError.notRefundable) }
        market.hub.changed(accounts: [merchant.number, payer])
        if let notice = told.notice { inbox.publish(notice, to: account) }
        return try await request(id)
    }

    /// Tells somebody of money that came, as of any that people send one another.
    static func tell(
        _ transfer: Int64, _ units: Int128, _ asset: Asset, _ account: [UInt8], _ now: Timestamp,
        _ inbox: InboxService, _ connection: any Connection
    ) throws -> InboxNotification? {
        try inbox.deliver(
            account,
            .paymentReceived(
                transfer: "\(transfer)", asset: asset.name.text,
                amount: DecimalText.text(units, exponent: asset.exponent)),
            at: now, now: now, source: "payment \(transfer)", in: connection)
    }
}
