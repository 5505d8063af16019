import Basics
import HTTPKit
import Ledger
import LedgerService
import Logging
import Market
import ServiceKit
import ServiceLifecycle
import Storage
import Synchronization

/// Runs the markets for as long as the server runs.
struct MarketLifecycle: NamedService {
    let market: MarketService

    func run() async throws {
        await cancelWhenGracefulShutdown { await market.run() }
    }
}

extension MarketService {
    /// How often other processes' changes are looked for, in milliseconds.
    private static let lookEvery: Int64 = 1000

    /// Begins to run the markets without a service group, for tests and benchmarks, which end it with ``stop()``.
    package func start() {
        running.withLock { running in
            guard running.task == nil else { return }
            running.isRunning = true
            for writer in registry.known.writers.values { writer.open() }
            running.task = Task { await run() }
        }
    }

    /// Ends what ``start()`` began: what waits is refused, and this returns when nothing is being written any more.
    package func stop() async {
        let task = running.withLock { running in
            defer { running.task = nil }
            return running.task
        }
        task?.cancel()
        await task?.value
    }

    /// Runs a writer for each market, new ones as well, until the task is cancelled.
    func run() async {
        running.withLock { $0.isRunning = true }
        await withDiscardingTaskGroup { group in
            var known: Set<Int> = []
            group.addTask { await self.watchTime() }
            var isSharing = false
            while !Task.isCancelled {
                do {
                    try await refresh()
                    for (number, writer) in registry.known.writers where known.insert(number).inserted {
                        group.addTask { await writer.run() }
                    }
                    if !isSharing {
                        isSharing = true
                        group.addTask { await self.keepLeases() }
                    }
                    try await lookAround()
                    try await addUpVolumes()
                } catch {
                    // Whoever stops the server knows why nothing is looked at any more.
                    guard !Task.isCancelled else { break }
                    logger.warning("the markets could not be looked at", metadata: ["cause": "\(error)"])
                }
                try? await Task.sleep(for: .milliseconds(Self.lookEvery))
            }
            // While the writers still run: each ends its batch, and takes no other.
            await giveMarketsUp()
            group.cancelAll()
        }
        running.withLock { $0.isRunning = false }
    }

    /// Removes ids for sockets that are worth nothing any more, and answers that are kept no longer: without it, those of
    /// the last ones would stay for as long as nobody comes.
    package func prune(at now: Timestamp) async throws(ServiceError) {
        let deletions: [@Sendable (any Connection) throws -> Void] = [
            { try SocketTicketStore($0).removeExpired(at: now) }, { try OutgoingStore($0).prune(at: now) },
            { try KeptAnswerStore($0).removeExpired(at: now) }, { try ForwardedCommandStore($0).removeOld(at: now) },
        ]
        var chores = Chores()
        for delete in deletions {
            await chores.attempt { () throws(ServiceError) in try await database.writing(delete) }
        }
        try chores.finish()
    }

    /// Reads what markets and assets there are.
    package func refresh() async throws(ServiceError) {
        let turn = refreshes.withLock { refreshes in
            refreshes.begun += 1
            return refreshes.begun
        }
        let catalogue = try await database.reading { try CatalogueStore($0).catalogue() }
        let isNew = refreshes.withLock { refreshes in
            // Two that read at once may end in another order than they began: what is known never gets older.
            guard turn > refreshes.taken else { return false }
            refreshes.taken = turn
            return registry.replace(catalogue) { rules in
                MarketWriter(
                    rules: rules, database: database, clock: clock, hub: hub, limits: limits, rights: rights,
                    logger: logger)
            }
        }
        if isNew { hub.changedCatalogue() }
    }

    /// Tells the hub what other processes have changed since the last look.
    private func lookAround() async throws(ServiceError) {
        let last = seen.withLock { $0 }
        let (sequences, transfer, given, accounts) = try await database.reading { connection in
            let transfer = try TransferStore(connection).lastNumber()
            // At the first look there is nothing to compare with.
            let accounts: [LedgerAccount] =
                if let known = last.transfer, known < transfer {
                    try TransferStore(connection).accounts(after: known)
                } else {
                    []
                }
            return (
                try MarketStateStore(connection).sequences(), transfer, try TransferStore(connection).pointsGiven(),
                accounts
            )
        }
        // The numbers of points do not tell which are new, so anybody may have got them; and whoever follows something
        // before the first look may have read it before it changed.
        var isForeign = last.transfer == nil
        for (market, sequence) in sequences {
            let own = registry.known.writers[market]?.knownSequence ?? -1
            guard sequence > max(own, last.sequences[market] ?? 0) else { continue }
            hub.changed(market: market, trades: [], accounts: [])
            isForeign = true
        }
        if isForeign || given != last.pointsGiven { hub.changedEveryAccount(isOfOrders: isForeign) }
        hub.changed(accounts: accounts)
        seen.withLock { seen in
            seen.transfer = transfer
            seen.pointsGiven = given
            seen.sequences = sequences
        }
    }

    /// Adds up what was traded on the days that have ended since the last time.
    func addUpVolumes() async throws(ServiceError) {
        let today = TradedVolumeStore.day(of: clock.now())
        for rules in registry.known.catalogue.markets where writes(rules) {
            guard volumeDays.withLock({ $0[rules.number] ?? .min }) < today - 1 else { continue }
            try await addUpVolumes(of: rules, before: today)
            volumeDays.withLock { $0[rules.number] = today - 1 }
            registry.known.writers[rules.number]?.forgetRates()
        }
    }

    private func addUpVolumes(of rules: MarketRules, before today: Int64) async throws(ServiceError) {
        let progress = try await database.reading { try TradedVolumeStore($0).progress(of: rules.number) }
        if let progress, progress.day >= today - 1 { return }
        var last = progress?.lastFill ?? 0
        var volumes: [TradedDay: Int128] = [:]
        var isDone = false
        while !isDone {
            let after = last
            let some = try await database.readingHistory {
                try FillStore($0).fills(market: rules.number, after: after, limit: 5000)
            }
            for fill in some {
                let day = TradedVolumeStore.day(of: fill.at)
                if day >= today {
                    isDone = true
                    break
                }
                let notional = (try? rules.notional(ticks: fill.ticks, lots: fill.lots)) ?? 0
                for account in [fill.buyer, fill.seller] {
                    volumes[TradedDay(account: account, day: day), default: 0] += notional
                }
                last = fill.id
            }
            if some.count < 5000 { isDone = true }
        }
        let (sums, lastFill) = (volumes, last)
        try await database.writing { connection in
            try TradedVolumeStore(connection).put(
                sums, market: rules.number, throughDay: today - 1, lastFill: lastFill)
        }
    }
}
