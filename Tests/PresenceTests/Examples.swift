import Basics
import Beacons
import Presence

extension UUID128 {
    static let example = UUID128(high: 0xE2C5_6DB5_DFFB_48D2, low: 0xB060_D0F5_A710_96E0)
}

extension BeaconIdentity {
    static let example = BeaconIdentity(uuid: .example, major: 100, minor: 7)
}

extension Timestamp {
    /// 2026-11-21T09:30:00Z, the beginning of a minute.
    static let morning = Timestamp(milliseconds: 1_795_253_400_000)
}

extension BeaconKey {
    static func example(_ seed: UInt64 = 1) -> BeaconKey {
        var random = SplitMix64(seed: seed)
        return BeaconKey(using: &random)
    }
}

/// A beacon as it is, which the server can only guess: a clock that may run fast or slow.
struct TrueBeacon {
    let key: BeaconKey
    let identity: BeaconIdentity
    let periodSeconds: Int64
    let installedAt: Timestamp
    /// The offset at installation in milliseconds.
    let initialOffset: Int64
    /// How much faster than the server's clock it runs, in parts per million.
    let drift: Double

    /// The beacon's clock minus the server's, in milliseconds.
    func offset(at now: Timestamp) -> Int64 {
        let elapsed = Double(now.milliseconds(since: installedAt))
        // Towards zero drift, so that rounding does not exceed the allowed drift by a millisecond.
        return initialOffset + Int64(elapsed * drift / 1e6)
    }

    /// The window that the beacon is in.
    func window(at now: Timestamp) -> Int64 {
        SecurityWindow.index(at: now.advanced(byMilliseconds: offset(at: now)), periodSeconds: periodSeconds)
    }

    func code(of window: Int64) -> SecurityCode {
        .make(key: key, identity: identity, window: window)
    }
}

extension TrueBeacon {
    static func random(using random: inout SplitMix64, drift: ClosedRange<Double> = -150...150) -> TrueBeacon {
        TrueBeacon(
            key: BeaconKey(using: &random), identity: .example,
            periodSeconds: [15, 30, 60, 60, 60, 300].randomElement(using: &random) ?? 60, installedAt: .morning,
            initialOffset: Int64.random(in: -30_000...30_000, using: &random),
            drift: Double.random(in: drift, using: &random))
    }
}
