import Basics
import Exposure

/// A batch that could not be compared while a later one could; it is asked for again until the server no longer has it.
public struct BatchGap: Equatable, Sendable {
    /// What was wrong with the answer, by the code of the `SyncFailure`.
    public enum Reason: String, CaseIterable, Sendable {
        /// The server failed, or the answer was cut.
        case unreachable = "sync.unreachable"
        /// The server refused.
        case refused = "sync.refused"
        /// The answer lacks what belongs to a batch.
        case malformed = "sync.malformed"
        /// The answer is dated by another clock.
        case clock = "sync.clock"
        /// The batch is not signed by the trusted key, or is not what was signed.
        case signature = "sync.signature"
        /// The batch is damaged, although it is signed.
        case batch = "sync.batch"
        /// The answer is another batch.
        case wrongBatch = "sync.wrong_batch"
        /// The server says that there is no such batch.
        case withheld = "sync.withheld"
    }

    /// When the batch was released.
    public let release: Timestamp
    /// What was wrong the last time.
    public var reason: Reason
    /// How often the batch was asked for.
    public var attempts: Int
    /// When the batch is to be asked for again.
    public var next: Timestamp

    /// A batch that failed `attempts` times.
    public init(release: Timestamp, reason: Reason, attempts: Int = 1, next: Timestamp) {
        self.release = release
        self.reason = reason
        self.attempts = attempts
        self.next = next
    }
}

/// Up to which release batches were compared, and which of them were not.
public struct BatchProgress: Equatable, Sendable {
    /// The release of the last batch that was compared.
    let last: Timestamp
    /// The releases before it that were not.
    let gaps: [Timestamp]

    /// The encounter with only as much of its time as the batches that are still to be compared need.
    ///
    /// The two hours are kept while a batch of that same day is missing which was released before them: compared later, it
    /// must not match what anyone could send after its release.
    func coarsened(_ contact: Contact) -> Contact {
        let isNeeded = gaps.contains { $0 <= contact.date && $0 > contact.day.begin }
        return isNeeded ? contact : contact.coarsened(after: last)
    }
}
