import Beacons
import Proximity
import Radio
import Time

extension HeardAdvertisement {
    /// What it says first, or nil when it has no whole frame.
    var firstFrame: Frame? { frames.first { _ in true } }
}

/// How far away the beacons of a scan are, of those whose frames say a UUID.
struct ScanRanging {
    /// The UUIDs that are looked for; with none every sender is of interest.
    let uuids: Set<UUID128>
    private var ranger = Ranger()

    /// The ranging of a scan for beacons of these UUIDs, or of whatever there is.
    init(uuids: Set<UUID128> = []) {
        self.uuids = uuids
    }

    /// Whether an advertisement is looked for.
    func isWanted(_ heard: HeardAdvertisement) -> Bool {
        guard !uuids.isEmpty else { return true }
        return Self.identity(of: heard).map { uuids.contains($0.uuid) } ?? false
    }

    /// Takes in an advertisement.
    mutating func hear(_ heard: HeardAdvertisement) {
        guard case .iBeacon(let frame)? = heard.firstFrame, let rssi = heard.rssi else { return }
        ranger.hear(
            Reading(identity: frame.identity, rssi: rssi, measuredPower: frame.measuredPower, time: heard.time))
    }

    /// The beacons that are heard at `now`, with their distances.
    mutating func range(at now: Timestamp) -> [BeaconIdentity: RangedBeacon] {
        Dictionary(ranger.range(at: now).map { ($0.identity, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Which beacon sent an advertisement, when it is one whose distance can be told.
    static func identity(of heard: HeardAdvertisement) -> BeaconIdentity? {
        guard case .iBeacon(let frame)? = heard.firstFrame else { return nil }
        return frame.identity
    }
}
