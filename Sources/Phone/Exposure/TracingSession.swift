import Basics
import Beacons
import Exposure
import Radio

/// Owns a phone's tracing, which the radio, the clock, the network and other processes all touch.
///
/// Every step is in the store before anything of it is seen outside. When another process changed the store, tracing is
/// read from it anew and the step is taken again.
public actor TracingSession {
    /// What is sent, for the radio to ask.
    public nonisolated let broadcast = TracingBroadcast()

    /// Tracing as of the last step.
    public private(set) var tracer: Tracer
    private let store: TracingDatabase?
    private var generation: Int64 = 0
    private var random = SystemRandomNumberGenerator()

    /// Tracing that is kept in memory alone.
    public init(tracer: Tracer) {
        self.tracer = tracer
        store = nil
    }

    /// Tracing as the store has it.
    public init(
        store: TracingDatabase, policy: TracingPolicy = .standard, rule: RiskRule = .cerca
    ) throws(TracingStoreError) {
        let (snapshot, generation) = try store.load()
        tracer = Tracer(restoring: snapshot, policy: policy, rule: rule, keepsJournal: true)
        self.store = store
        self.generation = generation
    }

    /// Takes a step, and writes it down.
    @discardableResult
    public func take(_ step: (inout Tracer) -> TracingStep) throws(TracingStoreError) -> [TracingNotice] {
        for _ in 0..<10 {
            var next = tracer
            let result = step(&next)
            do {
                if let store, !result.changes.isEmpty { generation = try store.apply(result.changes, to: generation) }
            } catch {
                guard error == .changedMeanwhile else { throw error }
                try reload()
                continue
            }
            tracer = next
            broadcast.send(tracer.currentSignal)
            return result.notices
        }
        throw .changedMeanwhile
    }

    /// Takes in an advertisement.
    public func hear(_ advertisement: HeardAdvertisement) {
        tracer.hear(advertisement)
    }

    /// Lives a second.
    public func tick(at now: Timestamp) throws(TracingStoreError) -> [TracingNotice] {
        if let store, try store.generation() != generation { try reload() }
        return try take { $0.tick(at: now) }
    }

    /// Writes down what was heard lately, before the process ends.
    public func flush() throws(TracingStoreError) {
        try take { $0.flush() }
    }

    /// Switches tracing on; false after a report, when only deleting everything makes a beginning.
    public func switchOn(at now: Timestamp) throws(TracingStoreError) -> Bool {
        var isOn = false
        try take { tracer in
            let step = tracer.switchOn(at: now, using: &random)
            isOn = step != nil
            return step ?? TracingStep()
        }
        return isOn
    }

    /// Begins a report, or goes on with the one that was begun; it is in the store when this returns.
    func beginReport(codeDigest: [UInt8], at now: Timestamp) throws(TracingStoreError) -> PendingReport? {
        var report: PendingReport?
        try take { tracer in
            let begun = tracer.beginReport(codeDigest: codeDigest, at: now, using: &random)
            report = begun?.report
            return begun?.step ?? TracingStep()
        }
        return report
    }

    private func reload() throws(TracingStoreError) {
        guard let store else { return }
        let (snapshot, generation) = try store.load()
        let unsaved = tracer.unsaved ?? []
        tracer = Tracer(restoring: snapshot, policy: tracer.policy, rule: tracer.rule, keepsJournal: true)
        tracer.hearAgain(unsaved)
        self.generation = generation
    }
}
