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
            return try LedgerNews(connection).newestTransfer() > last ? Int(last) : -1
        }
        guard let last else {
            // The first look of all: what was paid before there were notices of it is no news.
            try await database.writing { connection in
                try AlertStore(connection).setProgress(
                    try LedgerNews(connection).newestTransfer(), of: Self.paymentProgress)
            }
            return false
        }
        guard last >= 0 else { return false }
        let (told, isMore): ([(account: [UInt8], notification: InboxNotification)], Bool) =
            try await database.writing { connection in
                let news = LedgerNews(connection)
                let payments = try news.payments(after: Int64(last), limit: Self.paymentsAtOnce)
                var told: [(account: [UInt8], notification: InboxNotification)] = []
                for payment in payments {
                    let new = try inbox.deliver(
                        payment.account,
                        .paymentReceived(
                            transfer: "\(payment.transfer)", asset: payment.asset, amount: payment.amount),
                        at: payment.at, now: now, source: "payment \(payment.transfer)", in: connection)
                    if let new { told.append((payment.account, new)) }
                }
                let isMore = payments.count == Self.paymentsAtOnce
                let newest = try isMore ? payments.last?.transfer : news.newestTransfer()
                try AlertStore(connection).setProgress(newest ?? Int64(last), of: Self.paymentProgress)
                return (told, isMore)
            }
        for one in told { inbox.publish(one.notification, to: one.account) }
        return isMore
    }
}
