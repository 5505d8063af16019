import Hummingbird
import NIOCore
import Synchronization

/// The answer to one request, which is there in time also where the work for it takes longer.
///
/// When nine tenths of the time are over the work's task is cancelled, so that what has not begun does not begin any more,
/// and mostly it ends by that with an answer of its own. What does not, such as a write that waits for a database which
/// does not answer, is not waited for: it goes on to its end in a task of its own, because it may have consequences for
/// others, and nobody is told of it. The time in which the request's body arrives is not counted; that has bounds of its
/// own.
final class TimedAnswer: Sendable {
    /// The work has not ended in time; what has become of it is not known.
    struct Late: Error {}

    private enum Phase {
        case working
        case cancelled(NIODeadline)
        case over
    }

    private struct State {
        var phase = Phase.working
        var continuation: CheckedContinuation<Response, any Error>?
        var task: Task<Void, Never>?
        /// Since when time is counted; nil while the body arrives.
        var countedSince: NIODeadline?
        var counted = TimeAmount.zero
        /// Whether whoever waits has been cancelled.
        var isAbandoned = false
    }

    private let watch: AnswerWatch
    private let patience: TimeAmount
    private let grace: TimeAmount
    private let state = Mutex(State())

    private init(_ seconds: Int64, _ watch: AnswerWatch) {
        self.watch = watch
        // What is left of the time lets the answer travel.
        self.patience = .milliseconds(seconds * 900)
        self.grace = .milliseconds(seconds * 50)
    }

    /// What `work` gives, or ``Late`` before `seconds` are over; `watch` has the clock, and `executor` runs the work.
    static func within(
        _ seconds: Int64, by watch: AnswerWatch, on executor: (any TaskExecutor)? = nil,
        _ work: @escaping @Sendable (TimedAnswer) async throws -> Response
    ) async throws -> Response {
        let answer = TimedAnswer(seconds, watch)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { answer.begin(work, on: executor, $0) }
        } onCancel: {
            answer.abandon()
        }
    }

    /// What `body` gives, which reads the request's body: that is not counted.
    ///
    /// - Throws: `CancellationError` when the time is over: nothing of the request is read any more.
    func reading<Value>(_ body: () async throws -> Value) async throws -> Value {
        let mayRead = state.withLock { state in
            guard case .working = state.phase else { return false }
            if let since = state.countedSince { state.counted = state.counted + (.now() - since) }
            state.countedSince = nil
            return true
        }
        guard mayRead else { throw CancellationError() }
        defer { state.withLock { $0.countedSince = .now() } }
        return try await body()
    }

    private func begin(
        _ work: @escaping @Sendable (TimedAnswer) async throws -> Response, on executor: (any TaskExecutor)?,
        _ continuation: CheckedContinuation<Response, any Error>
    ) {
        watch.add(self)
        let isAbandoned = state.withLock { state in
            state.continuation = continuation
            state.countedSince = .now()
            state.task = Task(executorPreference: executor) { [self] in
                do { end(.success(try await work(self))) } catch { end(.failure(error)) }
            }
            return state.isAbandoned
        }
        if isAbandoned { abandon() }
    }

    private func end(_ result: Result<Response, any Error>) {
        let continuation = state.withLock { state in
            state.phase = .over
            defer {
                state.continuation = nil
                state.task = nil
            }
            return state.continuation
        }
        watch.remove(self)
        continuation?.resume(with: result)
    }

    /// The one who waits is gone: the work may end as anything that is cancelled does.
    private func abandon() {
        let task = state.withLock { state in
            state.isAbandoned = true
            return state.task
        }
        task?.cancel()
    }

    /// Does what is due at `now`.
    func look(at now: NIODeadline) {
        let (task, late): (Task<Void, Never>?, CheckedContinuation<Response, any Error>?) = state.withLock { state in
            switch state.phase {
            case .over: return (nil, nil)
            case .working:
                guard let since = state.countedSince, state.counted + (now - since) >= patience else {
                    return (nil, nil)
                }
                state.phase = .cancelled(now)
                return (state.task, nil)
            case .cancelled(let instant):
                guard now - instant >= grace else { return (nil, nil) }
                state.phase = .over
                defer { state.continuation = nil }
                return (nil, state.continuation)
            }
        }
        task?.cancel()
        guard let late else { return }
        watch.remove(self)
        late.resume(throwing: Late())
    }
}
