import API
import Accounts
import Basics
import Forwarding
import HTTPKit
import ServiceKit
import Storage

/// What happened to the security of accounts, for their owners: by days, for 90 days, and by mail where it matters.
///
/// Events are counted by day: there is neither an instant in them nor an order. Addresses of the network are kept only for
/// accounts whose owners want it.
package struct AccountTrail: Sendable {
    /// For how long an event is kept.
    package static let days: Int64 = 90
    /// How many rows an account may have for one day; further events are counted without label and address.
    static let rowsPerDay = 100
    /// For how long a mail that nobody takes is of use: three days.
    static let mailSeconds: Int64 = 3 * 86_400

    let clock: ServerClock
    /// How owners are told; nil on a server that sends no mail.
    let mail: MailOutbox?

    /// The trail by `clock`, whose mails wait in `mail`.
    package init(clock: ServerClock, mail: MailOutbox? = nil) {
        self.clock = clock
        self.mail = mail
    }

    /// Notes that something happened, within the transaction in which it does, and lets a mail wait if it matters.
    ///
    /// - Parameters:
    ///   - label: The device, key or identity, as its owner knows it.
    ///   - address: Where it came from; it is kept only when the owner wants that.
    ///   - language: The language of the mail; nil for that of the account's last session.
    ///   - isTold: Whether the caller mails more about it than this would.
    ///   - times: How often it happened, from 1 on.
    package func note(
        _ kind: AccountEventKind, of account: [UInt8], label: String? = nil, from address: IPAddress? = nil,
        in language: String? = nil, isTold: Bool = false, times: Int64 = 1, _ connection: any Connection
    ) throws {
        let (store, day) = (AccountTrailStore(connection), clock.now().day)
        guard let owner = try store.owner(of: account) else { return }
        let label = label.flatMap(AccountLabel.cleaned) ?? ""
        if kind.isMailed, !isTold, owner.isProved, let mail, mail.isAvailable {
            let before = try store.times(kind, of: account, on: day)
            let isTold = try kind == .deviceNew && store.has(kind, label: label, of: account, on: day)
            if before < kind.mailsPerDay, !isTold {
                let words = TrailMail.text(
                    kind, label: label, in: try language ?? store.language(of: account) ?? "en")
                try mail.add(
                    to: owner.email, subject: words.subject, text: words.text, usefulFor: Self.mailSeconds,
                    at: clock.now(), in: connection)
            }
        }
        let isFull = try store.rows(of: account, on: day) >= Self.rowsPerDay
        try store.add(
            times, of: kind, label: isFull ? "" : label,
            address: isFull || !owner.keepsAddresses ? "" : address?.text ?? "", to: account, on: day)
    }
}
