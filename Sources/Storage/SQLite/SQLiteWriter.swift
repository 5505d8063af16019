import Dispatch
import GRDB
import Logging

/// The thread that writes: it gathers what waits into one transaction and answers everybody after one commit.
///
/// One synced commit costs as much as dozens of small writes, so what arrives while the disk is busy shares the next
/// commit (group commit). Each closure can be undone by itself and fails alone; all of them, also those that
/// were refused, are answered only when the commit has succeeded, because each may have seen what its neighbours wrote.
/// When the commit fails, all are told.
struct SQLiteWriter {
    /// How many closures one transaction takes at most, and for how long it may gather: this bounds how long the first
    /// of them waits for its answer.
    private static let groupLimit = 512
    private static let gatheringNanoseconds: UInt64 = 5_000_000

    /// How long readers may keep the log from being cut, and so the writer from writing.
    private static let tidyingTimeoutMilliseconds = 50

    private let statements: SQLiteStatements
    private let keyring: Keyring
    private let queue: WorkQueue
    private let logger: Logger
    private let busyTimeoutMilliseconds: Int

    /// Works until `queue` is closed and empty, and then closes `connection`, once `closingAfter` has returned.
    static func run(
        _ queue: WorkQueue, on connection: DatabaseQueue, keyring: Keyring, options: DatabaseOptions, logger: Logger,
        closingAfter: () -> Void
    ) {
        SQLiteThread.run(queue, on: connection, logger: logger, closingAfter: closingAfter) { statements, first in
            SQLiteWriter(
                statements: statements, keyring: keyring, queue: queue, logger: logger,
                busyTimeoutMilliseconds: options.busyTimeoutMilliseconds
            ).serve(first)
        }
    }

    private func serve(_ first: any Work) {
        guard case .writing = first.kind else { return tidy(for: first) }
        if let next = commitGroup(from: first) { tidy(for: next) }
    }

    /// Copies the log into the file and cuts it to nothing, between two transactions.
    ///
    /// A reader of an older state would hold the writer up: it waits for one no longer than a moment.
    private func tidy(for work: any Work) {
        guard work.begin() else { return }
        do {
            try statements.control("PRAGMA busy_timeout = \(Self.tidyingTimeoutMilliseconds)")
            defer { try? statements.control("PRAGMA busy_timeout = \(busyTimeoutMilliseconds)") }
            guard try statements.checkpointsCompletely() else { throw StorageError.busy }
            try work.run(on: SQLiteTransaction(statements, keyring: keyring, isWriting: false))
            work.answer(nil)
        } catch {
            work.answer(error)
        }
    }

    /// Commits `first` and what waits behind it, up to work of another kind, which is given back.
    private func commitGroup(from first: any Work) -> (any Work)? {
        var group: [any Work] = []
        var outcomes: [(any Error)?] = []
        var hasChanges = false
        var other: (any Work)?
        do {
            try statements.control("BEGIN IMMEDIATE")
            let start = DispatchTime.now().uptimeNanoseconds
            var next: (any Work)? = first
            while let work = next {
                if work.begin() {
                    group.append(work)
                    outcomes.append(nil)
                    outcomes[outcomes.count - 1] = try outcome(of: work, &hasChanges)
                }
                let isFull =
                    group.count >= Self.groupLimit
                    || DispatchTime.now().uptimeNanoseconds - start > Self.gatheringNanoseconds
                next = isFull ? nil : queue.takeIfWaiting()
                if let waiting = next, waiting.kind != .writing { (other, next) = (waiting, nil) }
            }
            try statements.control("COMMIT")
        } catch {
            let failure = StorageError(error)
            logger.debug("commit failed", metadata: ["code": "\(failure.code)", "closures": "\(group.count)"])
            if statements.isInTransaction { try? statements.control("ROLLBACK") }
            if group.isEmpty, first.begin() { group = [first] }
            for work in group { work.answer(failure) }
            return other
        }
        for (work, failure) in zip(group, outcomes) { work.answer(failure) }
        return other
    }

    /// Runs one closure and returns why nothing of it is kept; throws when the whole transaction is lost.
    ///
    /// `hasChanges` says whether the transaction has changes of closures before, and then of this one as well.
    private func outcome(of work: any Work, _ hasChanges: inout Bool) throws -> (any Error)? {
        let transaction = SQLiteTransaction(
            statements, keyring: keyring, isWriting: true, hasNeighbours: hasChanges)
        do {
            try work.run(on: transaction)
            try transaction.keep()
            hasChanges = hasChanges || transaction.hasWritten
            return nil
        } catch {
            try transaction.undo()
            // A full or failing disk makes SQLite roll everything back, the neighbours' changes as well.
            guard statements.isInTransaction else { throw transaction.failure ?? .other(code: "sqlite.rolled_back") }
            return error
        }
    }
}

/// A thread that reads: each closure on a snapshot of its own.
enum SQLiteReader {
    /// Works until `queue` is closed and empty, and then closes `connection`.
    static func run(_ queue: WorkQueue, on connection: DatabaseQueue, keyring: Keyring, logger: Logger) {
        SQLiteThread.run(queue, on: connection, logger: logger) { statements, work in
            guard work.begin() else { return }
            work.answer(outcome(of: work, with: statements, keyring))
        }
    }

    private static func outcome(
        of work: any Work, with statements: SQLiteStatements, _ keyring: Keyring
    ) -> (any Error)? {
        do {
            try statements.control("BEGIN")
            let transaction = SQLiteTransaction(statements, keyring: keyring, isWriting: false)
            defer {
                try? transaction.undo()
                if statements.isInTransaction { try? statements.control("ROLLBACK") }
            }
            try work.run(on: transaction)
            try transaction.keep()
            return nil
        } catch {
            return error
        }
    }
}

/// What the reading and writing threads have in common.
private enum SQLiteThread {
    /// Gives `body` the work of `queue`, piece by piece, until the queue is closed and empty.
    static func run(
        _ queue: WorkQueue, on connection: DatabaseQueue, logger: Logger, closingAfter: () -> Void = {},
        _ body: (SQLiteStatements, any Work) -> Void
    ) {
        do {
            try connection.inDatabase { database in
                let statements = try SQLiteStatements(in: database)
                while let work = queue.take() { body(statements, work) }
            }
            closingAfter()
            try connection.close()
        } catch {
            logger.debug("closing failed", metadata: ["code": "\(StorageError(error).code)"])
            while let work = queue.take() {
                if work.begin() { work.answer(StorageError.closed) }
            }
        }
    }
}
