import Foundation
import Logging

/// How far the first server had written its log, and on which timeline.
struct LogPosition: Equatable, Sendable {
    /// As PostgreSQL writes positions: `0/16B3748`.
    let text: String
    /// The timeline in eight hexadecimal digits; it is another one after each promotion.
    let timeline: String

    /// Where the server of `connection` is, which writes.
    ///
    /// All that it has acknowledged is before this.
    init(of connection: PostgresConnection) throws(StorageError) {
        let row = try connection.run(
            "SELECT pg_current_wal_lsn()::text AS position, pg_walfile_name(pg_current_wal_lsn()) AS segment", []
        ).rows.first
        guard let row else { throw .corrupt }
        text = try row.text("position")
        timeline = String(try row.text("segment").prefix(8))
    }
}

/// A connection to a server that follows the first one, for reads that may take long; it belongs to one thread.
///
/// It answers a read once it has replayed the log as far as the first server had written it when the read was begun, on
/// the same timeline: so a read there has all that was acknowledged before by any server, as one on the first has. When
/// the replica is away, behind, or in the way of its own replay, it answers nothing, and the first server does.
final class PostgresReplica {
    /// What came of a read that it has answered: nil, or what the read's own code has thrown.
    struct Answer {
        let failure: (any Error)?
    }

    /// For how long a read waits for it to follow, and how often is looked, in seconds.
    private static let patience = 0.1
    private static let pause = 0.002
    /// For how long it is left alone once it was away, in seconds.
    private static let rest = Duration.seconds(2)

    private let uri: String
    private let pool: PostgresPool
    private let system: String
    private var connection: PostgresConnection?
    private var leftAloneUntil: ContinuousClock.Instant?

    /// A replica at `uri`, which is asked for nothing yet.
    ///
    /// - Parameter system: The identifier of the first server's data, which the replica's must be.
    init(uri: String, system: String, pool: PostgresPool) {
        self.uri = uri
        self.system = system
        self.pool = pool
    }

    /// The identifier of the data at `uri`, after a look at whether the replica has the same.
    ///
    /// One that cannot be reached now is no fault: it is found when it comes.
    static func check(_ replica: String, of uri: String, options: DatabaseOptions) throws(StorageError) -> String {
        let system = try system(of: PostgresConnection(uri: uri, options: options))
        do throws(StorageError) {
            guard try self.system(of: PostgresConnection(uri: replica, options: options)) == system else {
                throw .notReplica
            }
        } catch {
            guard error == .unavailable else { throw error }
        }
        return system
    }

    /// The identifier that a server's data has had from their beginning, and that their copies have.
    static func system(of connection: PostgresConnection) throws(StorageError) -> String {
        let row = try connection.run("SELECT system_identifier::text AS system FROM pg_control_system()", []).rows.first
        guard let row else { throw .corrupt }
        return try row.text("system")
    }

    /// Lets `work` read here, if that is possible within a moment.
    func answer(_ work: any Work, at position: LogPosition) -> Answer? {
        guard let connection = connected() else {
            pool.replicaReads.count(.away)
            return nil
        }
        do throws(StorageError) {
            guard try follows(connection, to: position) else {
                pool.replicaReads.count(.behind)
                return nil
            }
            try connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        } catch {
            leaveAlone()
            return nil
        }
        let transaction = PostgresTransaction(connection, keyring: pool.keyring)
        var failure: (any Error)?
        do { try work.run(on: transaction) } catch { failure = error }
        transaction.end()
        do throws(StorageError) {
            // A statement that failed, such as one that was in the replay's way, is the first server's to answer.
            if let refusal = transaction.failure { throw refusal }
            try connection.run(failure == nil ? "COMMIT" : "ROLLBACK")
        } catch {
            if connection.isInTransaction { try? connection.run("ROLLBACK") }
            if connection.isBroken || connection.isInTransaction {
                leaveAlone()
            } else {
                pool.replicaReads.count(.behind)
            }
            return nil
        }
        pool.replicaReads.count(.answered)
        return Answer(failure: failure)
    }

    private func follows(_ connection: PostgresConnection, to position: LogPosition) throws(StorageError) -> Bool {
        let deadline = ContinuousClock.now + .seconds(Self.patience)
        while true {
            // A server that was promoted meanwhile replays nothing, and says so by NULL.
            let row = try connection.run(
                """
                SELECT (pg_last_wal_replay_lsn() >= CAST(CAST(?1 AS TEXT) AS pg_lsn))::int AS is_reached,
                    lpad(upper(to_hex(timeline_id)), 8, '0') AS timeline
                FROM pg_control_checkpoint()
                """, [.text(position.text)]
            ).rows.first
            guard let row, try row.text("timeline") == position.timeline,
                let isReached = try row.optionalInteger("is_reached")
            else { return false }
            if isReached == 1 { return true }
            guard ContinuousClock.now < deadline else { return false }
            Thread.sleep(forTimeInterval: Self.pause)
        }
    }

    private func connected() -> PostgresConnection? {
        if let connection, !connection.isBroken { return connection }
        connection = nil
        if let leftAloneUntil, ContinuousClock.now < leftAloneUntil { return nil }
        do throws(StorageError) {
            let new = try PostgresConnection(uri: uri, options: pool.options)
            guard try Self.system(of: new) == system else { throw .notReplica }
            connection = new
            return new
        } catch {
            pool.logger.notice("the replica answers no reads", metadata: ["cause": "\(error)"])
            leaveAlone()
            return nil
        }
    }

    private func leaveAlone() {
        connection = nil
        leftAloneUntil = ContinuousClock.now + Self.rest
    }
}
