import Basics
import Beacons
import Proximity

/// When a phone asks the server to take note that it is at a beacon.
public struct SightingRule: Sendable {
    /// The beacon must be estimated at most this many metres away.
    public var reach: Double
    /// It must have been the nearest for this many milliseconds, so that walking past is no visit.
    public var settling: Int64
    /// A code must have been heard within this many milliseconds.
    public var codeAge: Int64
    /// After a proof the same beacon is left alone for this many milliseconds.
    public var repeatAfter: Int64
    /// After a refusal the same beacon is left alone for this many milliseconds.
    public var retryAfter: Int64
    /// A code that took at least this many milliseconds to be refused as too old was late by the network's fault, and the
    /// next one is tried at once.
    public var slowAfter: Int64

    /// A rule of the given thresholds; distances in metres, times in milliseconds.
    public init(
        reach: Double, settling: Int64, codeAge: Int64, repeatAfter: Int64, retryAfter: Int64, slowAfter: Int64
    ) {
        self.reach = reach
        self.settling = settling
        self.codeAge = codeAge
        self.repeatAfter = repeatAfter
        self.retryAfter = retryAfter
        self.slowAfter = slowAfter
    }

    /// Within 6 m for 3 s, a code of the last 10 s, again after 10 minutes, a minute after a refusal, or at once when the
    /// network took 5 s and the code was too old by then.
    public static let standard = SightingRule(
        reach: 6, settling: 3000, codeAge: 10_000, repeatAfter: 600_000, retryAfter: 60_000, slowAfter: 5000)
}

/// Which beacon the phone stands at, and for which it may ask now.
struct SightingSchedule: Sendable {
    /// A beacon that has been silent for longer than this, in milliseconds, is not one to stand at.
    private static let silence: Int64 = 1500

    private let rule: SightingRule
    private var nearest: (identity: BeaconIdentity, since: Timestamp)?
    private var notBefore: [BeaconIdentity: Timestamp] = [:]
    private var mute: (identity: BeaconIdentity, since: Timestamp)?

    init(rule: SightingRule) {
        self.rule = rule
    }

    /// The beacon that the phone stands at, once it has stood there long enough and may ask about it.
    mutating func candidate(_ standing: RangedBeacon?, at now: Timestamp) -> BeaconIdentity? {
        guard let standing, (standing.distance ?? .infinity) <= rule.reach,
            now.milliseconds(since: standing.lastHeard) <= Self.silence
        else {
            nearest = nil
            return nil
        }
        if nearest?.identity != standing.identity { nearest = (standing.identity, now) }
        guard let nearest, now.milliseconds(since: nearest.since) >= rule.settling else { return nil }
        if let earliest = notBefore[standing.identity], now < earliest { return nil }
        return standing.identity
    }

    /// Whether `nearest` has been the nearest without a usable code for the age of a code; nil when it has one.
    mutating func isMuteForLong(_ nearest: BeaconIdentity?, at now: Timestamp) -> Bool {
        guard let nearest else {
            mute = nil
            return false
        }
        guard let known = mute, known.identity == nearest, known.since <= now else {
            mute = (nearest, now)
            return false
        }
        return now.milliseconds(since: known.since) >= rule.codeAge
    }

    /// Leaves the beacon alone while the server is asked, and for good measure afterwards.
    mutating func asked(_ identity: BeaconIdentity, at now: Timestamp) {
        postpone(identity, until: now.advanced(byMilliseconds: rule.repeatAfter), at: now)
    }

    /// Allows another try after a refusal.
    mutating func refused(_ identity: BeaconIdentity, at now: Timestamp) {
        postpone(identity, until: now.advanced(byMilliseconds: rule.retryAfter), at: now)
    }

    /// Allows the next try at once.
    mutating func wasLate(_ identity: BeaconIdentity, at now: Timestamp) {
        postpone(identity, until: now, at: now)
    }

    private mutating func postpone(_ identity: BeaconIdentity, until: Timestamp, at now: Timestamp) {
        if notBefore.count >= 1024 { notBefore = notBefore.filter { $0.value > now } }
        notBefore[identity] = until
    }
}
