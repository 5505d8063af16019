import Basics

/// An Eddystone-EID frame: google/eddystone, `eddystone-eid/README.md`.
///
/// Service data: `30`, power at 0 m (1), ephemeral identifier (8).
public struct EddystoneEID: Equatable, Sendable {
    /// The signal strength at 0 m in dBm; about 41 dB less are heard at one metre.
    public let powerAtZeroMetres: Int8
    /// The identifier of this moment.
    public let identifier: EphemeralIdentifier

    /// A frame with these fields.
    @inlinable
    public init(powerAtZeroMetres: Int8, identifier: EphemeralIdentifier) {
        self.powerAtZeroMetres = powerAtZeroMetres
        self.identifier = identifier
    }

    /// Reads a frame, whose first byte is already known.
    @inline(__always)
    init(frame data: UnsafeRawPointer, count: Int) throws(FrameError) {
        try FrameKind.eddystoneEID.require(10, of: count)
        self.powerAtZeroMetres = Int8(bitPattern: data.byte(at: 1))
        self.identifier = EphemeralIdentifier(word: data.bigEndian64(at: 2))
    }

    func append(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: [EddystoneType.eid, UInt8(bitPattern: powerAtZeroMetres)])
        bytes.append(bigEndian: identifier.word, count: 8)
    }
}
