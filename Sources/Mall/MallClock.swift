import Server
import Synchronization
import Time

/// The time in the simulated centre: it moves only when the simulation moves it.
public final class MallClock: Sendable {
    private let instant: Mutex<Timestamp>

    /// A clock that stands at `start`.
    public init(start: Timestamp) {
        instant = Mutex(start)
    }

    /// What the clock shows.
    public var now: Timestamp {
        instant.withLock { $0 }
    }

    /// Sets the clock forward.
    func advance(to next: Timestamp) {
        instant.withLock { $0 = max($0, next) }
    }

    /// The clock as the server reads it.
    public var serverClock: ServerClock {
        ServerClock { self.now }
    }
}
