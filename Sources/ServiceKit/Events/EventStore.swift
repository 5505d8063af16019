import Storage
import Time

/// The columns of `user_events` that are read.
private enum EventColumn: String, TableColumn {
    case xact, number, channel, body
}

/// The SQL of events for all servers, within one transaction on PostgreSQL.
struct EventStore {
    /// An event that is kept.
    struct Kept: Sendable {
        let position: EventPosition
        let channel: [UInt8]
        let body: [UInt8]
    }

    /// What was read at one time.
    struct Look: Sendable {
        let events: [Kept]
        /// Every event before this position has been read.
        let end: EventPosition
        /// Whether there are others, whose turn has not come.
        let hasMore: Bool
    }

    /// For how long events are kept, in milliseconds; within that a stream's reader has to come back.
    private static let kept: Int64 = 120_000

    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    func insert(_ number: Int64, _ channel: [UInt8], _ body: [UInt8], at now: Timestamp) throws {
        try connection.execute(
            """
            INSERT INTO user_events (xact, number, channel, body, at)
            VALUES (CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT), ?1, ?2, ?3, ?4)
            """, [.integer(number), .blob(channel), .blob(body), .integer(now.milliseconds)])
    }

    /// The events after a position whose transactions, and all before, have ended; nothing but where they end without one.
    func look(after position: EventPosition?, limit: Int) throws -> Look {
        let horizon = try horizon()
        guard let position else { return Look(events: [], end: horizon, hasMore: false) }
        let events = try events(
            "ORDER BY xact, number LIMIT \(limit)", after: position, before: horizon, [])
        if events.count == limit, let last = events.last {
            return Look(events: events, end: last.position, hasMore: true)
        }
        let isWaiting =
            try connection.first(
                "SELECT 1 AS one FROM user_events WHERE xact >= ?1 LIMIT 1", [.integer(horizon.transaction)])
            != nil
        return Look(events: events, end: max(position, horizon), hasMore: isWaiting)
    }

    /// The newest events of one channel after a position, oldest first, and where they end.
    func missed(_ channel: [UInt8], after position: EventPosition?, limit: Int) throws -> Look {
        let horizon = try horizon()
        guard let position else { return Look(events: [], end: horizon, hasMore: false) }
        let events = try events(
            "AND channel = ?4 ORDER BY xact DESC, number DESC LIMIT \(limit)", after: position, before: horizon,
            [.blob(channel)])
        return Look(events: events.reversed(), end: horizon, hasMore: false)
    }

    /// Removes what is kept no longer.
    static func prune(_ connection: any Connection, at now: Timestamp) throws {
        try connection.execute("DELETE FROM user_events WHERE at <= ?1", [.integer(now.milliseconds - kept)])
    }

    private func horizon() throws -> EventPosition {
        let row = try connection.first(
            "SELECT CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT) AS horizon")
        guard let row else { throw StorageError.corrupt }
        return EventPosition(try row.integer("horizon"), 0)
    }

    private func events(
        _ rest: String, after position: EventPosition, before horizon: EventPosition, _ more: [SQLValue]
    ) throws -> [Kept] {
        try connection.query(
            EventColumn.self,
            """
            SELECT \(EventColumn.list) FROM user_events
            WHERE (xact, number) > (CAST(?1 AS BIGINT), CAST(?2 AS BIGINT)) AND xact < ?3 \(rest)
            """,
            [.integer(position.transaction), .integer(position.number), .integer(horizon.transaction)] + more
        ).map { row in
            Kept(
                position: EventPosition(try row.integer(.xact), try row.integer(.number)),
                channel: try row.blob(.channel), body: try row.blob(.body))
        }
    }
}
