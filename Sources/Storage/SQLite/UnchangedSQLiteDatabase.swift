import GRDB
import Logging

/// An SQLite database that is read as it is: its schema stays, and every write is refused.
final class UnchangedSQLiteDatabase: Database {
    private let reads: WorkQueue

    private init(_ reads: WorkQueue) {
        self.reads = reads
    }

    deinit {
        reads.refuseNewWork()
    }

    static func open(path: String, keyring: Keyring, logger: Logger) async throws -> UnchangedSQLiteDatabase {
        let connection = try await WorkerThread.run("cerca.sqlite.open") {
            do { return try SQLiteFile.queue(path) } catch { throw StorageError(error) }
        }
        let reads = WorkQueue(limit: DatabaseOptions().waitingLimit, threads: 1)
        WorkerThread.start("cerca.sqlite.read") {
            WorkerThread.giveWay()
            SQLiteReader.run(reads, on: connection, keyring: keyring, logger: logger)
            reads.threadEnded()
        }
        return UnchangedSQLiteDatabase(reads)
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> Value) async throws -> Value {
        try await PendingWork(body, .reading).wait(in: reads)
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> Value) async throws -> Value {
        throw StorageError.readOnly
    }

    func tidy(_ tables: [String]) async throws {
        throw StorageError.readOnly
    }

    func close() async {
        await reads.close()
    }
}
