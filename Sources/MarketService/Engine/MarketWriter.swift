import Dispatch
import HTTPKit
import LedgerService
import Logging
import Market
import Storage
import Synchronization
import Tracing

/// The one who writes a market: it gathers commands into batches, carries each batch out in one transaction, and
/// answers after the commit.
///
/// Between two batches the book is exactly what was committed, and then it is read. While a batch is written no other
/// one begins.
final class MarketWriter: Sendable {
    /// Commands of one caller, which are answered together.
    fileprivate struct Submission {
        let commands: [MarketCommand]
        let continuation: CheckedContinuation<[CommandResult], any Error>
    }

    /// Somebody who wants to look at the book.
    fileprivate struct Reading {
        let body: @Sendable (MarketEngine) -> Void
        let failed: @Sendable (any Error) -> Void
    }

    fileprivate struct State {
        var submissions: [Submission] = []
        var readings: [Reading] = []
        /// Commands that wait.
        var waiting = 0
        var sleeper: CheckedContinuation<Void, Never>?
        var isClosed = false
    }

    /// What anybody may know of the market without waiting for a batch; nil until the database was looked at.
    private let publication = Mutex<PublishedMarket?>(nil)

    let number: Int
    private let engine: MarketEngine
    private let database: any Database
    private let clock: ServerClock
    private let hub: MarketHub
    private let limits: MarketLimits
    private let logger: Logger
    private let counter = BatchCounter()
    private let lost = RepeatedLine("orders were not committed", level: .warning)
    private let state = Mutex(State())
    /// The sequence of the last batch of ours that was committed.
    private let sequence = Atomic<Int64>(-1)
    /// Since when the batch is being written that is now, in nanoseconds since the machine's start; 0 when none is.
    private let busySince = Atomic<UInt64>(0)
    /// Whether the next batch asks anew what everybody pays.
    private let hasOldRates = Atomic<Bool>(false)

    init(
        rules: MarketRules, database: any Database, clock: ServerClock, hub: MarketHub, limits: MarketLimits,
        logger: Logger
    ) {
        number = rules.number
        engine = MarketEngine(rules: rules, limits: limits)
        self.database = database
        self.clock = clock
        self.hub = hub
        self.limits = limits
        self.logger = logger
    }

    /// The sequence that this writer knows of; below zero before the first batch.
    var knownSequence: Int64 { sequence.load(ordering: .relaxed) }

    /// What was published last; another server may have written since.
    var published: PublishedMarket? { publication.withLock { $0 } }

    /// Says that the database was at this sequence at some time after `instant`: what was published of it is true.
    func confirm(at sequence: Int64?, since instant: UInt64) {
        publication.withLock { published in
            guard published?.sequence == sequence, let confirmedAt = published?.confirmedAt else { return }
            published?.confirmedAt = max(confirmedAt, instant)
        }
    }

    private func publish(confirmedAt instant: UInt64) {
        let new = PublishedMarket(
            sequence: engine.sequence, ticker: engine.ticker(at: clock.now()), candles: engine.candles,
            confirmedAt: instant)
        publication.withLock { $0 = new }
    }

    /// How the writer is doing; asking waits for nothing.
    var figures: WriterFigures {
        let since = busySince.load(ordering: .relaxed)
        let now = DispatchTime.now().uptimeNanoseconds
        let busy = since > 0 && now > since ? Int64((now - since) / 1_000_000) : 0
        return state.withLock {
            WriterFigures(isOpen: !$0.isClosed, waiting: $0.waiting, busyMilliseconds: busy)
        }
    }

    /// What the writer has committed.
    var batchFigures: BatchFigures { counter.figures }

    // MARK: - Asking

    /// Carries out commands, one after another, and returns their results after the commit.
    func submit(_ commands: [MarketCommand]) async throws(ServiceError) -> [CommandResult] {
        guard !commands.isEmpty else { return [] }
        do {
            return try await withCheckedThrowingContinuation { continuation in
                let submission = Submission(commands: commands, continuation: continuation)
                let (refusal, sleeper): (ServiceError?, CheckedContinuation<Void, Never>?) = state.withLock { state in
                    if state.isClosed { return (.market(.disabled), nil) }
                    guard state.waiting + commands.count <= limits.waitingCommands else {
                        return (.request(.overloaded), nil)
                    }
                    state.waiting += commands.count
                    state.submissions.append(submission)
                    return (nil, state.takeSleeper())
                }
                if let refusal { continuation.resume(throwing: refusal) }
                sleeper?.resume()
            }
        } catch {
            throw Self.failure(error)
        }
    }

    /// Looks at the book as it is after everything that was answered before.
    func read<Value: Sendable>(_ body: @escaping @Sendable (MarketEngine) -> Value) async throws(ServiceError) -> Value
    {
        do {
            return try await withCheckedThrowingContinuation { continuation in
                let reading = Reading(
                    body: { continuation.resume(returning: body($0)) },
                    failed: { continuation.resume(throwing: $0) })
                let (refusal, sleeper): (ServiceError?, CheckedContinuation<Void, Never>?) = state.withLock { state in
                    if state.isClosed { return (.market(.disabled), nil) }
                    guard state.readings.count < limits.waitingCommands else { return (.request(.overloaded), nil) }
                    state.readings.append(reading)
                    return (nil, state.takeSleeper())
                }
                if let refusal { continuation.resume(throwing: refusal) }
                sleeper?.resume()
            }
        } catch {
            throw Self.failure(error)
        }
    }

