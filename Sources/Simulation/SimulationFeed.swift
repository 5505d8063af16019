import API
import Synchronization

/// Carries frames from the simulation to whoever watches; watching changes nothing in the simulation.
package final class SimulationFeed: Sendable {
    /// Pages that may watch at once.
    static let capacity = 200

    private struct State {
        var watchers: [Int: AsyncStream<DemoFrameBody>.Continuation] = [:]
        var next = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    /// A feed that nobody watches.
    package init() {}

    /// The frames from now on; a slow reader misses frames, and nil means that too many watch already.
    func watch() -> AsyncStream<DemoFrameBody>? {
        let (stream, continuation) = AsyncStream<DemoFrameBody>.makeStream(bufferingPolicy: .bufferingNewest(4))
        let number = state.withLock { state -> Int? in
            guard !state.isClosed, state.watchers.count < Self.capacity else { return nil }
            state.next += 1
            state.watchers[state.next] = continuation
            return state.next
        }
        guard let number else { return nil }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.watchers[number] = nil }
        }
        return stream
    }

    /// Whether it is worth making a frame.
    var isWatched: Bool {
        state.withLock { !$0.watchers.isEmpty }
    }

    /// Shows a frame to everybody.
    func show(_ frame: DemoFrameBody) {
        for watcher in state.withLock({ Array($0.watchers.values) }) { watcher.yield(frame) }
    }

    /// Ends every stream, so that a server can stop.
    package func close() {
        let watchers = state.withLock { state in
            state.isClosed = true
            return Array(state.watchers.values)
        }
        for watcher in watchers { watcher.finish() }
    }
}
