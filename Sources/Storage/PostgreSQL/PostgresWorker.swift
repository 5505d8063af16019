import Foundation
import Logging
import Synchronization

/// What the workers of one pool share.
final class PostgresPool: Sendable {
    let uri: String
    let keyring: Keyring
    let options: DatabaseOptions
    let logger: Logger
    let gate = ContentionGate()
    /// How many workers have a connection that works, as far as they know.
    let connected = Atomic<Int>(0)
    let retries = RetryCounter()
    /// The identifier of the database's data, with which a replica is known; nil when this pool asks none.
    let system: String?
    let replicaReads = ReplicaCounter()

    init(uri: String, keyring: Keyring, options: DatabaseOptions, logger: Logger, system: String? = nil) {
        self.system = system
        self.uri = uri
        self.keyring = keyring
        self.options = options
        self.logger = logger
    }
}

/// A thread with a connection of its own.
///
/// Writes are SERIALIZABLE, so that a closure that reads and then writes is right whatever other servers do meanwhile;
/// the price is that the server may ask to run it again, which happens up to ``attempts`` times, the later times
/// without rivals from this process. Those that make sure themselves of what they have read see one snapshot and may
/// write (REPEATABLE READ): they are asked that only when a row that they write was written meanwhile. Reads are one
/// snapshot (REPEATABLE READ, READ ONLY), which never needs that.
final class PostgresWorker {
    /// How often a transaction is tried, and after how many losses it runs alone in this process.
    private static let attempts = 20
    private static let lossesBeforeAlone = 3
    private static let longestPause = 1.0

    private let pool: PostgresPool
    private var connection: PostgresConnection?
    private var pauseBeforeConnecting = 0.0
    private let replica: PostgresReplica?

    init(_ pool: PostgresPool) {
        self.pool = pool
        replica = pool.options.replica.flatMap { uri in
            pool.system.map { PostgresReplica(uri: uri, system: $0, pool: pool) }
        }
    }

    /// Works until `queue` is closed and empty.
    func run(_ queue: WorkQueue) {
        while let work = queue.take() {
            guard work.begin() else { continue }
            let failure = perform(work)
            work.answer(failure)
            if failure as? StorageError == .unavailable { outage(queue) }
        }
        drop()
    }

    /// The server is away: whoever waits is told at once, if no other worker can serve, and the next attempt waits.
    private func outage(_ queue: WorkQueue) {
        if pool.connected.load(ordering: .relaxed) == 0 {
            while let work = queue.takeIfWaiting() {
                if work.begin() { work.answer(StorageError.unavailable) }
            }
        }
        pauseBeforeConnecting = min(max(0.05, pauseBeforeConnecting * 2), Self.longestPause)
        Thread.sleep(forTimeInterval: pauseBeforeConnecting)
    }

    private func perform(_ work: any Work) -> (any Error)? {
        if case .tidying(let tables) = work.kind { return vacuum("VACUUM", tables, for: work) }
        if case .rewriting(let tables) = work.kind { return vacuum("VACUUM FULL", tables, for: work) }
        let isWriting = work.kind != .reading
        if !isWriting, let answer = replicaAnswer(work) { return answer.failure }
        var losses = 0
        while true {
            let attempt = pool.gate.pass(alone: isWriting && losses > Self.lossesBeforeAlone) {
                attemptOnce(work, losses: losses)
            }
            switch attempt {
            case .done(let failure):
                return failure
            case .lost(let reason, let failure):
                losses += 1
                let isLast = losses >= (reason == .busy ? Self.attempts : 2)
                pool.retries.count(reason, isGivenUp: isLast)
                guard !isLast else { return failure }
                if reason == .busy { Thread.sleep(forTimeInterval: .random(in: 0...0.002) * Double(losses)) }
            }
        }
    }

    /// What the replica answered, when there is one and it could.
    private func replicaAnswer(_ work: any Work) -> PostgresReplica.Answer? {
        guard let replica, let connection = try? connected(), let position = try? LogPosition(of: connection) else {
            return nil
        }
        return replica.answer(work, at: position)
    }

