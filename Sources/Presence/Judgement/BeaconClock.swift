import Basics

/// What the server knows of one beacon's clock: how far it can be from the server's, at least and at most.
///
/// The offset is the beacon's clock minus the server's, in milliseconds. A beacon cannot be asked for it; all that
/// ever comes is codes, by way of phones that may lie. One thing they cannot do is hear a code before it is sent:
///
/// - **The floor is proof.** A code of window `w` that is here at `now` was sent at or before `now`, when the beacon's
///   clock had reached `w · period`. A clock runs on, so it reads at least that now: offset ≥ `w · period − now`.
///   Who holds a code back, relays it or replays it only makes `now` later and the bound weaker; a stronger one needs
///   a code that the beacon has not sent yet, that is, its key.
/// - **There is no such proof of a ceiling.** "The code was heard late in its window" is the claim of a phone, and a
///   replay is always late. A ceiling learned from sightings could be pushed under the truth by a single replay, and
///   honest codes would be refused from then on. So the ceiling is known at installation and only loosens.
///
/// A loose ceiling gives nothing away: windows that the beacon has not reached have no codes to replay. It costs a
/// few cached codes. A loose floor is what a replay lives on: the oldest accepted code went off the air less than
/// one period + (offset − floor) ago. These hold whatever is sent to the server, and tests play the adversary:
///
/// 1. The floor is never above the truth, as long as the clock keeps within `driftPartsPerMillion`.
/// 2. Accepted sightings only ever raise the floor: at every later instant it is at least what it would have been
///    without them. The accepted windows cannot be dragged back towards older codes.
/// 3. Time alone lowers the floor by 150 ms in 1000 s, which is less than time raises `now`; so the oldest accepted
///    window never moves back, not even when the server's own clock is set back, because no instant before `asOf`
///    is believed. A code that has been refused as stale stays refused.
///
/// What remains is to keep honest phones away from the server, with a jammer for instance: the floor then loosens by
/// 13 s a day, and stops at `toleranceMilliseconds`.
public struct BeaconClock: Sendable, Equatable {
    /// How fast a beacon's clock may be or drift against the server's, in parts per million (Eddystone-EID, "Clock").
    public static let driftPartsPerMillion: Int64 = 150

    /// How far from its set-up time an installer may leave the clock, either way, in milliseconds.
    public static let installationToleranceMilliseconds: Int64 = 30_000

    /// How far the bounds may move from the last floor that a sighting confirmed, either way, in milliseconds.
    ///
    /// Fifteen minutes are 69 days of drift. They bound how many codes a server computes for a beacon, and how old
    /// a replay can be after a long silence. A beacon that was silent for longer may need its clock to be set again.
    public static let toleranceMilliseconds: Int64 = 900_000

    /// The least that the offset was at `asOf`, in milliseconds.
    public private(set) var floor: Int64

    /// The most that the offset was at `asOf`, in milliseconds.
    public private(set) var ceiling: Int64

    /// The instant of the server's clock for which `floor` and `ceiling` hold.
    public private(set) var asOf: Timestamp

    /// A clock that was set right, within 30 s, at `installation`.
    public init(installedAt installation: Timestamp) {
        self.init(
            floor: -Self.installationToleranceMilliseconds, ceiling: Self.installationToleranceMilliseconds,
            asOf: installation)
    }

    /// A clock as it was stored.
    ///
    /// Values that no clock of ours has are clamped to range: an offset of more than a thousand years, a ceiling
    /// under the floor or too far above it.
    public init(floor: Int64, ceiling: Int64, asOf: Timestamp) {
        self.floor = min(max(floor, -Self.farthest), Self.farthest)
        self.ceiling = min(max(ceiling, self.floor), self.floor + Self.toleranceMilliseconds)
        self.asOf = Timestamp(milliseconds: min(max(asOf.milliseconds, -Self.farthest), Self.farthest))
    }

    /// This clock, or, where it was set up by a machine whose own clock is ahead of `now` and has learned nothing since, one
    /// that was set up at `now`.
    ///
    /// No instant before `asOf` is believed, so codes would be refused until `now` has caught up. A clock that has learned
    /// something stays: that it does not go back is what keeps replays out when a server's clock is set back.
    public func clamped(to now: Timestamp) -> BeaconClock {
        guard asOf > now, self == BeaconClock(installedAt: asOf) else { return self }
        return BeaconClock(installedAt: now)
    }

