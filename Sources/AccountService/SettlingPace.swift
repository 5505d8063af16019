import Basics
import Synchronization

/// When the last days of a table are written anew: every five minutes, so that what came in between lies together.
final class SettlingPace: Sendable {
    /// The time from one settling to the next.
    static let seconds: Int64 = 300

    private let last = Mutex(Timestamp(milliseconds: .min))

    /// Whether it is time again at `now`; asking takes note of it.
    func isDue(at now: Timestamp) -> Bool {
        last.withLock { last in
            let elapsed = now.milliseconds(since: last)
            guard elapsed < 0 || elapsed >= Self.seconds * 1000 else { return false }
            last = now
            return true
        }
    }
}
