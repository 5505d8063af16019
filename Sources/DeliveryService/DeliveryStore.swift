import Storage
import Time

/// The SQL of what waits to be handed over, within one transaction.
package struct DeliveryStore {
    let connection: any Connection

    /// What a transaction sees of it.
    package init(_ connection: any Connection) {
        self.connection = connection
    }

    /// Lets something wait.
    func insert(_ delivery: Delivery) throws {
        _ = try connection.execute(
            """
            INSERT INTO deliveries (id, lane, recipient, subject, body, attempts, next_at, expires_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """,
            [
                .text(delivery.id), .text(delivery.lane.rawValue), .text(delivery.recipient), .text(delivery.subject),
                .text(delivery.text), .integer(delivery.attempts), .integer(delivery.nextAt.milliseconds),
                .integer(delivery.expiresAt.milliseconds),
            ])
    }

    /// Lets something wait for a merchant's program; it is of no use after `seconds`.
    package func insertCallback(
        id: String, to recipient: String, body: String, usefulFor seconds: Int64, at now: Timestamp
    ) throws {
        try insert(
            Delivery(
                id: id, lane: .callback, recipient: recipient, subject: "", text: body, attempts: 0, nextAt: now,
                expiresAt: now.advanced(bySeconds: seconds)))
    }

    /// What is due by one way, what waits the longest first.
    func due(_ lane: DeliveryLane, at now: Timestamp, limit: Int) throws -> [Delivery] {
        try connection.query(
            """
            SELECT id, recipient, subject, body, attempts, next_at, expires_at FROM deliveries
            WHERE lane = ?1 AND next_at <= ?2 ORDER BY next_at, id LIMIT ?3
            """,
            [.text(lane.rawValue), .integer(now.milliseconds), .integer(Int64(limit))]
        ).map { row in
            Delivery(
                id: try row.text("id"), lane: lane, recipient: try row.text("recipient"),
                subject: try row.text("subject"), text: try row.text("body"),
                attempts: try row.integer("attempts"),
                nextAt: Timestamp(milliseconds: try row.integer("next_at")),
                expiresAt: Timestamp(milliseconds: try row.integer("expires_at")))
        }
    }

    /// How many wait for a recipient.
    func count(for recipient: String) throws -> Int64 {
        try connection.first("SELECT COUNT(*) AS n FROM deliveries WHERE recipient = ?1", [.text(recipient)])?
            .integer("n") ?? 0
    }

    /// Counts a try and puts it off until `instant`; false when somebody else did so since it was read.
    func claim(_ delivery: Delivery, until instant: Timestamp) throws -> Bool {
        try connection.execute(
            "UPDATE deliveries SET attempts = attempts + 1, next_at = ?3 WHERE id = ?1 AND next_at = ?2",
            [.text(delivery.id), .integer(delivery.nextAt.milliseconds), .integer(instant.milliseconds)]) == 1
    }

    /// Sets when it is tried next.
    func postpone(_ id: String, until instant: Timestamp) throws {
        _ = try connection.execute(
            "UPDATE deliveries SET next_at = ?2 WHERE id = ?1", [.text(id), .integer(instant.milliseconds)])
    }

    /// Removes one.
    func delete(_ id: String) throws {
        _ = try connection.execute("DELETE FROM deliveries WHERE id = ?1", [.text(id)])
    }

    /// Removes what waits for a recipient.
    package func deleteAll(for recipient: String) throws {
        _ = try connection.execute("DELETE FROM deliveries WHERE recipient = ?1", [.text(recipient)])
    }

    /// Removes what is of no use any more.
    package func deleteExpired(at now: Timestamp) throws {
        _ = try connection.execute("DELETE FROM deliveries WHERE expires_at <= ?1", [.integer(now.milliseconds)])
    }
}
