import Logging
import Synchronization

/// A database on a PostgreSQL server: a pool of connections, each with a thread of its own, and a small one for reads
/// that may take long.
///
/// Several servers may work on the same database at the same time.
final class PostgresDatabase: Database {
    private let queue: WorkQueue
    private let history: WorkQueue
    /// What the workers of the two have in common, in the same order.
    private let pools: [PostgresPool]
    /// Where rows of tables of keys gather, by the table.
    private let gatherings = Mutex<[String: RowGathering]>([:])

    private init(queue: WorkQueue, history: WorkQueue, pools: [PostgresPool]) {
        self.queue = queue
        self.history = history
        self.pools = pools
    }

    deinit {
        queue.refuseNewWork()
        history.refuseNewWork()
    }

    /// Opens the database at `uri` and, with a plan, brings its schema up to date.
    static func open(
        uri: String, plan: MigrationPlan?, keyring: Keyring, logger: Logger, options: DatabaseOptions
    ) async throws -> PostgresDatabase {
        if let plan {
            try await WorkerThread.run("cerca.postgres.open") {
                try PostgresMigrations.run(plan, uri: uri, logger: logger, options: options)
            }
        }
        var system: String?
        if let replica = options.replica {
            system = try await WorkerThread.run("cerca.postgres.replica") {
                try PostgresReplica.check(replica, of: uri, options: options)
            }
        }
        var pools: [PostgresPool] = []
        func workers(_ name: String, threads: Int, limit: Int, system: String? = nil) -> WorkQueue {
            let queue = WorkQueue(limit: limit, threads: threads)
            // A pool of its own: what takes long must not stand in the way of a write that has to be alone.
            let pool = PostgresPool(uri: uri, keyring: keyring, options: options, logger: logger, system: system)
            pools.append(pool)
            for index in 0..<threads {
                WorkerThread.start("cerca.\(name).\(index)") {
                    PostgresWorker(pool).run(queue)
                    queue.threadEnded()
                }
            }
            return queue
        }
        let queue = workers("postgres", threads: max(1, options.connections ?? 8), limit: options.waitingLimit)
        let history = workers(
            "history", threads: max(1, options.historyConnections), limit: options.historyWaitingLimit, system: system)
        return PostgresDatabase(queue: queue, history: history, pools: pools)
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> Value) async throws -> Value {
        try await PendingWork(body, .reading).wait(in: queue)
    }

    func readUnlessCancelled<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try await PendingWork(body, .reading, isGivenUp: true).wait(in: queue)
    }

    func readHistory<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try await PendingWork(body, .reading).wait(in: history)
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> Value) async throws -> Value {
        try await PendingWork(body, .writing).wait(in: queue)
    }

    func writeOwnRows<Value: Sendable>(
        taking turn: WriteTurn?, _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try await PendingWork(body, .writingOwnRows(turn)).wait(in: queue)
    }

    func insertOnce(_ row: [SQLValue], into table: KeyTable) async throws -> Bool {
        let gathering = gatherings.withLock { gatherings in
            if let known = gatherings[table.name] { return known }
            let gathering = RowGathering(table, in: queue)
            gatherings[table.name] = gathering
            return gathering
        }
        return try await gathering.insert(row)
    }

    func tidy(_ tables: [String]) async throws {
        try await PendingWork({ _ in }, .tidying(tables)).wait(in: queue)
    }

    func rewrite(_ tables: [String]) async throws {
        try await PendingWork({ _ in }, .rewriting(tables)).wait(in: queue)
    }

    var figures: DatabaseFigures {
        var figures = DatabaseFigures()
        for (pool, (name, queue)) in zip(pools, [("main", queue), ("history", history)]) {
            figures.pools.append(queue.figures(name, connected: pool.connected.load(ordering: .relaxed)))
            pool.retries.add(to: &figures)
            if pool.system != nil { figures.replicaReads = pool.replicaReads.figures }
        }
        for gathering in gatherings.withLock({ Array($0.values) }) {
            let (waiting, refused) = gathering.counts
            figures.pools[0].waiting += waiting
            figures.pools[0].refused += refused
        }
        return figures
    }

    func close() async {
        queue.refuseNewWork()
        await history.close()
        await queue.close()
    }
}
