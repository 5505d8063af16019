import Basics
import Beacons

/// How far away the beacons are that a phone hears: readings in, once a second a list out.
public struct Ranger: Sendable {
    /// The constants in use.
    public let configuration: RangingConfiguration

    private var beacons: [BeaconIdentity: HeardBeacon] = [:]

    /// A ranger that has heard nothing yet.
    public init(configuration: RangingConfiguration = .default) {
        self.configuration = configuration
    }

    /// How many beacons are followed.
    public var beaconCount: Int { beacons.count }

    /// Takes in a reading; one without a usable strength is ignored.
    ///
    /// A strength is usable from −127 to +20 dBm (Bluetooth Core 5.4, volume 4, part E, section 7.7.65.2). A measured power
    /// that no device has is not used: the beacon keeps the one it had, or has no distance.
    public mutating func hear(_ reading: Reading) {
        guard reading.rssi >= -127, reading.rssi <= 20 else { return }
        if beacons.count >= configuration.beaconLimit, beacons[reading.identity] == nil { makeRoom() }
        beacons[reading.identity, default: HeardBeacon(reading)].hear(reading, configuration)
    }

    /// The beacons as they are heard at `now`, the nearest first, then those without a distance, and those of unknown
    /// proximity last.
    ///
    /// To be called about once a second. A beacon that has fallen silent becomes unknown and is then forgotten.
    public mutating func range(at now: Timestamp) -> [RangedBeacon] {
        var result: [RangedBeacon] = []
        result.reserveCapacity(beacons.count)
        var forgotten: [BeaconIdentity] = []
        var index = beacons.startIndex
        while index != beacons.endIndex {
            let identity = beacons[index].key
            if let ranged = beacons.values[index].range(identity, at: now, configuration) {
                result.append(ranged)
            } else {
                forgotten.append(identity)
            }
            beacons.formIndex(after: &index)
        }
        for identity in forgotten { beacons[identity] = nil }
        result.sort(by: RangedBeacon.isNearer)
        return result
    }

    /// Forgets everything, for when scanning stops.
    public mutating func reset() {
        beacons = [:]
    }

    /// Gives up the least heard beacon, among them the one silent longest.
    private mutating func makeRoom() {
        let least = beacons.min { left, right in
            let (one, other) = (left.value.signal, right.value.signal)
            if one.count != other.count { return one.count < other.count }
            return one.lastHeard == other.lastHeard ? left.key < right.key : one.lastHeard < other.lastHeard
        }
        if let least { beacons[least.key] = nil }
    }
}

/// What is known of one beacon that is heard.
private struct HeardBeacon: Sendable {
    var signal: SignalWindow
    /// The power at one metre, or nil while none was stated that a device can have.
    private var measuredPower: Double?
    private var tracker = ProximityTracker()
    private var rssi: Double

    init(_ reading: Reading) {
        signal = SignalWindow(firstHeard: reading.time)
        rssi = Double(reading.rssi)
    }

    mutating func hear(_ reading: Reading, _ configuration: RangingConfiguration) {
        if configuration.measuredPowers.contains(reading.measuredPower) {
            measuredPower = Double(reading.measuredPower)
        }
        signal.add(rssi: reading.rssi, at: reading.time, limit: configuration.readingsPerBeacon)
    }

    /// The beacon as it is at `now`, or nil when it has been silent for too long.
    mutating func range(
        _ identity: BeaconIdentity, at now: Timestamp, _ configuration: RangingConfiguration
    ) -> RangedBeacon? {
        let silence = now.milliseconds(since: signal.lastHeard)
        // What was heard far in the time to come was heard before the clock was set back.
        guard silence < configuration.forgetMilliseconds, silence > -configuration.forgetMilliseconds else {
            return nil
        }
        signal.keep(after: now.advanced(byMilliseconds: -configuration.windowMilliseconds), until: now)
        let strength = signal.filteredStrength(configuration)
        if let strength { rssi = strength }
        let metres = measuredPower.map {
            PathLoss.distance(decibels: $0 - rssi, exponent: configuration.pathLossExponent)
        }
        if silence >= configuration.silenceMilliseconds {
            tracker.forget()
        } else if strength != nil, let metres {
            tracker.update(distance: metres, at: now, configuration)
        }
        // The power of ten is exact to some billionths.
        let isBeyond = metres.map { $0 > configuration.distances.upperBound * (1 + 1e-9) } ?? false
        let distance =
            isBeyond
            ? nil
            : metres.map { min(max($0, configuration.distances.lowerBound), configuration.distances.upperBound) }
        return RangedBeacon(
            identity: identity, rssi: rssi, distance: distance, proximity: tracker.current, lastHeard: signal.lastHeard,
            readingCount: signal.count)
    }
}
