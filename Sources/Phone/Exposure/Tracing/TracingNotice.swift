import Basics
import Exposure

/// What a phone tells its owner about tracing.
public struct TracingNotice: Equatable, Sendable {
    /// What it is about.
    public enum Kind: Equatable, Sendable {
        /// Tracing has run for this many days, and found nothing.
        case heartbeat(days: Int)
        /// Days of a possible infection that were not known before, the latest first.
        case exposure([ExposureDay])
        /// A report was taken; the keys are gone and tracing has stopped.
        case reported
        /// The server could no longer give so many batches, which were missed while the phone was off.
        case missedBatches(Int)
    }

    /// What it is about.
    public let kind: Kind
    /// The UTC day on which it was told.
    public let day: UTCDay

    /// A notice told on `day`.
    public init(kind: Kind, day: UTCDay) {
        self.kind = kind
        self.day = day
    }
}

/// How tracing on a phone stands.
public enum TracingState: Equatable, Sendable {
    /// It was never switched on: there are no keys.
    case never
    /// It sends and collects.
    case on
    /// Its owner switched it off; what was collected before is still compared.
    case off
    /// A report ended it: the keys are destroyed. What is published is still fetched, and thrown away.
    case reported
}
