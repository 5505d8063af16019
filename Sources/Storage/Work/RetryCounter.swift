import Synchronization

/// Counts how often transactions were begun again, and given up, in one pool.
final class RetryCounter: Sendable {
    private struct Counts {
        var retries: [String: Int] = [:]
        var givenUp = 0
    }

    private let counts = Mutex(Counts())

    /// A transaction met `reason`; it is begun again unless that has happened too often.
    func count(_ reason: StorageError, isGivenUp: Bool) {
        counts.withLock { counts in
            if !isGivenUp {
                counts.retries[reason.code, default: 0] += 1
            } else if reason == .busy {
                counts.givenUp += 1
            }
        }
    }

    /// Adds its counts to `figures`.
    func add(to figures: inout DatabaseFigures) {
        let counts = counts.withLock { $0 }
        figures.retries.merge(counts.retries, uniquingKeysWith: +)
        figures.givenUp += counts.givenUp
    }
}
