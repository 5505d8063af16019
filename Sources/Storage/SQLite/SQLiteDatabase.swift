import Dispatch
import Foundation
import GRDB
import Logging

/// A database in one file: one thread that writes for everybody, a few that read, and a few that read what takes long.
///
/// The file is in WAL mode, so that readers see the last commit and never wait for the writer. Deleted content is
/// overwritten where SQLite was built so (`SECURE_DELETE`, as Debian does).
final class SQLiteDatabase: Database {
    private let reads: WorkQueue
    private let history: WorkQueue
    private let writes: WorkQueue

    private init(reads: WorkQueue, history: WorkQueue, writes: WorkQueue) {
        self.reads = reads
        self.history = history
        self.writes = writes
    }

    deinit {
        // The threads own the connections; they end when nobody can give them work any more.
        reads.refuseNewWork()
        history.refuseNewWork()
        writes.refuseNewWork()
    }

    static func open(
        path: String, plan: MigrationPlan, keyring: Keyring, logger: Logger, options: DatabaseOptions
    ) async throws -> SQLiteDatabase {
        let readers = max(1, options.connections ?? 2)
        let historians = max(1, options.historyConnections)
        let (writer, readConnections) = try await WorkerThread.run("cerca.sqlite.open") {
            let start = ContinuousClock.now
            while true {
                do {
                    return try connect(path, readers: readers + historians, plan, logger, options)
                } catch let failure {
                    let error = StorageError(failure)
                    // Others who start as well keep the file for longer than a request would wait; and where two find no
                    // file in WAL mode yet, SQLite tells one of them at once that it is busy.
                    guard error == .busy, ContinuousClock.now - start < .seconds(options.migrationPatienceSeconds)
                    else { throw error }
                    Thread.sleep(forTimeInterval: 0.05)
                }
            }
        }
        let reads = WorkQueue(limit: options.waitingLimit, threads: readers)
        let history = WorkQueue(limit: options.historyWaitingLimit, threads: historians)
        let writes = WorkQueue(limit: options.waitingLimit, threads: 1)
        let reading = DispatchGroup()
        for (index, connection) in readConnections.enumerated() {
            reading.enter()
            let isHistorian = index >= readers
            let queue = isHistorian ? history : reads
            WorkerThread.start("cerca.sqlite.\(isHistorian ? "history" : "read").\(index)") {
                if isHistorian { WorkerThread.giveWay() }
                SQLiteReader.run(queue, on: connection, keyring: keyring, logger: logger)
                reading.leave()
                queue.threadEnded()
            }
        }
        WorkerThread.start("cerca.sqlite.write") {
            // The writer last: the last connection to go copies the log into the file, which a reader may not.
            SQLiteWriter.run(
                writes, on: writer, keyring: keyring, options: options, logger: logger,
                closingAfter: { reading.wait() })
            writes.threadEnded()
        }
        return SQLiteDatabase(reads: reads, history: history, writes: writes)
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> Value) async throws -> Value {
        try await PendingWork(body, .reading).wait(in: reads)
    }

    func readUnlessCancelled<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try await PendingWork(body, .reading, isGivenUp: true).wait(in: reads)
    }

    func readHistory<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try await PendingWork(body, .reading).wait(in: history)
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> Value) async throws -> Value {
        try await PendingWork(body, .writing).wait(in: writes)
    }

    func tidy(_ tables: [String]) async throws {
        try await PendingWork({ _ in }, .tidying(tables)).wait(in: writes)
    }

    var figures: DatabaseFigures {
        var figures = DatabaseFigures()
        figures.pools = [writes.figures("write"), reads.figures("read"), history.figures("history")]
        return figures
    }

    func close() async {
        // Neither takes new work from now on, so that nobody waits behind what is still being finished; the writer ends
        // after the readers.
        writes.refuseNewWork()
        reads.refuseNewWork()
        history.refuseNewWork()
        await writes.close()
    }

    /// The connection that writes, once the file and its schema are there, and those that read.
    private static func connect(
        _ path: String, readers: Int, _ plan: MigrationPlan, _ logger: Logger, _ options: DatabaseOptions
    ) throws -> (writer: DatabaseQueue, readers: [DatabaseQueue]) {
        makeFile(path)
        let writer = try DatabaseQueue(path: path, configuration: writerConfiguration(options))
        try writer.inDatabase { database in
            try prepareFile(database, options)
            try SQLiteMigrations.run(plan, in: database, logger: logger)
            // What a process that was killed, or a migration, left in the log goes into the file.
            try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        // Last, for only now is there a file in WAL mode to be read.
        return (
            writer,
            try (0..<readers).map { _ in try DatabaseQueue(path: path, configuration: readerConfiguration(options)) }
        )
    }

    private static func writerConfiguration(_ options: DatabaseOptions) -> Configuration {
        var configuration = Configuration()
        configuration.label = "cerca.sqlite.write"
        configuration.busyMode = .timeout(Double(options.busyTimeoutMilliseconds) / 1000)
        configuration.foreignKeysEnabled = true
        return configuration
    }

    private static func readerConfiguration(_ options: DatabaseOptions) -> Configuration {
        var configuration = writerConfiguration(options)
        configuration.label = "cerca.sqlite.read"
        configuration.readonly = true
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -4096") }
        return configuration
    }

    /// Makes the file for its owner alone; SQLite gives the files beside it the same rights.
    ///
    /// In one step that never touches a file which is there: another server may have made it, and written to it, since
    /// anybody looked. And without a descriptor, since closing one would end the locks that SQLite holds in this process.
    private static func makeFile(_ path: String) {
        _ = mknod(path, S_IFREG | 0o600, 0)
    }

    private static func prepareFile(_ database: GRDB.Database, _ options: DatabaseOptions) throws {
        let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
        guard mode == "wal" else { throw StorageError.unavailable }
        let synchronous =
            switch options.durability {
            case .full: "FULL"
            case .none: "OFF"
            }
        try database.execute(sql: "PRAGMA synchronous = \(synchronous)")
        // A checkpoint syncs twice more, and writes each page once however often it is in the log: one for every 16,000
        // pages (64 MB) of log, instead of every 1,000, is most of the way to none, and the log is cut back after a
        // burst.
        try database.execute(sql: "PRAGMA wal_autocheckpoint = 16000")
        try database.execute(sql: "PRAGMA journal_size_limit = 67108864")
        // The pages that everybody's writes go to; the more there are, the fewer are read again.
        try database.execute(sql: "PRAGMA cache_size = -65536")
        // What a savepoint needs to be undone stays in memory.
        try database.execute(sql: "PRAGMA temp_store = MEMORY")
        // What was deleted is overwritten, however SQLite was built.
        try database.execute(sql: "PRAGMA secure_delete = ON")
    }
}
