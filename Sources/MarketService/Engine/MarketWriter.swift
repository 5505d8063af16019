import Basics
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
        /// What is kept of them when another server handed them on.
        let note: CommandNote?
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
        /// Those who wait for the batch to end that is being written.
        var pauses: [CheckedContinuation<Void, Never>] = []
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
    private let rights: WriterRights
    private let logger: Logger
    private let counter = BatchCounter()
    private let lost = RepeatedLine("orders were not committed", level: .warning)
    private let state = Mutex(State())
    /// The sequence of the last batch of ours that was committed.
    private let sequence = Atomic<Int64>(-1)
    /// Since when the batch is being written that is now, in nanoseconds since the machine's start; 0 when none is.
    private let busySince = Atomic<UInt64>(0)
    /// How many batches are still written alone because one met with what another market's wrote: accounts that have
    /// orders in several markets make that likely for as long as they do.
    private let caution = Atomic<Int>(0)
    private static let cautiousBatches = 32
    /// How often the batch was run that is being written.
    private let runs = Atomic<Int>(0)
    /// Whether the next batch asks anew what everybody pays.
    private let hasOldRates = Atomic<Bool>(false)

    init(
        rules: MarketRules, database: any Database, clock: ServerClock, hub: MarketHub, limits: MarketLimits,
        rights: WriterRights, logger: Logger
    ) {
        number = rules.number
        engine = MarketEngine(rules: rules, limits: limits)
        self.database = database
        self.clock = clock
        self.hub = hub
        self.limits = limits
        self.rights = rights
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

    /// Carries out commands, one after another, here or on the server that writes the market, and returns their results
    /// after the commit.
    func submit(_ commands: [MarketCommand]) async throws(ServiceError) -> [CommandResult] {
        guard !commands.isEmpty else { return [] }
        if let entrance = rights.entrance { return try await entrance(commands, self) }
        do { return try await carryOut(commands) } catch { throw Self.failure(error) }
    }

    /// Carries out commands here, one after another, and returns their results after the commit.
    ///
    /// - Parameter note: What is kept of them in the same transaction.
    /// - Throws: ``WriterFault`` when this server may not write the market, or may not do this; nothing has happened then.
    func carryOut(_ commands: [MarketCommand], keeping note: CommandNote? = nil) async throws -> [CommandResult] {
        try await withCheckedThrowingContinuation { continuation in
            let submission = Submission(commands: commands, note: note, continuation: continuation)
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
    }

    /// Returns when the batch has ended that is being written now, if any is.
    func pause() async {
        await withCheckedContinuation { continuation in
            let (isClosed, sleeper): (Bool, CheckedContinuation<Void, Never>?) = state.withLock { state in
                if state.isClosed { return (true, nil) }
                state.pauses.append(continuation)
                return (false, state.takeSleeper())
            }
            if isClosed { continuation.resume() }
            sleeper?.resume()
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

    static func failure(_ error: any Error) -> ServiceError {
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
            let (batch, readings, pauses) = take()
            // No batch is being written here.
            for pause in pauses { pause.resume() }
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
                state.pauses = []
                state.waiting = 0
            }
            state.isClosed = true
            return (state.submissions, state.readings, state.pauses)
        }
        for submission in left.0 { submission.continuation.resume(throwing: ServiceError.market(.disabled)) }
        for reading in left.1 { reading.failed(ServiceError.market(.disabled)) }
        for pause in left.2 { pause.resume() }
    }

    /// Returns true when there is work, and false when the task is cancelled.
    private func sleepUntilWork() async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    guard state.submissions.isEmpty, state.readings.isEmpty, state.pauses.isEmpty, !Task.isCancelled
                    else { return true }
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

    private func take() -> ([Submission], [Reading], [CheckedContinuation<Void, Never>]) {
        state.withLock { state in
            let (readings, pauses) = (state.readings, state.pauses)
            state.readings = []
            state.pauses = []
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
                return (all, readings, pauses)
            }
            let some = Array(state.submissions[..<end])
            state.submissions.removeFirst(end)
            return (some, readings, pauses)
        }
    }

    private func write(_ batch: [Submission]) async {
        var batch = batch
        // Where some were withdrawn the transaction is run again without them.
        while !batch.isEmpty { batch = await attempt(batch) }
    }

    /// Writes a batch as one transaction and answers; returns what is to be written again.
    private func attempt(_ batch: [Submission]) async -> [Submission] {
        guard let permit = rights.permit(for: number) else {
            for submission in batch { submission.continuation.resume(throwing: WriterFault.notHere) }
            return []
        }
        let commands = batch.count == 1 ? batch[0].commands : batch.flatMap(\.commands)
        let notes = Self.notes(batch)
        let now = clock.now()
        let begun = DispatchTime.now().uptimeNanoseconds
        busySince.store(begun, ordering: .relaxed)
        runs.store(0, ordering: .relaxed)
        defer {
            busySince.store(0, ordering: .relaxed)
            mind(runs: runs.load(ordering: .relaxed))
        }
        if hasOldRates.exchange(false, ordering: .relaxed) { engine.forgetRates() }
        let outcome: BatchOutcome
        let turn: UInt64
        do {
            // It is no part of any one request.
            (outcome, turn) = try await withSpan("market.batch", context: .topLevel) { span in
                span.attributes["commands"] = commands.count
                let turn = WriteTurn("market_turns", isAlone: caution.load(ordering: .relaxed) > 0)
                return try await database.writeOwnRows(taking: turn) { [self] connection in
                    runs.add(1, ordering: .relaxed)
                    // It may have waited: for a thread, for a lock, or because the whole process was stopped.
                    guard rights.permit(for: number) == permit else { throw WriterFault.notHere }
                    let outcome = try engine.run(commands, at: now, epoch: permit.epoch, in: connection)
                    try Self.keep(notes, of: outcome.results, at: now, connection)
                    // Within the transaction, because whoever changes the same balances waits for it.
                    return (outcome, hub.nextTurn())
                }
            }
        } catch let withdrawn as WithdrawnCommands {
            let isOut = { (submission: Submission) in submission.note.map { withdrawn.ids.contains($0.id) } ?? false }
            for submission in batch where isOut(submission) {
                submission.continuation.resume(throwing: WriterFault.withdrawn)
            }
            return batch.filter { !isOut($0) }
        } catch {
            if !(error is CancellationError || error is WriterFault) {
                counter.lose(commands.count)
                lost.tell(logger, ["cause": "\(error)"], count: commands.count)
            }
            for submission in batch { submission.continuation.resume(throwing: error) }
            return []
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
        return []
    }

    /// Decides how careful the next batches are, after one that was run so often.
    private func mind(runs: Int) {
        let left = caution.load(ordering: .relaxed)
        caution.store(runs > 1 ? Self.cautiousBatches : max(0, left - 1), ordering: .relaxed)
    }

    /// The notes of a batch, each with the places of its results.
    private static func notes(_ batch: [Submission]) -> [(note: CommandNote, results: Range<Int>)] {
        var next = 0
        return batch.compactMap { submission in
            defer { next += submission.commands.count }
            return submission.note.map { ($0, next..<next + submission.commands.count) }
        }
    }

    /// Keeps what other servers are answered, or throws ``WithdrawnCommands``.
    private static func keep(
        _ notes: [(note: CommandNote, results: Range<Int>)], of results: [CommandResult], at now: Timestamp,
        _ connection: any Connection
    ) throws {
        guard !notes.isEmpty else { return }
        let answers = notes.map { note, places in (id: note.id, answer: note.answer(Array(results[places]))) }
        let withdrawn = try ForwardedCommandStore(connection).keep(answers, at: now)
        if !withdrawn.isEmpty { throw WithdrawnCommands(ids: Set(withdrawn)) }
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

/// Commands of other servers that were withdrawn while they waited.
private struct WithdrawnCommands: Error {
    let ids: Set<[UInt8]>
}

extension MarketWriter.State {
    fileprivate mutating func takeSleeper() -> CheckedContinuation<Void, Never>? {
        defer { sleeper = nil }
        return sleeper
    }
}
