import Basics
import HTTPKit
import Network
import ServiceKit
import Storage

/// The mails among what waits to be handed over.
package struct MailOutbox: Sendable {
    private let queue: DeliveryQueue
    private let random: ServerRandom

    /// The mails of `queue`.
    package init(_ queue: DeliveryQueue, random: ServerRandom = .system) {
        self.queue = queue
        self.random = random
    }

    /// Whether mails reach anybody at all.
    package var isAvailable: Bool { queue.isAvailable(.mail) }

    /// Lets a mail wait, within a transaction; it is of no use after `seconds`.
    package func add(
        to recipient: String, subject: String, text: String, usefulFor seconds: Int64, at now: Timestamp,
        in connection: any Connection
    ) throws {
        let id = random.identifier().hexadecimal
        queue.schedule.note(id)
        try DeliveryStore(connection).insert(
            Delivery(
                id: id, lane: .mail, owner: recipient, recipient: recipient,
                subject: subject, text: text, expiresAt: now.advanced(bySeconds: seconds)), at: now)
    }

    /// Hands over the mails that are due, and says how many were taken.
    package func deliverDue() async throws(ServiceError) -> Int {
        try await queue.deliverDue(.mail)
    }
}

/// Hands mails over to a server or a folder.
package struct MailCarrier: DeliveryCarrier {
    private let sender: any MailSender

    /// Hands mails over to `sender`.
    package init(_ sender: any MailSender) {
        self.sender = sender
    }

    /// Whether mails reach anybody at all.
    package var isAvailable: Bool { sender.isAvailable }

    /// Hands over one mail.
    package func deliver(_ delivery: Delivery, at now: Timestamp) async throws(DeliveryFault) {
        guard let recipient = MailAddress(delivery.recipient) else { throw .gone(cause: "no address") }
        let message = MailMessage(
            id: delivery.id, recipient: recipient, subject: delivery.subject, text: delivery.text, date: now)
        do {
            try await sender.send(message)
        } catch {
            if error.isLasting { throw .gone(cause: "\(error)") }
            throw .later(after: nil, cause: "\(error)")
        }
    }
}
