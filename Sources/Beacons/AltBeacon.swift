import Basics

/// An AltBeacon frame: AltBeacon Protocol Specification v1.0, "Advertisement Payload".
///
/// Manufacturer data of any company: `BE AC`, beacon identifier (20), reference RSSI (1), reserved for the company (1).
/// Beacons in the field leave out the reserved byte, so a frame is read with or without it.
public struct AltBeacon: Equatable, Sendable {
    /// Who made the beacon, a number that the Bluetooth SIG assigned.
    public let company: UInt16
    /// The first sixteen bytes of the beacon identifier, which name the organisation.
    public let organisation: Identifier128
    /// The last four bytes of the beacon identifier, which the organisation divides as it likes.
    public let unit: UInt32
    /// The signal strength at one metre, in dBm.
    public let referenceRSSI: Int8
    /// A byte that means what the company says; nil when the beacon leaves it out.
    public let manufacturerReserved: UInt8?

    /// A frame with these fields.
    @inlinable
    public init(
        company: UInt16, organisation: Identifier128, unit: UInt32, referenceRSSI: Int8, manufacturerReserved: UInt8?
    ) {
        self.company = company
        self.organisation = organisation
        self.unit = unit
        self.referenceRSSI = referenceRSSI
        self.manufacturerReserved = manufacturerReserved
    }

    /// A frame with a beacon identifier of twenty bytes, or nil for another count.
    public init?(company: UInt16, beaconID: [UInt8], referenceRSSI: Int8, manufacturerReserved: UInt8?) {
        guard beaconID.count == 20, let organisation = Identifier128(bytes: beaconID.prefix(16)) else { return nil }
        self.init(
            company: company, organisation: organisation,
            unit: UInt32(truncatingIfNeeded: beaconID.dropFirst(16).bigEndianWord(first: 4)),
            referenceRSSI: referenceRSSI, manufacturerReserved: manufacturerReserved)
    }

    /// The twenty bytes of the beacon identifier.
    public var beaconID: [UInt8] {
        var bytes = organisation.bytes
        bytes.append(bigEndian: unit, count: 4)
        return bytes
    }

    /// Bytes of manufacturer data, the company included and the reserved byte left out.
    static let byteCount = 25

    /// Reads manufacturer data whose beacon code is already known.
    @inline(__always)
    init(manufacturerData data: UnsafeRawPointer, count: Int) throws(FrameError) {
        try FrameKind.altBeacon.require(Self.byteCount, of: count)
        self.company = data.littleEndian16(at: 0)
        self.organisation = Identifier128(high: data.bigEndian64(at: 4), low: data.bigEndian64(at: 12))
        self.unit = data.bigEndian32(at: 20)
        self.referenceRSSI = Int8(bitPattern: data.byte(at: 24))
        self.manufacturerReserved = count > Self.byteCount ? data.byte(at: Self.byteCount) : nil
    }

    func append(to bytes: inout [UInt8]) {
        let length = UInt8(Self.byteCount) + (manufacturerReserved == nil ? 1 : 2)
        bytes.append(contentsOf: [length, Assigned.manufacturer])
        bytes.append(contentsOf: [UInt8(truncatingIfNeeded: company), UInt8(company >> 8), 0xBE, 0xAC])
        bytes.append(contentsOf: beaconID)
        bytes.append(UInt8(bitPattern: referenceRSSI))
        if let manufacturerReserved { bytes.append(manufacturerReserved) }
    }
}
