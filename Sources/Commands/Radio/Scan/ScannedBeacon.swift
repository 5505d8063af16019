import Basics
import Beacons
import Proximity
import Radio

/// Whom a frame is about: what has one row in the table of a scan, and one distance.
///
/// A beacon is its identity, from whatever address it sends. What names no beacon is told by the address.
enum ScannedBeacon: Hashable {
    case iBeacon(BeaconIdentity)
    case altBeacon(Identifier128, unit: UInt32)
    case eddystoneUID(Identifier128)
    case eddystoneEID(EphemeralIdentifier)
    /// A web address is not a beacon's own: several beacons of a place may send it.
    case eddystoneURL(String, DeviceAddress)
    case security(major: UInt16, minor: UInt16)
    case contact(FrameKind, Identifier128)
    case telemetry(FrameKind, DeviceAddress)
    /// An advertisement without a frame.
    case other(DeviceAddress)

    /// Whom `frame`, which came from `address`, is about.
    init(_ frame: Frame?, from address: DeviceAddress) {
        switch frame {
        case .iBeacon(let frame): self = .iBeacon(frame.identity)
        case .altBeacon(let frame): self = .altBeacon(frame.organisation, unit: frame.unit)
        case .eddystoneUID(let frame): self = .eddystoneUID(frame.identifier)
        case .eddystoneEID(let frame): self = .eddystoneEID(frame.identifier)
        case .eddystoneURL(let frame): self = .eddystoneURL(frame.text, address)
        case .security(let frame): self = .security(major: frame.major, minor: frame.minor)
        case .exposure(let frame): self = .contact(.exposure, frame.identifier)
        case .exposureNotification(let frame):
            self = .contact(.exposureNotification, frame.rollingProximityIdentifier)
        case .eddystoneTLM: self = .telemetry(.eddystoneTLM, address)
        case .eddystoneEncryptedTLM: self = .telemetry(.eddystoneEncryptedTLM, address)
        case nil: self = .other(address)
        }
    }

    /// Whether the row is about a device, known by its address, rather than about what it says.
    var isDevice: Bool {
        switch self {
        case .eddystoneURL, .telemetry, .other: true
        case .iBeacon, .altBeacon, .eddystoneUID, .eddystoneEID, .security, .contact: false
        }
    }
}

extension Frame {
    /// What Eddystone counts for the first metre, in dB (google/eddystone, `protocol-specification.md`).
    private static let firstMetre = 41

    /// The strength at one metre that the frame states, in dBm, or nil when it states none.
    var measuredPower: Int8? {
        switch self {
        case .iBeacon(let frame): frame.measuredPower
        case .altBeacon(let frame): frame.referenceRSSI
        case .eddystoneUID(let frame): Int8(clamping: Int(frame.powerAtZeroMetres) - Self.firstMetre)
        case .eddystoneEID(let frame): Int8(clamping: Int(frame.powerAtZeroMetres) - Self.firstMetre)
        case .eddystoneURL(let frame): Int8(clamping: Int(frame.powerAtZeroMetres) - Self.firstMetre)
        case .eddystoneTLM, .eddystoneEncryptedTLM, .security, .exposure, .exposureNotification: nil
        }
    }
}