    /// The least and the most that the offset can be at `now`, in milliseconds.
    public func bounds(at now: Timestamp) -> ClosedRange<Int64> {
        let loosening = loosening(at: believed(now))
        return floor - loosening...min(ceiling + loosening, floor + Self.toleranceMilliseconds)
    }

    /// The windows whose codes are accepted at `now`: those in which the beacon's clock can be, and one either side.
    ///
    /// The one below lets an honest phone take up to a whole period to deliver a code; the one above leaves room for
    /// a server's clock that was corrected.
    public func acceptedWindows(at now: Timestamp, periodSeconds: Int64) -> ClosedRange<Int64> {
        let bounds = bounds(at: now)
        let now = believed(now)
        let oldest = SecurityWindow.index(
            at: now.advanced(byMilliseconds: bounds.lowerBound), periodSeconds: periodSeconds)
        let newest = SecurityWindow.index(
            at: now.advanced(byMilliseconds: bounds.upperBound), periodSeconds: periodSeconds)
        return oldest - 1...newest + 1
    }

    /// Learns from a code of `window` that was received and accepted at `now`, by the server's clock.
    ///
    /// It must be the instant at which the server has the code, never the one at which a phone says it heard it: an
    /// earlier instant would raise the floor further than is proved.
    public mutating func learn(window: Int64, periodSeconds: Int64, at now: Timestamp) {
        let now = believed(now)
        let proved = SecurityWindow.start(of: window, periodSeconds: periodSeconds).milliseconds(since: now)
        let bounds = bounds(at: now)
        if proved > bounds.lowerBound {
            self = BeaconClock(floor: proved, ceiling: max(proved, bounds.upperBound), asOf: now)
        } else {
            confirm(at: now)
        }
    }

    /// Whether these bounds say enough more than the `stored` ones to be worth a write.
    ///
    /// At every sighting the floor may rise by a millisecond; a quarter of a second is where a replay begins to
    /// notice, and six hours keep `asOf` fresh enough for the tolerance. A busy beacon is thus written a few times a
    /// day and not at every sighting; forgetting what was not written is safe, since bounds only become looser.
    public func isWorthStoring(over stored: BeaconClock) -> Bool {
        let storedFloor = stored.bounds(at: asOf).lowerBound
        return floor - storedFloor >= 250 || asOf.milliseconds(since: stored.asOf) >= 21_600_000
    }

    /// Moves `asOf` on without claiming more: the floor has been seen to work, so it may go on loosening from here.
    ///
    /// Without this, a beacon whose clock runs as slow as is allowed would never raise its floor, and fall out of
    /// the tolerance after 69 days although it is heard daily. It moves by whole multiples of the time for which the
    /// loosening is a whole number: nothing is lost to rounding, however often it is called.
    private mutating func confirm(at now: Timestamp) {
        let atLimit = loosening(at: now) == Self.toleranceMilliseconds
        let remainder = atLimit ? 0 : now.milliseconds(since: asOf) % Self.exactMilliseconds
        let instant = now.advanced(byMilliseconds: -remainder)
        let bounds = bounds(at: instant)
        self = BeaconClock(floor: bounds.lowerBound, ceiling: bounds.upperBound, asOf: instant)
    }

    /// `now`, or `asOf` when the server's clock was set back before it; and no instant that would overflow.
    private func believed(_ now: Timestamp) -> Timestamp {
        Timestamp(milliseconds: min(max(now, asOf).milliseconds, Self.farthest))
    }

    /// How far either bound has moved since `asOf`, rounded up, in milliseconds.
    private func loosening(at now: Timestamp) -> Int64 {
        let parts = now.milliseconds(since: asOf) * Self.driftPartsPerMillion
        return min((parts + Self.million - 1) / Self.million, Self.toleranceMilliseconds)
    }

    private static let million: Int64 = 1_000_000

    /// The shortest time in which the bounds move by a whole number of milliseconds: 20 s, at 150 parts per million.
    private static let exactMilliseconds: Int64 = {
        var (divisor, rest) = (million, driftPartsPerMillion)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        return million / divisor
    }()

    /// More milliseconds than any instant or offset that is meant, and few enough for safe sums: a thousand years.
    private static let farthest: Int64 = 1000 * 366 * 86_400_000
}
