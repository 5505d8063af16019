import Basics
import Beacons
import Presence
import Radio
import Vault

/// What was heard of one beacon: its position frame, and the code that is sent beside it.
struct BeaconEvidence {
    private let beacon: PresenceFactor.Beacon
    private var identity: BeaconIdentity?
    private var best: (code: SecurityCode, rssi: Int8, time: Timestamp)?

    /// Nothing of `beacon` yet.
    init(of beacon: PresenceFactor.Beacon) {
        self.beacon = beacon
    }

    /// The strongest code and when it was heard; nil until both frames were.
    var sighting: PresenceSighting? {
        guard let identity, let best else { return nil }
        return PresenceSighting(identity: identity, code: best.code, heardAt: best.time)
    }

    /// Takes note of what was heard, if it is about the beacon.
    mutating func hear(_ advertisement: HeardAdvertisement) {
        for frame in advertisement.frames {
            switch frame {
            case .iBeacon(let frame) where frame.identity == (try? beacon.identity):
                identity = frame.identity
            case .security(let frame) where frame.major == beacon.major && frame.minor == beacon.minor:
                let rssi = advertisement.rssi ?? .min
                // The newest of the strongest sender; an older code may have run out meanwhile.
                if best.map({ rssi >= $0.rssi || frame.code == $0.code }) ?? true {
                    best = (frame.code, rssi, advertisement.time)
                }
            default:
                break
            }
        }
    }
}
