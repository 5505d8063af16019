import Basics

/// An iBeacon frame: Apple, "Proximity Beacon Specification", release R1.
///
/// Manufacturer data of Apple: `02 15`, UUID (16), major (2), minor (2), measured power (1).
public struct IBeacon: Equatable, Sendable {
    /// Which beacon it is.
    public let identity: BeaconIdentity
    /// The signal strength at one metre, in dBm.
    public let measuredPower: Int8

    /// A frame of its two parts.
    @inlinable
    public init(identity: BeaconIdentity, measuredPower: Int8) {
        self.identity = identity
        self.measuredPower = measuredPower
    }

    /// Bytes of manufacturer data, the company included.
    static let byteCount = 25

    /// Reads manufacturer data whose company and first two bytes are already known.
    @inline(__always)
    init(manufacturerData data: UnsafeRawPointer, count: Int) throws(FrameError) {
        try FrameKind.iBeacon.require(Self.byteCount, of: count)
        self.identity = BeaconIdentity(
            uuid: UUID128(high: data.bigEndian64(at: 4), low: data.bigEndian64(at: 12)),
            major: data.bigEndian16(at: 20), minor: data.bigEndian16(at: 22))
        self.measuredPower = Int8(bitPattern: data.byte(at: 24))
    }

    func append(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: [UInt8(Self.byteCount) + 1, Assigned.manufacturer, 0x4C, 0x00, 0x02, 0x15])
        bytes.append(bigEndian: identity.uuid.high, count: 8)
        bytes.append(bigEndian: identity.uuid.low, count: 8)
        bytes.append(bigEndian: identity.major, count: 2)
        bytes.append(bigEndian: identity.minor, count: 2)
        bytes.append(UInt8(bitPattern: measuredPower))
    }
}
