import Storage
import Time

/// A mail that waits.
struct WaitingMail: Sendable {
    let id: String
    let recipient: String
    let subject: String
    let text: String
    /// How often it was tried.
    let attempts: Int64
    /// When it is tried next.
    let nextAt: Timestamp
    /// From when it is of no use.
    let expiresAt: Timestamp
}

/// The SQL of mails that wait, within one transaction.
package struct MailStore {
    private let connection: any Connection

    /// The mails that a transaction sees.
    package init(_ connection: any Connection) {
        self.connection = connection
    }

    /// Lets a mail wait.
    func insert(_ mail: WaitingMail) throws {
        _ = try connection.execute(
            """
            INSERT INTO mail_outbox (id, recipient, subject, body, attempts, next_at, expires_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """,
            [
                .text(mail.id), .text(mail.recipient), .text(mail.subject), .text(mail.text),
                .integer(mail.attempts), .integer(mail.nextAt.milliseconds), .integer(mail.expiresAt.milliseconds),
            ])
    }

    /// The mails that are due, those that wait the longest first.
    func due(at now: Timestamp, limit: Int) throws -> [WaitingMail] {
        try connection.query(
            """
            SELECT id, recipient, subject, body, attempts, next_at, expires_at FROM mail_outbox
            WHERE next_at <= ?1 ORDER BY next_at, id LIMIT ?2
            """,
            [.integer(now.milliseconds), .integer(Int64(limit))]
        ).map { row in
            WaitingMail(
                id: try row.text("id"), recipient: try row.text("recipient"), subject: try row.text("subject"),
                text: try row.text("body"),
                attempts: try row.integer("attempts"), nextAt: Timestamp(milliseconds: try row.integer("next_at")),
                expiresAt: Timestamp(milliseconds: try row.integer("expires_at")))
        }
    }

    /// Counts a try and puts the mail off until `instant`; false when somebody else did so since it was read.
    func claim(_ mail: WaitingMail, until instant: Timestamp) throws -> Bool {
        try connection.execute(
            "UPDATE mail_outbox SET attempts = attempts + 1, next_at = ?3 WHERE id = ?1 AND next_at = ?2",
            [.text(mail.id), .integer(mail.nextAt.milliseconds), .integer(instant.milliseconds)]) == 1
    }

    /// Sets when a mail is tried next.
    func postpone(_ id: String, until instant: Timestamp) throws {
        _ = try connection.execute(
            "UPDATE mail_outbox SET next_at = ?2 WHERE id = ?1", [.text(id), .integer(instant.milliseconds)])
    }

    /// Removes a mail.
    func delete(_ id: String) throws {
        _ = try connection.execute("DELETE FROM mail_outbox WHERE id = ?1", [.text(id)])
    }

    /// Removes the mails that are of no use any more.
    package func deleteExpired(at now: Timestamp) throws {
        _ = try connection.execute("DELETE FROM mail_outbox WHERE expires_at <= ?1", [.integer(now.milliseconds)])
    }
}
