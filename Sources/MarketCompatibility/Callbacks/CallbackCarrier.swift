import AccountService
import Accounts
import Basics
import HTTPKit
import Ledger
import LedgerService
import MarketService
import ServiceKit
import Storage

/// What became of a call to a merchant's program.
package enum CallbackOutcome: Hashable, Sendable {
    /// It was answered with this status.
    case answered(Int)
    /// It was not answered in time.
    case unreachable
    /// Its address is not one that may be called.
    case refused
}

/// Sends JSON to an address that a merchant wrote.
package protocol CallbackSender: Sendable {
    /// Sends a body to the program of `merchant`.
    func send(
        _ body: [UInt8], to address: String, of merchant: String, headers: [(name: String, value: String)]
    ) async -> CallbackOutcome
}

/// Tells merchants' programs what became of their invoices, each signed with its merchant's secret.
///
/// The same is told again until somebody answers with a status from 200 to 299, for a day at most; the delivery's number
/// tells repetitions. 410 says that nobody wants to hear it.
package struct CallbackCarrier: DeliveryCarrier {
    private let database: any Database
    private let sender: (any CallbackSender)?

    /// Tells by `sender`; nobody is told without one.
    package init(_ database: any Database, _ sender: (any CallbackSender)?) {
        self.database = database
        self.sender = sender
    }

    /// Whether anybody is told.
    package var isAvailable: Bool { sender != nil }

    /// Tells one program.
    package func deliver(_ delivery: Delivery, at now: Timestamp) async throws(DeliveryFault) {
        guard let sender, let number = PaymentOrder.number(delivery.recipient) else {
            throw .gone(cause: "no invoice")
        }
        let known: (address: String, merchant: LedgerAccount, secret: String)?
        do {
            known = try await database.reading { connection in
                guard let (address, merchant) = try PaymentStore.callback(of: number, connection),
                    let secret = try CallbackSecretStore(connection).secret(of: merchant)
                else { return nil }
                return (address, merchant, secret)
            }
        } catch {
            throw .later(after: nil, cause: error.code)
        }
        // The account may be gone by now.
        guard let known else { throw .gone(cause: "no invoice") }
        let timestamp = String(now.seconds)
        let signature = RequestSignature.hex(
            secret: known.secret, message: Array("\(timestamp).\(delivery.text)".utf8))
        let outcome = await sender.send(
            Array(delivery.text.utf8), to: known.address, of: "merchant \(known.merchant.rawValue)",
            headers: [
                ("x-cerca-delivery", delivery.id), ("x-cerca-timestamp", timestamp),
                ("x-cerca-signature", signature),
            ])
        switch outcome {
        case .answered(200..<300): return
        case .answered(410): throw .gone(cause: "410")
        case .answered(let status): throw .later(after: nil, cause: "\(status)")
        case .unreachable: throw .later(after: nil, cause: "unreachable")
        case .refused: throw .gone(cause: "address")
        }
    }
}
