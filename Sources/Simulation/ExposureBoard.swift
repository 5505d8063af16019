import API
import Synchronization

/// What the page is shown of tracing: written by the simulation about once a second while somebody looks.
package final class ExposureBoard: Sendable {
    /// For how long after a look somebody is taken to be still there.
    private static let patience = Duration.seconds(20)
    /// For how long what was written is new enough.
    private static let freshness = Duration.seconds(5)
    /// How long a look waits for something new, and how often it looks meanwhile.
    private static let wait = Duration.seconds(8)
    private static let glance = Duration.milliseconds(100)

    private struct State {
        var body: DemoExposureBody?
        var shownAt: ContinuousClock.Instant?
        var lastLook: ContinuousClock.Instant?
    }

    private let state = Mutex(State())

    /// A board with nothing on it yet.
    package init() {}

    /// The newest, which may have to be written first; nil when that takes too long, as before the simulation has begun.
    func look() async throws -> DemoExposureBody? {
        let end = ContinuousClock.now.advanced(by: Self.wait)
        while true {
            let now = ContinuousClock.now
            let fresh = state.withLock { state -> DemoExposureBody? in
                state.lastLook = now
                guard let shownAt = state.shownAt, shownAt.duration(to: now) < Self.freshness else { return nil }
                return state.body
            }
            if let fresh { return fresh }
            guard now < end else { return state.withLock { $0.body } }
            try await Task.sleep(for: Self.glance)
        }
    }

    /// Whether it is worth writing.
    var isWatched: Bool {
        state.withLock { state in
            state.lastLook.map { $0.duration(to: .now) < Self.patience } ?? false
        }
    }

    /// Puts up the newest.
    func show(_ body: DemoExposureBody) {
        state.withLock { state in
            state.body = body
            state.shownAt = .now
        }
    }
}
