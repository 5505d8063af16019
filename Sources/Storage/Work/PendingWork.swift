import Synchronization

/// What a piece of work is to an engine.
enum WorkKind: Equatable, Sendable {
    /// A closure that only reads.
    case reading
    /// A closure that may write.
    case writing
    /// The same, for one that makes sure itself of what it has read.
    case writingOwnRows(WriteTurn?)
    /// No statements of a closure: the engine lets go of what it keeps of old rows of these tables.
    case tidying([String])
    /// The same, and the engine writes these tables anew.
    case rewriting([String])
}

/// A closure that waits for a thread of the database, with the task that waits for its answer.
///
/// The thread that took it out of the queue calls ``begin()``, then ``run(on:)`` (more than once, where the engine must
/// try again), and at last ``answer(_:)``.
protocol Work: AnyObject, Sendable {
    /// What the engine is to do.
    var kind: WorkKind { get }

    /// Whether the work is to be done; false when its task was cancelled meanwhile, which has its answer then.
    func begin() -> Bool

    /// Runs the closure and keeps its value.
    func run(on connection: any Connection) throws

    /// Answers the waiting task with `failure`, or with the value of the last run.
    func answer(_ failure: (any Error)?)
}

/// Work with a value of a certain type.
///
/// `@unchecked Sendable`: `value` is written and read only by the one thread that took the work out of the queue; the
/// rest is guarded by a lock.
final class PendingWork<Value: Sendable>: Work, @unchecked Sendable {
    private enum Phase {
        case new, waiting, begun, cancelled
    }

    private struct State {
        var phase = Phase.new
        var continuation: CheckedContinuation<Value, any Error>?

        /// Whoever takes it out answers; there is one answer.
        mutating func take() -> CheckedContinuation<Value, any Error>? {
            defer { continuation = nil }
            return continuation
        }
    }

    let kind: WorkKind
    private let body: @Sendable (any Connection) throws -> Value
    private let isGivenUp: Bool
    private let state = Mutex(State())
    private var value: Value?

    /// Work whose closure is `body`.
    ///
    /// - Parameter isGivenUp: Whether a task that is cancelled is answered at once though the closure has begun, which
    ///   goes on for nobody then. Only for closures that read.
    init(
        _ body: @escaping @Sendable (any Connection) throws -> Value, _ kind: WorkKind, isGivenUp: Bool = false
    ) {
        self.body = body
        self.kind = kind
        self.isGivenUp = isGivenUp
    }

    /// Puts the work into `queue` and waits for its answer.
    func wait(in queue: WorkQueue) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isCancelled = state.withLock { state in
                    guard state.phase == .new else { return true }
                    state.phase = .waiting
                    state.continuation = continuation
                    return false
                }
                guard !isCancelled else { return continuation.resume(throwing: CancellationError()) }
                if let refusal = queue.add(self) { answer(refusal) }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                switch state.phase {
                case .begun where !isGivenUp: return CheckedContinuation<Value, any Error>?.none
                case .begun: return state.take()
                case .new, .waiting, .cancelled:
                    state.phase = .cancelled
                    return state.take()
                }
            }
            waiting?.resume(throwing: CancellationError())
        }
    }

    func begin() -> Bool {
        state.withLock { state in
            guard state.phase == .waiting else { return false }
            state.phase = .begun
            return true
        }
    }

    func run(on connection: any Connection) throws {
        value = nil
        value = try body(connection)
    }

    func answer(_ failure: (any Error)?) {
        guard let continuation = state.withLock({ $0.take() }) else { return }
        if let failure {
            continuation.resume(throwing: failure)
        } else if let value {
            continuation.resume(returning: value)
        } else {
            continuation.resume(throwing: StorageError.closed)
        }
    }
}
