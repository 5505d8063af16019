import Basics

/// An Eddystone-UID frame: google/eddystone, `eddystone-uid/README.md`.
///
/// Service data: `00`, power at 0 m (1), namespace (10), instance (6), reserved (2). Beacons in the field leave out the
/// two reserved bytes, so a frame is read with or without them; what they hold is not looked at, and they are sent as
/// 0.
public struct EddystoneUID: Equatable, Sendable {
    /// The signal strength at 0 m in dBm; about 41 dB less are heard at one metre.
    public let powerAtZeroMetres: Int8
    /// Namespace and instance, one after the other.
    public let identifier: Identifier128

    /// A frame with these fields.
    @inlinable
    public init(powerAtZeroMetres: Int8, identifier: Identifier128) {
        self.powerAtZeroMetres = powerAtZeroMetres
        self.identifier = identifier
    }

    /// A frame with a namespace of ten bytes and an instance of six, or nil for other counts.
    public init?(powerAtZeroMetres: Int8, namespace: [UInt8], instance: [UInt8]) {
        guard namespace.count == 10, let identifier = Identifier128(bytes: namespace + instance) else { return nil }
        self.init(powerAtZeroMetres: powerAtZeroMetres, identifier: identifier)
    }

    /// The ten bytes of the namespace.
    public var namespace: [UInt8] { [UInt8](identifier.bytes.prefix(10)) }

    /// The six bytes of the instance.
    public var instance: [UInt8] { [UInt8](identifier.bytes.suffix(6)) }

    /// Reads a frame, whose first byte is already known.
    @inline(__always)
    init(frame data: UnsafeRawPointer, count: Int) throws(FrameError) {
        try FrameKind.eddystoneUID.require(18, of: count)
        self.powerAtZeroMetres = Int8(bitPattern: data.byte(at: 1))
        self.identifier = Identifier128(high: data.bigEndian64(at: 2), low: data.bigEndian64(at: 10))
    }

    func append(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: [EddystoneType.uid, UInt8(bitPattern: powerAtZeroMetres)])
        bytes.append(contentsOf: identifier.bytes)
        bytes.append(contentsOf: [0, 0])
    }
}
