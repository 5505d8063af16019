import Basics
import Beacons
import Loyalty
import Presence
import Radio

/// A beacon on the wall: position and security frames in turn, by a clock of its own that is never quite right.
struct SimulatedBeacon {
    /// How fast a cheap crystal may run, in parts per million.
    static let drift = -50.0...50.0
    /// How wrong the installer set the clock, in milliseconds.
    static let offset: ClosedRange<Int64> = -5000...5000
    private static let intervalMilliseconds = 200

    private var radio: SimulatedRadio

    /// A beacon that hangs where the plan has it.
    ///
    /// - Parameter sendsCodes: Whether it sends security frames as well, which a copy or a half-dead device does not.
    init(
        _ beacon: VenueBeacon, identity: BeaconIdentity, key: BeaconKey, sendsCodes: Bool = true,
        in air: inout SimulatedAir, now: Timestamp, random: inout SplitMix64
    ) {
        let position = Frame.iBeacon(IBeacon(identity: identity, measuredPower: beacon.measuredPower)).advertisement
        let period = beacon.periodSeconds
        let offset = Int64.random(in: Self.offset, using: &random)
        let drift = Double.random(in: Self.drift, using: &random) * 1e-6
        let plan = AdvertisingPlan(intervalMilliseconds: Self.intervalMilliseconds) { instant in
            guard sendsCodes else { return [position] }
            let elapsed = Double(instant.milliseconds(since: now))
            let own = instant.advanced(byMilliseconds: offset + Int64(elapsed * drift))
            let window = SecurityWindow.index(at: own, periodSeconds: period)
            let code = SecurityCode.make(key: key, identity: identity, window: window)
            let security = SecurityFrame(major: identity.major, minor: identity.minor, code: code)
            return [position, Frame.security(security).advertisement]
        }
        radio = SimulatedRadio(
            role: HCIHost.Role(scan: false, advertise: plan), address: .random(using: &random),
            at: AirPosition(beacon.position), in: &air, now: now)
    }

    /// Lets the beacon's own processor do its work.
    mutating func step(in air: inout SimulatedAir) {
        _ = radio.exchange(with: &air)
    }

    /// Nobody is there at night to hear it: the simulation spares it until the morning.
    func sleep(in air: inout SimulatedAir) {
        radio.sleep(in: &air)
    }

    /// Sends again; its clock has gone on meanwhile.
    mutating func wake(in air: inout SimulatedAir, at now: Timestamp) {
        radio.wake(in: &air, at: now)
    }
}

extension AirPosition {
    /// The same place in the air as on the plan.
    init(_ position: PlanPosition) {
        self.init(x: position.x, y: position.y)
    }
}
