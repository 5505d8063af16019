import Synchronization

/// What a piece of work is to an engine.
enum WorkKind: Equatable, Sendable {
    /// A closure that only reads.
    case reading
    /// A closure that may write.
    case writing
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

    /// Whether the work is to be done; when its task was cancelled meanwhile, the task is answered and this is false.
    func begin() -> Bool

    /// Runs the closure and keeps its value.
    func run(on connection: any Connection) throws

    /// Answers the waiting task with `failure`, or with the value of the last run.
    func answer(_ failure: (any Error)?)
}

/// Work with a value of a certain type.
///
/// `@unchecked Sendable`: `continuation` is written before the work enters the queue, `value` only by the one thread
/// that took it out of there, and the queue's lock orders the two.
final class PendingWork<Value: Sendable>: Work, @unchecked Sendable {
    private enum State: UInt8, AtomicRepresentable {
        case waiting, begun, cancelled
    }

    let kind: WorkKind
    private let body: @Sendable (any Connection) throws -> Value
    private let state = Atomic<State>(.waiting)
    private var continuation: CheckedContinuation<Value, any Error>?
    private var value: Value?

    init(_ body: @escaping @Sendable (any Connection) throws -> Value, _ kind: WorkKind) {
        self.body = body
        self.kind = kind
    }

    /// Puts the work into `queue` and waits for its answer.
    func wait(in queue: WorkQueue) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                self.continuation = continuation
                if let refusal = queue.add(self) { continuation.resume(throwing: refusal) }
            }
        } onCancel: {
            // Whoever takes it out of the queue answers; only the state is shared with that thread.
            _ = state.compareExchange(expected: .waiting, desired: .cancelled, ordering: .relaxed)
        }
    }

    func begin() -> Bool {
        if state.compareExchange(expected: .waiting, desired: .begun, ordering: .relaxed).exchanged { return true }
        answer(CancellationError())
        return false
    }

    func run(on connection: any Connection) throws {
        value = nil
        value = try body(connection)
    }

    func answer(_ failure: (any Error)?) {
        guard let continuation else { return }
        self.continuation = nil
        if let failure {
            continuation.resume(throwing: failure)
        } else if let value {
            continuation.resume(returning: value)
        } else {
            continuation.resume(throwing: StorageError.closed)
        }
    }
}