    /// Vacuums these tables, which takes as long as it takes.
    private func vacuum(_ statement: String, _ tables: [String], for work: any Work) -> (any Error)? {
        do throws(StorageError) {
            let connection = try connected()
            try connection.run("SET statement_timeout = 0")
            try connection.run("\(statement) \(tables.joined(separator: ", "))")
            try connection.run("SET statement_timeout = \(pool.options.statementTimeoutMilliseconds)")
            let transaction = PostgresTransaction(connection, keyring: pool.keyring)
            transaction.end()
            do { try work.run(on: transaction) } catch { return error }
            return nil
        } catch {
            drop()
            return error
        }
    }

    private enum Attempt {
        /// The work has its outcome: nil when it was committed.
        case done((any Error)?)
        /// Nothing remains and another attempt may end otherwise; `answer` is what to say when there is none.
        case lost(StorageError, answer: any Error)
    }

    private func attemptOnce(_ work: any Work, losses: Int) -> Attempt {
        let connection: PostgresConnection
        let wasConnected = self.connection != nil
        do throws(StorageError) {
            connection = try connected()
        } catch {
            return .done(error)
        }
        do throws(StorageError) {
            switch work.kind {
            case .writing: try connection.run("BEGIN ISOLATION LEVEL SERIALIZABLE")
            case .writingOwnRows(let turn):
                try begin(taking: turn.map { WriteTurn($0.table, isAlone: $0.isAlone || losses > 0) }, on: connection)
            case .reading, .tidying, .rewriting:
                try connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            }
        } catch {
            drop()
            // A connection that broke while idle is no fault of this work: it gets a new one, once.
            return wasConnected && error == .connectionLost ? .lost(error, answer: error) : .done(error)
        }
        let transaction = PostgresTransaction(connection, keyring: pool.keyring)
        var failure: (any Error)?
        do {
            try work.run(on: transaction)
        } catch {
            failure = error
        }
        transaction.end()
        // What the closure made of a failed statement does not matter: its transaction is lost.
        if let statementFailure = transaction.failure {
            rollBack()
            let answer = failure ?? statementFailure
            switch statementFailure {
            case .busy:
                return .lost(statementFailure, answer: answer)
            case .uniqueViolation:
                // The key may be another transaction's that won the race after this one had looked: the second run
                // sees it. A true duplicate fails again in the same way.
                return .lost(statementFailure, answer: answer)
            case .other(code: "postgres.0A000"):
                // A table has changed its shape under the prepared statements.
                try? self.connection?.forgetStatements()
                return .lost(statementFailure, answer: answer)
            default:
                return .done(answer)
            }
        }
        if let failure {
            rollBack()
            return .done(failure)
        }
        do throws(StorageError) {
            try connection.run("COMMIT")
            return .done(nil)
        } catch {
            rollBack()
            return error == .busy ? .lost(error, answer: error) : .done(error)
        }
    }

    /// Begins a transaction that makes sure itself of what it reads.
    private func begin(taking turn: WriteTurn?, on connection: PostgresConnection) throws(StorageError) {
        let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ"
        guard let turn else { return try connection.run(begin) }
        do throws(StorageError) {
            // It is waited for before the transaction sees anything: LOCK takes no snapshot.
            try connection.run(
                """
                \(begin); SET LOCAL lock_timeout = \(WriteTurn.longestWait);
                LOCK TABLE \(turn.table) IN \(turn.isAlone ? "EXCLUSIVE" : "ROW SHARE") MODE;
                SET LOCAL lock_timeout = 0
                """)
        } catch .busy {
            try connection.run("ROLLBACK")
            try connection.run(begin)
        } catch {
            throw error
        }
    }

    private func connected() throws(StorageError) -> PostgresConnection {
        if let connection, !connection.isBroken { return connection }
        drop()
        let connection = try PostgresConnection(uri: pool.uri, options: pool.options)
        self.connection = connection
        pauseBeforeConnecting = 0
        pool.connected.add(1, ordering: .relaxed)
        return connection
    }

    private func drop() {
        guard connection != nil else { return }
        connection = nil
        pool.connected.subtract(1, ordering: .relaxed)
    }

    private func rollBack() {
        guard let connection else { return }
        if connection.isInTransaction { try? connection.run("ROLLBACK") }
        if connection.isBroken || connection.isInTransaction { drop() }
    }
}
