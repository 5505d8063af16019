import Basics
import HTTPKit
import Synchronization

/// The time in the simulated centre: it moves only when the simulation moves it.
package final class SimulationClock: Sendable {
    private let instant: Mutex<Timestamp>

    /// How long before the day the visitors sign up, in seconds: so long that nobody takes their accounts for new ones.
    private static let seniority: Int64 = 10 * 86_400

    /// A clock for a day that begins at `start`; until then it stands ten days earlier.
    package init(start: Timestamp) {
        instant = Mutex(start.advanced(bySeconds: -Self.seniority))
    }

    /// What the clock shows.
    package var now: Timestamp {
        instant.withLock { $0 }
    }

    /// Sets the clock forward.
    func advance(to next: Timestamp) {
        instant.withLock { $0 = max($0, next) }
    }

    /// The clock as the server reads it.
    package var serverClock: ServerClock {
        ServerClock { self.now }
    }
}
