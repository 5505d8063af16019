import Basics
import Exposure

/// A change of what a phone remembers, for a store to repeat: all changes of a step together or none.
public enum TracingChange: Equatable, Sendable {
    /// State, keys and positions are now these.
    case settings(TracingSettings)
    /// These identifiers were heard.
    case observed([Observation])
    /// What was heard before `closedBefore` has become these contacts, and is to be forgotten.
    case contacts([Contact], closedBefore: Timestamp)
    /// A batch was compared and these contacts matched; by now `progress` says of which contacts only the day is needed.
    case compared(ComparedBatch, matched: [Contact], progress: BatchProgress)
    /// The days of exposure are now these and no others.
    case exposureDays([ExposureDay])
    /// What is of other days than these is to be forgotten.
    case kept(Range<UTCDay>)
}

/// What came of one batch of published keys; neither the keys nor whose they are.
///
/// The published system keeps every published key. They can be asked for again, and none of them says anything once
/// it was compared, so that this one keeps what they came to.
public struct ComparedBatch: Equatable, Sendable {
    /// When the batch was released.
    public let release: Timestamp
    /// How many keys it held.
    public let keys: Int
    /// How many contacts of this phone it matched.
    public let matches: Int

    /// What came of the batch of `release`.
    public init(release: Timestamp, keys: Int, matches: Int) {
        self.release = release
        self.keys = keys
        self.matches = matches
    }
}

/// What a step of tracing came to.
public struct TracingStep: Sendable {
    /// What to tell the owner, in order.
    public var notices: [TracingNotice] = []
    /// What a store has to repeat, in one transaction; empty for a tracer that keeps no journal.
    public var changes: [TracingChange] = []

    /// A change of nothing, to be filled in.
    public init() {}

    /// Adds what happened after.
    mutating func append(_ other: TracingStep) {
        notices += other.notices
        changes += other.changes
    }
}
