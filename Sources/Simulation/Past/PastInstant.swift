import Basics
import HTTPKit
import Synchronization

/// The instant at which a past is, for services that live through it.
final class PastInstant: Sendable {
    private let instant: Mutex<Timestamp>

    init(_ instant: Timestamp) {
        self.instant = Mutex(instant)
    }

    var value: Timestamp {
        get { instant.withLock { $0 } }
        set { instant.withLock { $0 = newValue } }
    }

    /// The clock of services in this past.
    var clock: ServerClock { ServerClock { self.value } }
}