    private static func failure(_ error: any Error) -> ServiceError {
        (error as? MarketError).map { .market($0) } ?? .from(error)
    }

    // MARK: - Working

    /// Lets the next batch ask anew what everybody pays.
    ///
    /// It waits for nothing: whoever says it also begins the work of new markets, and would wait for itself.
    func forgetRates() {
        hasOldRates.store(true, ordering: .relaxed)
    }

    /// Takes commands, which wait until ``run()`` works.
    func open() {
        state.withLock { $0.isClosed = false }
    }

    /// Works until its task is cancelled, and then refuses what waits.
    func run() async {
        open()
        while await sleepUntilWork() {
            let (batch, readings) = take()
            if !batch.isEmpty { await write(batch) }
            if !readings.isEmpty { await serve(readings, isFresh: !batch.isEmpty) }
            // Those who were answered go first, so that what they ask for next is in the next batch: much of what a
            // batch costs is writing the pages that it touches, and a batch of a thousand touches few more than one of
            // three hundred. When nobody asks, nothing waits here.
            await Task.yield()
        }
        let left = state.withLock { state in
            defer {
                state.submissions = []
                state.readings = []
                state.waiting = 0
            }
            state.isClosed = true
            return (state.submissions, state.readings)
        }
        for submission in left.0 { submission.continuation.resume(throwing: ServiceError.market(.disabled)) }
        for reading in left.1 { reading.failed(ServiceError.market(.disabled)) }
    }

    /// Returns true when there is work, and false when the task is cancelled.
    private func sleepUntilWork() async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    guard state.submissions.isEmpty, state.readings.isEmpty, !Task.isCancelled else { return true }
                    state.sleeper = continuation
                    return false
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.takeSleeper() }?.resume()
        }
        return !Task.isCancelled
    }

    private func take() -> ([Submission], [Reading]) {
        state.withLock { state in
            let readings = state.readings
            state.readings = []
            var count = 0
            var end = 0
            while end < state.submissions.count,
                end == 0 || count + state.submissions[end].commands.count <= limits.batch
            {
                count += state.submissions[end].commands.count
                end += 1
            }
            state.waiting -= count
            if end == state.submissions.count {
                let all = state.submissions
                state.submissions = []
                return (all, readings)
            }
            let some = Array(state.submissions[..<end])
            state.submissions.removeFirst(end)
            return (some, readings)
        }
    }

    private func write(_ batch: [Submission]) async {
        let commands = batch.count == 1 ? batch[0].commands : batch.flatMap(\.commands)
        let now = clock.now()
        let begun = DispatchTime.now().uptimeNanoseconds
        busySince.store(begun, ordering: .relaxed)
        defer { busySince.store(0, ordering: .relaxed) }
        if hasOldRates.exchange(false, ordering: .relaxed) { engine.forgetRates() }
        let outcome: BatchOutcome
        let turn: UInt64
        do {
            // It is no part of any one request.
            (outcome, turn) = try await withSpan("market.batch", context: .topLevel) { span in
                span.attributes["commands"] = commands.count
                return try await database.write { [engine, hub] connection in
                    // Within the transaction, because whoever changes the same balances waits for it.
                    (try engine.run(commands, at: now, in: connection), hub.nextTurn())
                }
            }
        } catch {
            if !(error is CancellationError) {
                counter.lose(commands.count)
                lost.tell(logger, ["cause": "\(error)"], count: commands.count)
            }
            for submission in batch { submission.continuation.resume(throwing: error) }
            return
        }
        engine.committed()
        counter.count(commands.count, nanoseconds: DispatchTime.now().uptimeNanoseconds - begun)
        sequence.store(engine.sequence, ordering: .relaxed)
        publish(confirmedAt: begun)
        if outcome.isChanged {
            hub.changed(market: number, trades: outcome.trades, accounts: outcome.accounts)
            let followed = hub.followed(among: outcome.accounts)
            if !followed.isEmpty { hub.tell(engine.changes(of: followed, turn: turn)) }
        }
        var next = 0
        for submission in batch {
            let end = next + submission.commands.count
            submission.continuation.resume(returning: Array(outcome.results[next..<end]))
            next = end
        }
    }

    /// Lets everybody look who waits; unless a batch has just been committed, somebody else may have written meanwhile.
    private func serve(_ readings: [Reading], isFresh: Bool) async {
        let begun = DispatchTime.now().uptimeNanoseconds
        if !isFresh || !engine.isCurrent {
            do {
                try await database.read { [engine] connection in try engine.refresh(connection) }
                sequence.store(engine.sequence, ordering: .relaxed)
            } catch {
                for reading in readings { reading.failed(error) }
                return
            }
        }
        for reading in readings { reading.body(engine) }
        publish(confirmedAt: begun)
    }
}

extension MarketWriter.State {
    fileprivate mutating func takeSleeper() -> CheckedContinuation<Void, Never>? {
        defer { sleeper = nil }
        return sleeper
    }
}
