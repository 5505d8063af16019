import Basics
import Beacons
import Proximity
import Radio

/// How far away the beacons of a scan are, of those whose frames state a power.
struct ScanRanging {
    /// The UUIDs that are looked for; with none every sender is of interest.
    let uuids: Set<UUID128>
    /// One for each format: what is an identity in one may be another beacon's in the next.
    private var rangers: [FrameKind: Ranger] = [:]

    private var found: Set<UUID128> = []

    /// The UUIDs that are looked for and of which nothing was heard, in order.
    var missing: [UUID128] { uuids.subtracting(found).sorted { ($0.high, $0.low) < ($1.high, $1.low) } }

    /// The ranging of a scan for beacons of these UUIDs, or of whatever there is.
    init(uuids: Set<UUID128> = []) {
        self.uuids = uuids
    }

    /// Whether a frame is looked for.
    func isWanted(_ frame: Frame?) -> Bool {
        guard !uuids.isEmpty else { return true }
        guard case .iBeacon(let beacon)? = frame else { return false }
        return uuids.contains(beacon.identity.uuid)
    }

    /// Whether an advertisement has something that is looked for.
    func isWanted(_ heard: HeardAdvertisement) -> Bool {
        uuids.isEmpty || heard.frames.contains { isWanted($0) }
    }

    /// Takes in an advertisement.
    mutating func hear(_ heard: HeardAdvertisement) {
        for frame in heard.frames where isWanted(frame) {
            if !uuids.isEmpty, case .iBeacon(let beacon) = frame { found.insert(beacon.identity.uuid) }
            guard let rssi = heard.rssi, let identity = Self.identity(of: frame, from: heard.address),
                let power = frame.measuredPower
            else { continue }
            rangers[frame.kind, default: Ranger()].hear(
                Reading(identity: identity, rssi: rssi, measuredPower: power, time: heard.time))
        }
    }

    /// The beacons that are heard at `now`, with their distances; the function gives a frame's beacon.
    mutating func range(at now: Timestamp) -> (Frame, DeviceAddress) -> RangedBeacon? {
        var ranged: [FrameKind: [BeaconIdentity: RangedBeacon]] = [:]
        for kind in rangers.keys {
            let beacons = rangers[kind]?.range(at: now) ?? []
            ranged[kind] = Dictionary(beacons.map { ($0.identity, $0) }, uniquingKeysWith: { first, _ in first })
        }
        return { frame, address in Self.identity(of: frame, from: address).flatMap { ranged[frame.kind]?[$0] } }
    }

    /// What a beacon is called among those of its format, or nil when its distance can't be worked out.
    private static func identity(of frame: Frame, from address: DeviceAddress) -> BeaconIdentity? {
        switch ScannedBeacon(frame, from: address) {
        case .iBeacon(let identity): identity
        case .altBeacon(let organisation, let unit):
            BeaconIdentity(
                uuid: UUID128(high: organisation.high, low: organisation.low), major: UInt16(unit >> 16),
                minor: UInt16(truncatingIfNeeded: unit))
        case .eddystoneUID(let identifier):
            BeaconIdentity(uuid: UUID128(high: identifier.high, low: identifier.low), major: 0, minor: 0)
        case .eddystoneEID(let identifier):
            BeaconIdentity(uuid: UUID128(high: identifier.word, low: 0), major: 0, minor: 0)
        // All slots of one device are as far away as each other.
        case .eddystoneURL(_, let address):
            BeaconIdentity(uuid: UUID128(high: address.value, low: 0), major: 0, minor: 0)
        case .security, .contact, .telemetry, .other: nil
        }
    }
}
