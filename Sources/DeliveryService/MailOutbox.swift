import Encodings
import HTTPKit
import Logging
import Mail
import ServiceKit
import ServiceLifecycle
import Storage
import Time

/// Mails that wait in the database until somebody has taken them, so that none is lost when the process ends.
///
/// A mail is written in the transaction of what it tells about. It is handed over at least once: a process that ends
/// between handing it over and noting that leads to a second mail, with the same identifier.
package struct MailOutbox: Sendable {
    /// For how long a mail belongs to the server that hands it over; longer than handing over may take.
    package static let leaseSeconds: Int64 = 240
    /// The longest pause between two tries.
    static let longestPauseSeconds: Int64 = 3600
    /// How many mails are handed over in one round.
    static let batch = 20

    let database: any Database
    let sender: any MailSender
    let clock: ServerClock
    let random: ServerRandom

    /// The mails that wait in `database`, for `sender`.
    package init(database: any Database, sender: any MailSender, clock: ServerClock, random: ServerRandom = .system) {
        self.database = database
        self.sender = sender
        self.clock = clock
        self.random = random
    }

    /// Whether mails reach anybody at all.
    package var isAvailable: Bool { sender.isAvailable }

    /// Lets a mail wait, within a transaction; it is of no use after `seconds`.
    package func add(
        to recipient: String, subject: String, text: String, usefulFor seconds: Int64, at now: Timestamp,
        in connection: any Connection
    ) throws {
        try MailStore(connection).insert(
            WaitingMail(
                id: random.identifier().hexadecimal, recipient: recipient, subject: subject, text: text, attempts: 0,
                nextAt: now, expiresAt: now.advanced(bySeconds: seconds)))
    }

    /// Hands over what is due, and says how many mails were taken; those that failed wait longer each time.
    ///
    /// - Parameter failed: Is told why a mail was not taken, without the mail.
    package func deliverDue(failed: @Sendable (MailError) -> Void = { _ in }) async throws(ServiceError) -> Int {
        guard sender.isAvailable else { return 0 }
        let now = clock.now()
        let due = try await database.reading { try MailStore($0).due(at: now, limit: Self.batch) }
        var taken = 0
        for mail in due where try await claim(mail, at: now) {
            guard clock.now() < mail.expiresAt, let recipient = MailAddress(mail.recipient) else {
                try await remove(mail)
                continue
            }
            let message = MailMessage(
                id: mail.id, recipient: recipient, subject: mail.subject, text: mail.text, date: now)
            do throws(MailError) {
                try await sender.send(message)
                taken += 1
                try await removing(mail)
            } catch {
                failed(error)
                if error.isLasting { try await remove(mail) } else { try await postpone(mail) }
            }
        }
        return taken
    }

    /// Removes a mail that was taken; when that fails it is taken a second time, which is better than never.
    private func removing(_ mail: WaitingMail) async throws(MailError) {
        do { try await remove(mail) } catch { throw .unreachable }
    }

    private func remove(_ mail: WaitingMail) async throws(ServiceError) {
        try await database.writing { try MailStore($0).delete(mail.id) }
    }

    /// Takes a mail for this server; false when another one was faster.
    private func claim(_ mail: WaitingMail, at now: Timestamp) async throws(ServiceError) -> Bool {
        try await database.writing { connection in
            try MailStore(connection).claim(mail, until: now.advanced(bySeconds: Self.leaseSeconds))
        }
    }

    private func postpone(_ mail: WaitingMail) async throws(ServiceError) {
        let next = clock.now().advanced(bySeconds: Self.pauseSeconds(after: mail.attempts + 1))
        try await database.writing { try MailStore($0).postpone(mail.id, until: next) }
    }

    /// How long a mail waits after so many failures: 5 seconds, then three times as long each time.
    static func pauseSeconds(after failures: Int64) -> Int64 {
        (1..<max(1, min(failures, 16))).reduce(5) { pause, _ in min(longestPauseSeconds, pause * 3) }
    }
}

/// Hands waiting mails over for as long as the server runs.
package struct MailDelivery: Service {
    private let outbox: MailOutbox
    private let logger: Logger

    /// Hands over the mails of `outbox`; the log is told how many failed, and never of whom or what.
    package init(_ outbox: MailOutbox, logger: Logger) {
        self.outbox = outbox
        self.logger = logger
    }

    /// Runs until the server stops.
    package func run() async throws {
        guard outbox.isAvailable else { return try await gracefulShutdown() }
        let logger = logger
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: .milliseconds(500))) != nil {
                do {
                    _ = try await outbox.deliverDue { error in
                        logger.warning("a mail was not taken", metadata: ["cause": "\(error)"])
                    }
                } catch {
                    guard !Task.isCancelled else { break }
                    logger.warning("mails cannot be read", metadata: ["cause": "\(error)"])
                }
            }
        }
    }
}
