import Basics
import ServiceKit
import Storage

/// The SQL of what waits to be handed over, within one transaction.
package struct DeliveryStore {
    /// What nobody can have been handed over before: programs of the release before look at `next_at` alone, and leave
    /// what is sealed to those who can open it.
    private static let never = Timestamp(milliseconds: 253_402_300_800_000)
    /// Seconds of what a delivery that is tried again is due at whole multiples of.
    private static let coarseSeconds: Int64 = 3600
    private static let quietSeconds: Int64 = 900

    let connection: any Connection

    /// What a transaction sees of it.
    package init(_ connection: any Connection) {
        self.connection = connection
    }

    /// Lets something wait, which is not handed over before `begin`.
    ///
    /// What it says is sealed. The instants beside it are days, so that they tell nothing of when it came; but for the end
    /// of quiet hours, which is a quarter of an hour, and for calls to merchants' programs, whose payments are in the books
    /// with their instants.
    func insert(_ delivery: Delivery, from begin: Timestamp? = nil, at now: Timestamp) throws {
        let content = DeliveryContent(
            subject: delivery.subject, text: delivery.text, expiresAt: delivery.expiresAt)
        let key = SQLValue.text(delivery.id)
        let sealed = try connection.sealing.value(content.bytes, in: DeliverySecrets.content, of: [key])
        let (due, end): (Timestamp, Timestamp)
        if delivery.lane == .callback {
            (due, end) = (begin ?? now, delivery.expiresAt)
        } else {
            let seconds = delivery.expiresAt.milliseconds(since: begin ?? now) / 1000
            let today = Timestamp(day: now.day)
            due = begin.flatMap { $0 > now ? Self.whole(Self.quietSeconds, from: $0) : nil } ?? today
            end = Timestamp(day: due.day + 2 + seconds / 86_400)
        }
        _ = try connection.execute(
            """
            INSERT INTO deliveries (id, lane, owner, holder, recipient, subject, body, content, attempts, next_at, due_at,
            expires_at) VALUES (?1, ?2, ?3, '', ?4, '', '', ?5, 0, ?6, ?7, ?8)
            """,
            [
                key, .text(delivery.lane.rawValue), .text(delivery.owner), .text(delivery.recipient), sealed,
                .integer(Self.never.milliseconds), .integer(due.milliseconds), .integer(end.milliseconds),
            ])
    }

    /// Lets something wait for a merchant's program; it is no longer useful after `seconds`.
    ///
    /// - Parameter owner: Whose program it is; without one each recipient is an owner.
    package func insertCallback(
        id: String, to recipient: String, of owner: String? = nil, body: String, usefulFor seconds: Int64,
        at now: Timestamp
    ) throws {
        try insert(
            Delivery(
                id: id, lane: .callback, owner: owner ?? recipient, recipient: recipient, subject: "", text: body,
                expiresAt: now.advanced(bySeconds: seconds)), at: now)
    }

    /// Something that no server holds, and the server that held it last.
    struct Free {
        let id: String
        let owner: String
        let holder: String
        let wasTried: Bool
    }

    /// What is due by one way and held by no server that is there, what waits the longest first.
    ///
    /// - Parameters:
    ///   - owners: Owners of whom nothing is wanted.
    ///   - name: The server that asks.
    func free(
        _ lane: DeliveryLane, at now: Timestamp, without owners: [String], for name: String, limit: Int
    ) throws -> [Free] {
        let excluded = owners.indices.map { "?\($0 + 5)" }.joined(separator: ", ")
        return try connection.query(
            """
            SELECT id, owner, holder, recipient, attempts FROM deliveries
            WHERE lane = ?1 AND (due_at <= ?2 OR (due_at IS NULL AND next_at <= ?2)) AND holder <> ?3
            AND NOT EXISTS (SELECT 1 FROM delivery_servers WHERE name = deliveries.holder AND until > ?2)
            \(owners.isEmpty ? "" : "AND owner NOT IN (\(excluded))")
            ORDER BY due_at, id LIMIT ?4
            """,
            [.text(lane.rawValue), .integer(now.milliseconds), .text(name), .integer(Int64(limit))]
                + owners.map { .text($0) }
        ).map { row in
            let owner = try row.text("owner")
            return Free(
                id: try row.text("id"), owner: owner.isEmpty ? try row.text("recipient") : owner,
                holder: try row.text("holder"), wasTried: try row.integer("attempts") > 0)
        }
    }

    /// Notes that a server holds something; false when another one was faster.
    func claim(_ free: Free, by name: String) throws -> Bool {
        try connection.execute(
            """
            UPDATE deliveries SET holder = ?3, due_at = COALESCE(due_at, next_at), next_at = ?4
            WHERE id = ?1 AND holder = ?2 AND (due_at IS NOT NULL OR next_at < ?4)
            """, [.text(free.id), .text(free.holder), .text(name), .integer(Self.never.milliseconds)]) == 1
    }

    /// What a server holds of these; nil instead of a delivery whose content can't be read.
    func held(_ ids: [String], by name: String) throws -> [(id: String, delivery: Delivery?)] {
        guard !ids.isEmpty else { return [] }
        return try connection.query(
            """
            SELECT id, lane, owner, recipient, subject, body, content, attempts, expires_at FROM deliveries
            WHERE holder = ?1 AND id IN (\(ids.indices.map { "?\($0 + 2)" }.joined(separator: ", ")))
            """, [.text(name)] + ids.map { .text($0) }
        ).map { row in
            let id = try row.text("id")
            guard let lane = DeliveryLane(rawValue: try row.text("lane")) else { return (id, nil) }
            var content = DeliveryContent(
                subject: try row.text("subject"), text: try row.text("body"),
                expiresAt: Timestamp(milliseconds: try row.integer("expires_at")))
            if try row.optionalBlob("content") != nil {
                // One that can't be opened must not stop the others.
                let opened = try? connection.sealing.secret(in: DeliverySecrets.content, row, of: [.text(id)])
                guard let known = opened.flatMap(DeliveryContent.init) else { return (id, nil) }
                content = known
            }
            let owner = try row.text("owner")
            let recipient = try row.text("recipient")
            return (
                id,
                Delivery(
                    id: id, lane: lane, owner: owner.isEmpty ? recipient : owner, recipient: recipient,
                    subject: content.subject, text: content.text, expiresAt: content.expiresAt)
            )
        }
    }

    /// How many wait for a recipient.
    func count(for recipient: String) throws -> Int64 {
        try connection.first("SELECT COUNT(*) AS n FROM deliveries WHERE recipient = ?1", [.text(recipient)])?
            .integer("n") ?? 0
    }

    /// Notes that something was tried.
    func setTried(_ id: String) throws {
        _ = try connection.execute("UPDATE deliveries SET attempts = 1 WHERE id = ?1 AND attempts = 0", [.text(id)])
    }

    /// Gives something back to all servers, until the first whole hour at or after `instant`.
    func release(_ id: String, until instant: Timestamp) throws {
        _ = try connection.execute(
            "UPDATE deliveries SET holder = '', attempts = 1, due_at = ?2 WHERE id = ?1",
            [.text(id), .integer(Self.whole(Self.coarseSeconds, from: instant).milliseconds)])
    }

    /// Removes one.
    func delete(_ id: String) throws {
        _ = try connection.execute("DELETE FROM deliveries WHERE id = ?1", [.text(id)])
    }

    /// Removes what waits for a recipient.
    package func deleteAll(for recipient: String) throws {
        _ = try connection.execute("DELETE FROM deliveries WHERE recipient = ?1", [.text(recipient)])
    }

    /// Removes what is no longer useful.
    package func deleteExpired(at now: Timestamp) throws {
        _ = try connection.execute("DELETE FROM deliveries WHERE expires_at <= ?1", [.integer(now.milliseconds)])
    }

    /// Says until when a server is there, and forgets those that are not.
    func announce(_ name: String, until instant: Timestamp, at now: Timestamp) throws {
        _ = try connection.execute(
            """
            INSERT INTO delivery_servers (name, until) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET until = ?2
            """, [.text(name), .integer(instant.milliseconds)])
        _ = try connection.execute(
            "DELETE FROM delivery_servers WHERE until <= ?1", [.integer(now.milliseconds)])
    }

    /// Says that a server is there no longer.
    func withdraw(_ name: String) throws {
        _ = try connection.execute("DELETE FROM delivery_servers WHERE name = ?1", [.text(name)])
    }

    private static func whole(_ seconds: Int64, from instant: Timestamp) -> Timestamp {
        Timestamp(milliseconds: (instant.milliseconds + seconds * 1000 - 1) / (seconds * 1000) * seconds * 1000)
    }
}
