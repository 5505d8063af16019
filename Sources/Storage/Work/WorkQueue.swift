import Dispatch
import Synchronization

/// The bounded queue between tasks, which must not block, and the threads that work for them.
///
/// Above its limit it refuses at once, so that load which cannot be served shows itself as an error to the caller, who
/// can say "try again", and not as memory and delay.
final class WorkQueue: Sendable {
    private struct State {
        /// Work in order of arrival; the places before `head` are empty.
        var waiting: [(any Work)?] = []
        var head = 0
        /// Threads asleep for which no signal is on its way.
        var sleepers = 0
        var threads: Int
        var refused = 0
        var isClosed = false
        var closers: [CheckedContinuation<Void, Never>] = []

        mutating func takeFirst() -> (any Work)? {
            guard head < waiting.count else { return nil }
            let work = waiting[head]
            waiting[head] = nil
            head += 1
            if head == waiting.count || head == 4096 {
                waiting.removeFirst(head)
                head = 0
            }
            return work
        }
    }

    /// How much may wait.
    let limit: Int
    private let state: Mutex<State>
    private let signal = DispatchSemaphore(value: 0)

    /// A queue for `threads` threads, each of which ends with ``threadEnded()``.
    init(limit: Int, threads: Int) {
        self.limit = max(1, limit)
        state = Mutex(State(threads: threads))
    }

    /// Puts `work` at the end, or returns why it is refused.
    func add(_ work: any Work) -> StorageError? {
        let (refusal, wakes): (StorageError?, Bool) = state.withLock { state in
            if state.isClosed { return (.closed, false) }
            if state.waiting.count - state.head >= limit {
                state.refused += 1
                return (.overloaded, false)
            }
            state.waiting.append(work)
            guard state.sleepers > 0 else { return (nil, false) }
            state.sleepers -= 1
            return (nil, true)
        }
        if wakes { signal.signal() }
        return refusal
    }

    /// The first work, as soon as there is some; nil when the queue is closed and empty, and the thread is to end.
    func take() -> (any Work)? {
        while true {
            let (work, ends): ((any Work)?, Bool) = state.withLock { state in
                if let work = state.takeFirst() { return (work, false) }
                if state.isClosed { return (nil, true) }
                state.sleepers += 1
                return (nil, false)
            }
            if work != nil || ends { return work }
            signal.wait()
        }
    }

    /// The first work if some waits already.
    func takeIfWaiting() -> (any Work)? {
        state.withLock { $0.takeFirst() }
    }

    /// How its threads are doing, of which `connected` have a connection that works; all of them unless told.
    func figures(_ name: String, connected: Int? = nil) -> DatabaseFigures.Pool {
        state.withLock { state in
            DatabaseFigures.Pool(
                name: name, limit: state.threads, connected: connected ?? state.threads,
                working: max(0, state.threads - state.sleepers), waiting: state.waiting.count - state.head,
                refused: state.refused)
        }
    }

    /// Refuses new work from now on; the threads finish what waits.
    func refuseNewWork() {
        let sleepers = state.withLock { state in
            state.isClosed = true
            defer { state.sleepers = 0 }
            return state.sleepers
        }
        for _ in 0..<sleepers { signal.signal() }
    }

    /// Refuses new work, and returns when the last thread has ended.
    func close() async {
        refuseNewWork()
        await withCheckedContinuation { continuation in
            let ended = state.withLock { state in
                guard state.threads > 0 else { return true }
                state.closers.append(continuation)
                return false
            }
            if ended { continuation.resume() }
        }
    }

    /// Says that one thread has let go of everything that it held.
    func threadEnded() {
        let closers: [CheckedContinuation<Void, Never>] = state.withLock { state in
            state.threads -= 1
            guard state.threads == 0 else { return [] }
            defer { state.closers = [] }
            return state.closers
        }
        for closer in closers { closer.resume() }
    }
}
