import Basics
import Ledger

/// What has become of an invoice; the raw value is the `status` of the exchange's API.
///
/// The API knows two more (-3, another amount was paid; -4, it was paid twice): here such a payment is refused, and the
/// money stays where it is.
enum PaymentStatus: Int64, Sendable, CaseIterable {
    /// It was paid, but what came could not be changed for what was asked, however often it was tried; the merchant has
    /// what came.
    case notConverted = -2
    /// Nobody paid in time.
    case expired = -1
    /// It waits for its payment.
    case waiting = 0
    /// It is paid, and what came has yet to be changed for what was asked.
    case processing = 2
    /// It is paid, and the merchant has what was asked.
    case paid = 3
}

/// An invoice: somebody pays an amount of one asset to an address, and the merchant receives at least so much of another.
struct PaymentOrder: Sendable, Equatable {
    /// What the addresses of invoices begin with; 32 hexadecimal digits follow.
    static let addressPrefix = "inv"
    /// How long an invoice can be paid, milliseconds.
    static let milliseconds: Int64 = 15 * 60 * 1000
    /// For how long after it could be paid last it is tried to change what was paid, milliseconds.
    private static let changing: Int64 = 24 * 3600 * 1000

    /// When it is tried again after it was in vain at `now`; nil when that was the last time.
    ///
    /// After 10 seconds, then after twice as long each time, up to 10 minutes.
    func retry(at now: Timestamp) -> Timestamp? {
        guard now < expiresAt.advanced(byMilliseconds: Self.changing) else { return nil }
        return now.advanced(bySeconds: min(600, 10 << Int64(min(tries, 6))))
    }

    /// A random number.
    let id: Int64
    let merchant: LedgerAccount
    /// What the page of the invoice asks for besides the number.
    let token: String
    let address: String
    let receiveAsset: Asset
    let toReceive: Int128
    var expectedAsset: Asset
    var expectedAmount: Int128
    let details: PaymentDetails
    var status: PaymentStatus
    let createdAt: Timestamp
    var updatedAt: Timestamp
    let expiresAt: Timestamp
    /// How often it was tried in vain to change what was paid.
    var tries = 0
    /// When it is tried again.
    var nextTry = Timestamp(milliseconds: 0)
    /// Who paid it; nil while nobody has.
    var payer: LedgerAccount?
    /// The number of the transfer with which it was paid.
    var transfer: Int64?
    /// How much was sent back; nil for nothing.
    var refunded: Int128?

    /// Whether what was paid can be sent back.
    var isRefundable: Bool { status == .paid && refunded == nil && payer != nil }

    /// The number as a text, `P` before it.
    var identifier: String { "P" + String(id) }

    /// The number of such a text.
    static func number(_ identifier: some StringProtocol) -> Int64? {
        guard identifier.utf8.first == UInt8(ascii: "P"), identifier.utf8.count <= 17 else { return nil }
        let digits = identifier.dropFirst()
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(digits)
    }

    /// The status at `now`: whoever has not paid in time cannot pay any more, also before anybody has written it down.
    func status(at now: Timestamp) -> PaymentStatus {
        status == .waiting && now >= expiresAt ? .expired : status
    }

    /// Whole seconds in which it can still be paid.
    func secondsLeft(at now: Timestamp) -> Int64 {
        status(at: now) == .waiting ? (expiresAt.milliseconds(since: now) + 999) / 1000 : 0
    }
}

/// What a merchant says about an invoice; none of it changes what is paid.
///
/// The addresses are kept and told back; the program at `callbackURL` is told what becomes of the invoice, unless it is
/// within the server's own network.
struct PaymentDetails: Sendable, Equatable {
    var receiver: String
    var externalID = ""
    var callbackURL = ""
    var errorURL = ""
    var successURL = ""
    var refundEmail = ""
    var language = "es"
    /// What the receiver calls themselves, in our own API.
    var label = ""
    /// What it is for, in our own API.
    var memo = ""
}
