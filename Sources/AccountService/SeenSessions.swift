import Basics
import ServiceKit
import Synchronization

/// Which sessions were used, by quarters of an hour, until that is written.
///
/// A request leaves a note in memory and waits for no write; each session is written at most once a quarter.
final class SeenSessions: Sendable {
    private struct State {
        var known: RecentlyUsed<[UInt8], Timestamp>
        var waiting: [[UInt8]: Timestamp] = [:]
    }

    private let state: Mutex<State>

    /// Notes of at most `capacity` sessions.
    init(capacity: Int) {
        state = Mutex(State(known: RecentlyUsed(capacity: capacity)))
    }

    /// Whether it is known here that the session with this digest was used since `earliest`; the use is noted if so.
    func goesOn(_ digest: [UInt8], at now: Timestamp, since earliest: Timestamp) -> Bool {
        guard let last = state.withLock({ $0.known.value(for: digest) }), last >= earliest else { return false }
        note(digest, at: now)
        return true
    }

    /// Notes that the session with this digest was used.
    func note(_ digest: [UInt8], at now: Timestamp) {
        let quarter = now.quarter
        state.withLock { state in
            guard state.known.value(for: digest) != quarter else { return }
            state.known.set(quarter, for: digest)
            state.waiting[digest] = quarter
        }
    }

    /// Takes out what waits to be written.
    func take() -> [[UInt8]: Timestamp] {
        state.withLock { state in
            let waiting = state.waiting
            state.waiting = [:]
            return waiting
        }
    }

    /// Puts back what could not be written.
    func putBack(_ taken: [[UInt8]: Timestamp]) {
        state.withLock { $0.waiting.merge(taken, uniquingKeysWith: { max($0, $1) }) }
    }
}
