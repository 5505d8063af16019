import Basics
import Exposure

/// What a phone remembers of its own tracing, as opposed to what it heard.
public struct TracingSettings: Equatable, Sendable {
    /// How tracing stands.
    public var state = TracingState.never
    /// The day on which that state began; nil for `never`.
    public var since: UTCDay?
    /// The day on which tracing was first switched on, from which heartbeats count.
    public var startedOn: UTCDay?
    /// The own keys; nil before the first start and after a report.
    public var keys: KeyChain?
    /// From which the order of the day's identifiers and the addresses come; nil when `keys` is.
    public var daySeed: DaySeed?
    /// The release of the last batch that was compared, or thrown away after a report; nil before tracing was ever switched on.
    public var lastBatch: Timestamp?
    /// The batches before that one that could not be compared and are asked for again, the oldest first.
    public var gaps: [BatchGap] = []
    /// When batches were last asked for with success.
    public var lastSync: Timestamp?
    /// When they are to be asked for again.
    public var nextSync: Timestamp?
    /// When the next upload goes out that only looks like a report.
    public var nextDecoy: Timestamp?
    /// The longest heartbeat that was told or passed over, in days.
    public var lastHeartbeat = 0
    /// Names this installation in the code for the authority; it joins nothing else.
    public var application: Identifier128
    /// The server and the key that its batches are signed with.
    public var server: KnownServer?
    /// The numbers of the risk rule that the server gave with the last batch; nil = those that are compiled in.
    public var riskParameters: RiskParameters?
    /// A report that was begun and not answered yet.
    public var pendingReport: PendingReport?
    /// What is remembered for a venue, if the owner wants that.
    public var venueDays = VenueDayMemory()
    /// What the owner was told, oldest first.
    public var notices: [TracingNotice] = []

    /// Tracing that was never switched on, in a new installation.
    public init(using random: inout some RandomNumberGenerator) {
        application = Identifier128(high: random.next(), low: random.next())
    }

    /// Which batches were compared; nil before tracing was ever switched on.
    var progress: BatchProgress? {
        lastBatch.map { BatchProgress(last: $0, gaps: gaps.map(\.release)) }
    }

    /// Of an installation that is known.
    init(application: Identifier128) {
        self.application = application
    }
}

/// A server whose batches a phone trusts.
public struct KnownServer: Equatable, Sendable {
    /// Where it is, such as `https://cerca.example`.
    public var base: String
    /// The public key in PEM form that its signatures are checked with.
    public var publicKey: String
    /// For how many days it keeps batches.
    public var retentionDays: Int
    /// Whether its codes for reports end with a check digit; nil while it was not asked.
    ///
    /// It is asked when batches are: a phone that asked before a report would show that it is none of the decoys.
    public var codesHaveCheckDigit: Bool?

    /// The server at `base`, which signs with the private part of `publicKey`.
    public init(base: String, publicKey: String, retentionDays: Int, codesHaveCheckDigit: Bool? = nil) {
        self.base = base
        self.publicKey = publicKey
        self.retentionDays = retentionDays
        self.codesHaveCheckDigit = codesHaveCheckDigit
    }
}

/// A report on its way: all that is needed to ask again in the same words.
public struct PendingReport: Equatable, Sendable {
    /// What is to be published.
    public var key: PublishedKey
    /// Names this attempt, so that a server that has taken it answers as it did.
    public var attempt: Identifier128
    /// A keyed digest of the code, to know whether it is the same one.
    public var codeDigest: [UInt8]

    /// A report of `key`.
    public init(key: PublishedKey, attempt: Identifier128, codeDigest: [UInt8]) {
        self.key = key
        self.attempt = attempt
        self.codeDigest = codeDigest
    }
}
