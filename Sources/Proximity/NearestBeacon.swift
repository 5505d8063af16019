import Basics
import Beacons

/// Which beacon is nearest, without jumping to and fro between two that are about as near.
///
/// Another beacon takes over when it has been nearer by a fifth for two seconds, or at once when the present one's
/// proximity is unknown.
public struct NearestBeacon: Sendable {
    /// The nearest beacon at the last update, or nil when none was heard.
    public private(set) var current: BeaconIdentity?

    private var challenger: (identity: BeaconIdentity, since: Timestamp)?
    private let ratio: Double
    private let dwellMilliseconds: Int64

    /// A choice not yet made; another beacon must be nearer by `ratio`, at least 1, for `dwellMilliseconds`.
    public init(ratio: Double = 1.2, dwellMilliseconds: Int64 = 2000) {
        self.ratio = max(ratio, 1)
        self.dwellMilliseconds = dwellMilliseconds
    }

    /// Chooses among what is ranged at `now` and gives the choice.
    @discardableResult
    public mutating func update(_ ranged: [RangedBeacon], at now: Timestamp) -> BeaconIdentity? {
        let known = ranged.filter { $0.proximity != .unknown }
        guard let best = known.min(by: RangedBeacon.isNearer) else {
            choose(nil)
            return nil
        }
        guard let present = known.first(where: { $0.identity == current }) else {
            choose(best.identity)
            return current
        }
        guard best.identity != present.identity, (best.distance ?? .infinity) * ratio < present.distance ?? .infinity
        else {
            challenger = nil
            return current
        }
        if let challenger, challenger.identity == best.identity, challenger.since <= now {
            if now.milliseconds(since: challenger.since) >= dwellMilliseconds { choose(best.identity) }
        } else {
            challenger = (best.identity, now)
        }
        return current
    }

    private mutating func choose(_ identity: BeaconIdentity?) {
        current = identity
        challenger = nil
    }
}
