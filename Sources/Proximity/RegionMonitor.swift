import Basics
import Beacons

/// What happened at a region, which is the surroundings of one beacon.
public enum RegionEvent: Equatable, Sendable {
    /// The beacon was heard, after it had not been.
    case entered(BeaconIdentity)
    /// The beacon has not been heard for the exit delay, or is not monitored any more.
    case exited(BeaconIdentity)
}

/// Tells when a phone enters and leaves the surroundings of beacons.
///
/// Entering is told at once, leaving only after a delay: packets get lost, and a body between phone and beacon can
/// silence it for seconds. A beacon that is heard less often than once a second gets proportionally longer: ten of the
/// intervals between its packets by the standard delay. Bluetooth allows 10.24 s between two packets, and a device that
/// sends several frames, in turn or by chance, sends each of them less often.
public struct RegionMonitor: Sendable {
    /// The silence after which a region counts as left, in milliseconds, unless said otherwise.
    public static let standardExitDelayMilliseconds: Int64 = 10_000

    /// How much weaker than the threshold a beacon may become without its region being left, in dB.
    ///
    /// It is one standard deviation from packet to packet.
    public static let keepingMargin = 8

    /// The silence after which a region counts as left, in milliseconds, for a beacon that is heard once a second or more.
    public let exitDelayMilliseconds: Int64
    /// The strength that a packet needs for a region to be entered, in dBm; nil = any.
    public let minimumRSSI: Int8?
    /// How many regions one can be inside at a time; further ones are not entered.
    public let limit: Int
    /// The regions that are looked at; nil = all.
    public private(set) var monitored: Set<BeaconIdentity>?

    private var lastHeard: [BeaconIdentity: Timestamp] = [:]
    private var rhythms: [BeaconIdentity: BeaconRhythm] = [:]

    /// A monitor outside every region.
    public init(
        exitDelayMilliseconds: Int64 = standardExitDelayMilliseconds, minimumRSSI: Int8? = nil,
        monitored: Set<BeaconIdentity>? = nil, limit: Int = 256
    ) {
        self.exitDelayMilliseconds = max(exitDelayMilliseconds, 0)
        self.minimumRSSI = minimumRSSI
        self.monitored = monitored
        self.limit = limit
    }

    /// The regions that the phone is inside.
    public var inside: Set<BeaconIdentity> { Set(lastHeard.keys) }

    /// Takes in that a beacon was heard, and gives the region that is entered by it.
    ///
    /// Regions whose delay is over are left first, so that one heard again after a long silence is left and entered.
    /// A strength that the controller did not know is nil; it satisfies no threshold.
    public mutating func hear(_ identity: BeaconIdentity, rssi: Int8?, at now: Timestamp) -> [RegionEvent] {
        var events = tick(at: now)
        guard monitored?.contains(identity) ?? true else { return events }
        if rhythms[identity] != nil || rhythms.count < limit {
            rhythms[identity, default: BeaconRhythm()].hear(at: now)
        }
        if let known = lastHeard[identity] {
            if reaches(rssi, margin: Self.keepingMargin) { lastHeard[identity] = max(known, now) }
        } else if reaches(rssi, margin: 0), lastHeard.count < limit {
            // What is known of beacons that are far away makes room for one that is here.
            if rhythms[identity] == nil {
                rhythms = rhythms.filter { lastHeard[$0.key] != nil }
                rhythms[identity, default: BeaconRhythm()].hear(at: now)
            }
            lastHeard[identity] = now
            events.append(.entered(identity))
        }
        return events
    }

    /// Gives the regions that have been silent for the exit delay at `now`, the one silent longest first.
    public mutating func tick(at now: Timestamp) -> [RegionEvent] {
        let over = lastHeard.filter { now.milliseconds(since: $0.value) >= exitDelay(of: $0.key) }
        return leave(over)
    }

    /// The silence after which the region of one beacon counts as left, in milliseconds.
    private func exitDelay(of identity: BeaconIdentity) -> Int64 {
        guard let rhythm = rhythms[identity] else { return exitDelayMilliseconds }
        return exitDelayMilliseconds * max(rhythm.interval, 1000) / 1000
    }

    /// Looks at other regions from now on; regions that were entered and are no longer watched are left.
    public mutating func monitor(_ identities: Set<BeaconIdentity>?) -> [RegionEvent] {
        monitored = identities
        guard let identities else { return [] }
        return leave(lastHeard.filter { !identities.contains($0.key) })
    }

    private mutating func leave(_ over: [BeaconIdentity: Timestamp]) -> [RegionEvent] {
        guard !over.isEmpty else { return [] }
        for identity in over.keys { lastHeard[identity] = nil }
        return over.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value < $1.value }
            .map { .exited($0.key) }
    }

    private func reaches(_ rssi: Int8?, margin: Int) -> Bool {
        guard let minimumRSSI else { return true }
        guard let rssi, rssi <= 20 else { return false }
        return Int(rssi) >= Int(minimumRSSI) - margin
    }
}
