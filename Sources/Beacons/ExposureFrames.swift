import Basics

/// A DP-3T frame: the service data of `FD68` are one ephemeral identifier of sixteen bytes.
///
/// DP-3T, "Decentralized Privacy-Preserving Proximity Tracing", and its Android SDK, which advertises so and puts the
/// transmit power into a structure of its own beside the service data.
public struct ExposureFrame: Equatable, Sendable {
    /// The sender's ephemeral identifier of this moment.
    public let identifier: Identifier128
    /// The power in dBm with which the sender says that it sent; nil when it does not say.
    public let transmitPower: Int8?

    /// A frame with `identifier`, sent with `transmitPower` in dBm.
    @inlinable
    public init(identifier: Identifier128, transmitPower: Int8? = nil) {
        self.identifier = identifier
        self.transmitPower = transmitPower
    }

    /// Reads what follows the service's UUID: the identifier is the whole of it.
    @inline(__always)
    init(frame data: UnsafeRawPointer, count: Int) throws(FrameError) {
        guard count == 16 else { throw count < 16 ? .truncated(.exposure) : .overlong(.exposure) }
        self.identifier = Identifier128(high: data.bigEndian64(at: 0), low: data.bigEndian64(at: 8))
        self.transmitPower = nil
    }

    /// The frame with the transmit power of the advertisement around it.
    init(_ frame: ExposureFrame, around advertisement: UnsafeRawBufferPointer) {
        self.identifier = frame.identifier
        var power: Int8?
        var offset = 0
        while power == nil, offset + 2 < advertisement.count {
            if advertisement[offset] == 2, advertisement[offset + 1] == Assigned.powerLevel {
                power = Int8(bitPattern: advertisement[offset + 2])
            }
            offset += 1 + Int(advertisement[offset])
        }
        self.transmitPower = power
    }

    func append(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: identifier.bytes)
    }

    /// The structure that stands after the service data.
    func appendPower(to bytes: inout [UInt8]) {
        guard let transmitPower else { return }
        bytes.append(contentsOf: [2, Assigned.powerLevel, UInt8(bitPattern: transmitPower)])
    }
}

/// An Exposure Notification frame: Apple and Google, "Exposure Notification Bluetooth Specification" v1.2.
///
/// Service data of `FD6F`: rolling proximity identifier (16), associated encrypted metadata (4).
public struct ExposureNotificationFrame: Equatable, Sendable {
    /// The rolling proximity identifier, which changes with the address every 10 to 20 minutes.
    public let rollingProximityIdentifier: Identifier128
    /// The associated encrypted metadata, big-endian: version, transmit power and two reserved bytes once decrypted.
    public let associatedEncryptedMetadata: UInt32

    /// A frame with these fields.
    @inlinable
    public init(rollingProximityIdentifier: Identifier128, associatedEncryptedMetadata: UInt32) {
        self.rollingProximityIdentifier = rollingProximityIdentifier
        self.associatedEncryptedMetadata = associatedEncryptedMetadata
    }

    /// The four bytes of the associated encrypted metadata in the order in which they are sent.
    public var metadataBytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: associatedEncryptedMetadata, count: 4)
        return bytes
    }

    /// Reads what follows the service's UUID.
    @inline(__always)
    init(frame data: UnsafeRawPointer, count: Int) throws(FrameError) {
        try FrameKind.exposureNotification.require(20, of: count)
        self.rollingProximityIdentifier = Identifier128(high: data.bigEndian64(at: 0), low: data.bigEndian64(at: 8))
        self.associatedEncryptedMetadata = data.bigEndian32(at: 16)
    }

    func append(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: rollingProximityIdentifier.bytes)
        bytes.append(bigEndian: associatedEncryptedMetadata, count: 4)
    }
}
