import Basics
import Storage

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
        /// The first transaction of which nothing was to be seen yet.
        let newest: Int64
    }

    /// Minutes before the present one of which events are kept; within that a stream's reader has to come back.
    private static let minutesKept: Int64 = 2

    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    func insert(_ number: Int64, _ channel: [UInt8], _ body: [UInt8], in minute: Int64) throws {
        try connection.execute(
            """
            INSERT INTO user_events (xact, number, channel, body, minute)
            VALUES (CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT), ?1, ?2, ?3, ?4)
            """, [.integer(number), .blob(channel), .blob(body), .integer(minute)])
    }

    /// The minute in which something happens, which is all that rows say of the time.
    static func minute(of time: Timestamp) -> Int64 {
        time.seconds.flooredQuotient(by: 60)
    }

    /// The minutes of which events may be kept, as servers count whose clocks differ by less than one.
    static func minutes(at now: Timestamp) -> ClosedRange<Int64> {
        minute(of: now) - minutesKept - 1...minute(of: now) + 1
    }

    /// The events after a position whose transactions, and all before, have ended.
    func look(after position: EventPosition, limit: Int) throws -> Look {
        let (horizon, newest) = try horizon()
        let events = try events("ORDER BY xact, number LIMIT \(limit)", after: position, before: horizon, [])
        if events.count == limit, let last = events.last {
            return Look(events: events, end: last.position, hasMore: true, newest: newest)
        }
        let isWaiting =
            try connection.first(
                "SELECT 1 AS one FROM user_events WHERE xact >= ?1 LIMIT 1", [.integer(horizon.transaction)])
            != nil
        // A database that was put back to an older state counts transactions from there.
        return Look(events: events, end: horizon, hasMore: isWaiting, newest: newest)
    }

    /// The newest events on any of some channels after a position, oldest first, and where they end.
    func missed(_ channels: [[UInt8]], after position: EventPosition?, limit: Int) throws -> Look {
        let (horizon, newest) = try horizon()
        guard let position else { return Look(events: [], end: horizon, hasMore: false, newest: newest) }
        let places = channels.indices.map { "?\($0 + 4)" }.joined(separator: ", ")
        let events = try events(
            "AND channel IN (\(places)) ORDER BY xact DESC, number DESC LIMIT \(limit)", after: position,
            before: horizon, channels.map(SQLValue.blob))
        return Look(events: events.reversed(), end: horizon, hasMore: false, newest: newest)
    }

    /// Removes what is kept no longer.
    static func prune(_ connection: any Connection, at now: Timestamp) throws {
        try connection.execute(
            "DELETE FROM user_events WHERE minute < ?1", [.integer(minute(of: now) - minutesKept)])
    }

    /// What is read of transactions: those before the oldest that still runs.
    ///
    /// `newest` is the first one of which nothing is to be seen, so that all that have ended are before it.
    func horizon() throws -> (oldest: EventPosition, newest: Int64) {
        let row = try connection.first(
            """
            SELECT CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT) AS oldest,
                CAST(CAST(pg_snapshot_xmax(pg_current_snapshot()) AS TEXT) AS BIGINT) AS newest
            """)
        guard let row else { throw StorageError.corrupt }
        return (EventPosition(try row.integer("oldest"), 0), try row.integer("newest"))
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
