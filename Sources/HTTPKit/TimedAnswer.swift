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
        case working, cancelled, over
    }

    private struct State {
        var phase = Phase.working
        var continuation: CheckedContinuation<Response, any Error>?
        var task: Task<Void, Never>?
        var timer: Scheduled<Void>?
        /// Since when time is counted; nil while the body arrives.
        var countedSince: NIODeadline?
        var counted = TimeAmount.zero
        /// Whether the time would have been over but for the body.
        var isTimerDue = false
        /// Whether whoever waits has been cancelled.
        var isAbandoned = false
    }

    private let loop: any EventLoop
    private let patience: TimeAmount
    private let grace: TimeAmount
    private let state = Mutex(State())

    private init(_ seconds: Int64, on loop: any EventLoop) {
        self.loop = loop
        // What is left of the time lets the answer travel.
        self.patience = .milliseconds(seconds * 900)
        self.grace = .milliseconds(seconds * 50)
    }

    /// What `work` gives, or ``Late`` before `seconds` are over; `loop` has the clock.
    static func within(
        _ seconds: Int64, on loop: any EventLoop,
        _ work: @escaping @Sendable (TimedAnswer) async throws -> Response
    ) async throws -> Response {
        let answer = TimedAnswer(seconds, on: loop)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { answer.begin(work, $0) }
        } onCancel: {
            answer.abandon()
        }
    }

    /// What `body` gives, which reads the request's body: that is not counted.
    ///
    /// - Throws: `CancellationError` when the time is over: nothing of the request is read any more.
    func reading<Value>(_ body: () async throws -> Value) async throws -> Value {
        let mayRead = state.withLock { state in
            guard state.phase == .working else { return false }
            if let since = state.countedSince { state.counted = state.counted + (.now() - since) }
            state.countedSince = nil
            return true
        }
        guard mayRead else { throw CancellationError() }
        defer {
            state.withLock { state in
                state.countedSince = .now()
                if state.isTimerDue { schedule(after: patience - state.counted, &state) }
                state.isTimerDue = false
            }
        }
        return try await body()
    }

    private func begin(
        _ work: @escaping @Sendable (TimedAnswer) async throws -> Response,
        _ continuation: CheckedContinuation<Response, any Error>
    ) {
        let isAbandoned = state.withLock { state in
            state.continuation = continuation
            state.countedSince = .now()
            schedule(after: patience, &state)
            state.task = Task {
                do { end(.success(try await work(self))) } catch { end(.failure(error)) }
            }
            return state.isAbandoned
        }
        if isAbandoned { abandon() }
    }

    private func schedule(after time: TimeAmount, _ state: inout State) {
        state.timer = loop.scheduleTask(in: time) { self.expire() }
    }

    private func end(_ result: Result<Response, any Error>) {
        let (continuation, timer) = state.withLock { state in
            state.phase = .over
            defer {
                state.continuation = nil
                state.timer = nil
                state.task = nil
            }
            return (state.continuation, state.timer)
        }
        timer?.cancel()
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

    private func expire() {
        let (task, late): (Task<Void, Never>?, CheckedContinuation<Response, any Error>?) = state.withLock { state in
            switch state.phase {
            case .over: return (nil, nil)
            case .working:
                guard let since = state.countedSince else {
                    state.isTimerDue = true
                    return (nil, nil)
                }
                let left = patience - state.counted - (.now() - since)
                if left > .zero {
                    schedule(after: left, &state)
                    return (nil, nil)
                }
                state.phase = .cancelled
                schedule(after: grace, &state)
                return (state.task, nil)
            case .cancelled:
                state.phase = .over
                defer { state.continuation = nil }
                return (nil, state.continuation)
            }
        }
        task?.cancel()
        late?.resume(throwing: Late())
    }
}
