import Basics
import Exposure
import ExposureWire

/// What a synchronisation came to.
public struct SyncReport: Equatable, Sendable {
    /// How many batches were compared.
    public var batches = 0
    /// How many published keys they held.
    public var keys = 0
    /// How many entries of them were no keys and were skipped.
    public var skipped = 0
    /// How many contacts of this phone they matched.
    public var matched = 0
    /// How many batches were missed, since the server has them no more.
    public var missed = 0
    /// The batches that are still to be compared although later ones were, the oldest first; a warning may be among them.
    public var gaps: [BatchGap] = []
    /// Days of a possible infection, the latest first; all that are known.
    public var exposureDays: [ExposureDay] = []
    /// What the owner is to be told.
    public var notices: [TracingNotice] = []
    /// Whether the server's key was taken on trust just now, since none was known.
    public var hasTrustedAnew = false
    /// Whether it was all thrown away, since a report had ended tracing here; it is fetched so that this does not show.
    public var isThrownAway = false
    /// The parameter for which the rule that the server gave was not taken; nil when there was nothing wrong with it.
    public var ruleFault: RiskParametersFault?
    /// When to ask again; nil when there is nothing to ask for.
    public var next: Timestamp?
    /// Why it ended early; what came before counts.
    public var failure: SyncFailure?

    /// Nothing yet.
    public init() {}
}

/// Why a synchronisation came to no batch, or to none after the last that was compared; the phone asks for the same again.
public enum SyncFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// Tracing was never switched on.
    case nothingToCompare
    /// The server gave no answer that is of use.
    case server(ExposureServerError)
    /// The phone's clock and the server's differ by so many seconds; positive when the phone's is ahead.
    case clock(difference: Int64)
    /// The batch is not signed by the key that is trusted.
    case signature(SignatureFault)
    /// The batch is no batch, although it is signed.
    case batch(BatchError)
    /// The batch is not the one that was asked for.
    case wrongBatch
    /// The server says that there is no batch of a release that was hours ago.
    case withheld(release: Timestamp)
    /// The server signs with another key than the one that is trusted.
    case changedKey
    /// The public key that was given or told is none.
    case unusableKey
    /// What was found could not be written down.
    case store(TracingStoreError)

    /// The stable text of this failure for programs.
    public var code: String {
        switch self {
        case .nothingToCompare: "sync.nothing_to_compare"
        case .server(.unreachable): "sync.unreachable"
        case .server(.later): "sync.later"
        case .server(.refused): "sync.refused"
        case .server(.malformed): "sync.malformed"
        case .clock: "sync.clock"
        case .signature: "sync.signature"
        case .batch: "sync.batch"
        case .wrongBatch: "sync.wrong_batch"
        case .withheld: "sync.withheld"
        case .changedKey: "sync.changed_key"
        case .unusableKey: "sync.unusable_key"
        case .store: "sync.store"
        }
    }

    /// What this says of one batch alone; nil when it says something of the phone, or of the server as a whole.
    package var gapReason: BatchGap.Reason? {
        switch self {
        case .nothingToCompare, .server(.later), .changedKey, .unusableKey, .store: nil
        case .server(.unreachable): .unreachable
        case .server(.refused): .refused
        case .server(.malformed): .malformed
        case .clock: .clock
        case .signature: .signature
        case .batch: .batch
        case .wrongBatch: .wrongBatch
        case .withheld: .withheld
        }
    }

    /// The reason in words.
    public var description: String {
        switch self {
        case .nothingToCompare: "there is nothing to compare: tracing was never switched on"
        case .server(.later(let seconds)): "the server asks to wait for \(seconds) s"
        case .server(.unreachable(let reason)), .server(.malformed(let reason)): reason
        case .server(.refused(let status)): "the server refused with status \(status)"
        case .clock(let difference):
            "this device's clock is \(abs(difference)) s \(difference > 0 ? "ahead of" : "behind") the server's; "
                + "set it right, since encounters are compared by time"
        case .signature: "the answer is not signed as the trusted server signs; nothing of it was used"
        case .batch: "the batch is damaged; nothing of it was used"
        case .wrongBatch: "the server gave a batch other than the one asked for; nothing of it was used"
        case .withheld(let release):
            "the server says that it has no batch of \(release.rfc3339), which was released hours ago; a warning may "
                + "be in it: tell its operator"
        case .changedKey:
            "the server signs with another key than this device trusts; if its operator says so, delete and begin anew"
        case .unusableKey: "the server's public key cannot be used"
        case .store(let error): "what was found could not be written down: \(error.description)"
        }
    }
}
