import Synchronization

/// Counts something by what it ended as.
package final class OutcomeCounter: Sendable {
    let name: String
    let help: String
    private let counts = Mutex<[String: Int]>([:])

    init(name: String, help: String) {
        self.name = name
        self.help = help
    }

    /// Counts one that ended so, such as `accepted` or the code of a refusal.
    package func count(_ outcome: String) {
        counts.withLock { $0[outcome, default: 0] += 1 }
    }

    /// The counts.
    var samples: [MetricFamily.Sample] {
        counts.withLock { $0 }.sorted { $0.key < $1.key }.map { MetricFamily.Sample($0.value, [("outcome", $0.key)]) }
    }
}
