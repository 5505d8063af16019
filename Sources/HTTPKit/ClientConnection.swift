import Forwarding
import NIOCore
import Synchronization

/// A connection as those see it who answer its requests: where it comes from, and when the other side has gone.
package final class ClientConnection: Sendable {
    /// The connection whose requests this task answers; nil where there is none, as in tests without sockets.
    @TaskLocal static var current: ClientConnection?

    private struct State {
        var source: IPAddress?
        var hasGone = false
        var lastWatcher = 0
        var watchers: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())
    /// What runs the tasks that answer its requests; nil where any thread may.
    let executor: EventLoopTaskExecutor?

    /// A connection whose requests are answered on its own event loop; without one, on any thread.
    init(on eventLoop: (any EventLoop)? = nil) {
        executor = eventLoop.map(EventLoopTaskExecutor.init)
    }

    /// Where it comes from: its other end, or whom a trusted proxy names at its beginning.
    var source: IPAddress? { state.withLock { $0.source } }

    /// It has become known where the connection comes from.
    func comes(from source: IPAddress?) {
        state.withLock { $0.source = source }
    }

    /// The other side has gone, or will send nothing any more.
    func end() {
        let watchers = state.withLock { state in
            state.hasGone = true
            defer { state.watchers = [:] }
            return state.watchers.values
        }
        for watcher in watchers { watcher() }
    }

    /// What `body` gives; `whenGone` is called once if the other side goes meanwhile, or has gone already.
    ///
    /// Nothing is read from the connection for it, so that it goes on with its next request afterwards.
    package func watch<Value: Sendable>(
        _ body: () async throws -> Value, whenGone: @escaping @Sendable () -> Void
    ) async throws -> Value {
        let number: Int? = state.withLock { state in
            guard !state.hasGone else { return nil }
            state.lastWatcher += 1
            state.watchers[state.lastWatcher] = whenGone
            return state.lastWatcher
        }
        if number == nil { whenGone() }
        defer {
            if let number { state.withLock { _ = $0.watchers.removeValue(forKey: number) } }
        }
        return try await body()
    }
}
