import Synchronization

/// Counts what came of reads that a replica was to answer.
final class ReplicaCounter: Sendable {
    /// What came of one.
    enum Outcome: String, CaseIterable {
        /// The replica has answered it.
        case answered
        /// The first server has, for the replica had not got so far, or its replay was in the way.
        case behind
        /// The first server has, for the replica could not be reached, or is none.
        case away
    }

    private let counts = Mutex<[Outcome: Int]>([:])

    /// Something came of one more.
    func count(_ outcome: Outcome) {
        counts.withLock { $0[outcome, default: 0] += 1 }
    }

    /// How many there were of each, by name.
    var figures: [String: Int] {
        counts.withLock { counts in
            Dictionary(uniqueKeysWithValues: Outcome.allCases.map { ($0.rawValue, counts[$0, default: 0]) })
        }
    }
}
