import Basics
import HTTPKit
import InboxService
import Ledger
import LedgerService
import Market
import MarketService
import ServiceKit
import Storage

// What was paid is changed for what was asked.
extension PaymentService {
    /// How many payments are changed at one look.
    private static let atOnce = 50

    /// Tries again where it was in vain, or where a process ended in between.
    func convertWaiting() async throws {
        let assets = try await market.assets()
        let now = clock.now()
        let waiting = try await market.database.reading { connection in
            try PaymentStore(connection, assets: assets).toBeChanged(at: now, limit: Self.atOnce)
        }
        for order in waiting { _ = try await convert(order, assets) }
    }

    /// Changes what was paid for what was asked: all of it for at least that, or nothing.
    ///
    /// The sale and the invoice's status are one transaction, so that nothing is ever sold twice, whoever tries and
    /// whatever ends in between. Where it is in vain it is tried again for a day; the merchant is told at the first time,
    /// and how it ended.
    func convert(_ order: PaymentOrder, _ assets: [Asset]) async throws -> PaymentOrder {
        let (given, asked) = (order.expectedAsset, order.receiveAsset)
        let rules = try await market.markets().first { $0.base == given && $0.quote == asked }
        // The server that writes the market looks by itself.
        if let rules, !market.writes(rules) { return order }
        guard let account = try await account(of: order.merchant) else { return order }
        var isChanged = false
        if let rules {
            do throws(ServiceError) {
                _ = try await market.instant(
                    market: rules.name, side: .sell,
                    amount: DecimalText.text(order.expectedAmount, exponent: given.exponent),
                    bound: DecimalText.text(order.toReceive, exponent: asked.exponent),
                    occasion: .changing(of: order, telling: market.random),
                    for: Trader(number: order.merchant, account: account))
                isChanged = true
            } catch {
                // Whatever the market says, it is tried again; that it does not work now is not the payment's fault.
                guard case .refused(let refusal as MarketError) = error, refusal != .disabled else { throw error }
            }
        }
        let now = clock.now()
        let again = order.retry(at: now)
        let inbox = inbox
        let (isSold, id, random) = (isChanged, order.id, market.random)
        let (current, told) = try await market.database.writing { connection in
            let store = PaymentStore(connection, assets: assets)
            var outcome: InboxContent.InvoiceOutcome?
            if isSold {
                // Nobody was told that it was in vain, so that nobody needs to know that it was not.
                outcome = order.tries > 0 ? .changed : nil
            } else if try store.setTried(order, again: again, at: now) {
                outcome = again == nil ? .kept : order.tries == 0 ? .delayed : nil
                if again == nil { try Self.call(order, status: .notConverted, random, at: now, connection) }
            }
            let told = try outcome.flatMap { outcome in
                try inbox.deliver(
                    account, order.content(outcome), at: now, now: now, source: "invoice \(id) \(outcome.rawValue)",
                    in: connection)
            }
            return (try store.order(id), told)
        }
        if let told { inbox.publish(told, to: account) }
        return current ?? order
    }

    /// The account of a number in the ledger; nil when it is nobody's any more.
    func account(of trader: LedgerAccount) async throws -> [UInt8]? {
        try await market.database.reading { connection in
            try connection.first(
                "SELECT account_id FROM ledger_accounts WHERE number = ?1", [.integer(trader.rawValue)])?
                .optionalBlob("account_id")
        }
    }
}

extension PaymentOrder {
    /// What its merchant is told.
    fileprivate func content(_ outcome: InboxContent.InvoiceOutcome) -> InboxContent {
        let (asset, amount) =
            outcome == .kept ? (expectedAsset, expectedAmount) : (receiveAsset, toReceive)
        return .invoice(
            invoice: identifier, outcome, asset: asset.name.text,
            amount: DecimalText.text(amount, exponent: asset.exponent))
    }
}

extension OrderOccasion {
    /// The changing of what was paid of an invoice.
    ///
    /// - Parameter random: Where the number of the call to the merchant's program comes from.
    fileprivate static func changing(of invoice: PaymentOrder, telling random: ServerRandom) -> OrderOccasion {
        OrderOccasion(
            isDue: { try PaymentStore.isToBeChanged(invoice.id, $0) },
            keepDone: { now, connection in
                try PaymentStore.setChanged(invoice.id, at: now, connection)
                try PaymentService.call(invoice, status: .paid, random, at: now, connection)
            })
    }
}
