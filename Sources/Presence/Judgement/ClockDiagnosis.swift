import Basics
import Beacons

/// What a refused code says about its beacon, for the person who looks after it.
///
/// Nothing is accepted because of a diagnosis: a code that was recorded and sent again an hour later looks the same as the
/// code of a clock that is an hour behind.
public enum ClockDiagnosis: Hashable, Sendable {
    /// The clock is this many milliseconds behind what earlier codes proved: it was set back, or codes are replayed.
    case wentBack(milliseconds: Int64)
    /// The clock is this many milliseconds ahead of the server's, or behind it when negative.
    case off(milliseconds: Int64)
    /// The key is right, and each code lasts this many seconds instead of the configured number.
    case otherPeriod(seconds: Int64)

    /// The periods that devices are set to by mistake, in seconds.
    static let usualPeriods: [Int64] = [8, 60, 5, 10, 15, 20, 30, 120, 300, 600, 900, 1800, 3600]
    /// How far from the server's clock a device with another period is looked for, either way, in milliseconds.
    private static let nearby: Int64 = 90_000
    /// The offsets of local times: each half hour of the day, in milliseconds.
    private static let localTimes = (-28...28).map { Int64($0) * 1_800_000 }

    /// Finds out why the code of a beacon was refused at `now`; nil when its key did not make the code.
    ///
    /// It computes up to a few thousand codes. The caller bounds how often.
    public init?(
        _ code: SecurityCode, of identity: BeaconIdentity, key: BeaconKey, periodSeconds: Int64, clock: BeaconClock,
        at now: Timestamp
    ) {
        func window(near offset: Int64, period: Int64) -> Int64? {
            let first = SecurityWindow.index(
                at: now.advanced(byMilliseconds: offset - Self.nearby), periodSeconds: period)
            let last = SecurityWindow.index(
                at: now.advanced(byMilliseconds: offset + Self.nearby), periodSeconds: period)
            return (first...last).first { SecurityCode.make(key: key, identity: identity, window: $0) == code }
        }
        for offset in [0] + Self.localTimes.filter({ $0 != 0 }).sorted(by: { abs($0) < abs($1) }) {
            guard let found = window(near: offset, period: periodSeconds) else { continue }
            self.init(window: found, periodSeconds: periodSeconds, clock: clock, at: now)
            return
        }
        for period in Self.usualPeriods where period != periodSeconds {
            guard window(near: 0, period: period) != nil else { continue }
            self = .otherPeriod(seconds: period)
            return
        }
        return nil
    }

    /// What the code of a window says that the beacon did make, and that was not accepted.
    public init(window: Int64, periodSeconds: Int64, clock: BeaconClock, at now: Timestamp) {
        let start = SecurityWindow.start(of: window, periodSeconds: periodSeconds)
        // Somewhere in its window: half a period is the middle.
        let offset = start.milliseconds(since: now) + periodSeconds * 500
        let floor = clock.bounds(at: now).lowerBound
        // A clock that is about right now was ahead before.
        self =
            offset < floor && abs(offset) <= Self.nearby + periodSeconds * 500
            ? .wentBack(milliseconds: floor - offset) : .off(milliseconds: offset)
    }
}
