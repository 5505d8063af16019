import Basics

/// An Eddystone-TLM frame: google/eddystone, `eddystone-tlm/tlm-plain.md`.
///
/// Service data: `20`, version `00`, voltage (2), temperature (2), advertisements (4), uptime (4), all big-endian.
public struct EddystoneTLM: Hashable, Sendable {
    /// The battery's voltage in millivolts; 0 means that the beacon does not say (mains power, for example).
    public let millivolts: UInt16
    /// The temperature in 1/256 °C; the lowest value, -128 °C, means that the beacon does not say.
    public let temperature256: Int16
    /// How many advertisements the beacon sent since it was switched on.
    public let advertisements: UInt32
    /// For how long the beacon has been on, in tenths of a second.
    public let uptimeDeciseconds: UInt32

    /// A frame with these readings.
    @inlinable
    public init(millivolts: UInt16, temperature256: Int16, advertisements: UInt32, uptimeDeciseconds: UInt32) {
        self.millivolts = millivolts
        self.temperature256 = temperature256
        self.advertisements = advertisements
        self.uptimeDeciseconds = uptimeDeciseconds
    }

    /// The temperature in °C, or nil when the beacon does not say.
    public var celsius: Double? { temperature256 == .min ? nil : Double(temperature256) / 256 }

    /// For how long the beacon has been on, in seconds.
    public var uptime: Double { Double(uptimeDeciseconds) / 10 }

    /// Reads a frame, whose first two bytes are already known.
    @inline(__always)
    init(frame data: UnsafeRawPointer, count: Int) throws(FrameError) {
        try FrameKind.eddystoneTLM.require(14, of: count)
        self.millivolts = data.bigEndian16(at: 2)
        self.temperature256 = Int16(bitPattern: data.bigEndian16(at: 4))
        self.advertisements = data.bigEndian32(at: 6)
        self.uptimeDeciseconds = data.bigEndian32(at: 10)
    }

    func append(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: [EddystoneType.tlm, EddystoneType.plainVersion])
        bytes.append(bigEndian: millivolts, count: 2)
        bytes.append(bigEndian: temperature256, count: 2)
        bytes.append(bigEndian: advertisements, count: 4)
        bytes.append(bigEndian: uptimeDeciseconds, count: 4)
    }
}

/// An encrypted Eddystone-TLM frame: google/eddystone, `eddystone-tlm/tlm-encrypted.md`.
///
/// Service data: `20`, version `01`, encrypted telemetry (12), salt (2), integrity check (2), both big-endian. Only the
/// owner of the beacon's identity key can read it (AES-EAX).
public struct EddystoneEncryptedTLM: Equatable, Sendable {
    /// The first eight bytes of the encrypted telemetry, big-endian.
    public let ciphertextHigh: UInt64
    /// The last four bytes of the encrypted telemetry, big-endian.
    public let ciphertextLow: UInt32
    /// The random part of the nonce.
    public let salt: UInt16
    /// The message integrity check: the tag of AES-EAX, cut to two bytes.
    public let integrityCheck: UInt16

    /// A frame with this ciphertext, as its owner made it.
    @inlinable
    public init(ciphertextHigh: UInt64, ciphertextLow: UInt32, salt: UInt16, integrityCheck: UInt16) {
        self.ciphertextHigh = ciphertextHigh
        self.ciphertextLow = ciphertextLow
        self.salt = salt
        self.integrityCheck = integrityCheck
    }

    /// A frame with a ciphertext of twelve bytes, or nil for another count.
    public init?(ciphertext: [UInt8], salt: UInt16, integrityCheck: UInt16) {
        guard ciphertext.count == 12 else { return nil }
        self.init(
            ciphertextHigh: ciphertext.bigEndianWord(first: 8),
            ciphertextLow: UInt32(truncatingIfNeeded: ciphertext.dropFirst(8).bigEndianWord(first: 4)),
            salt: salt, integrityCheck: integrityCheck)
    }

    /// The twelve encrypted bytes.
    public var ciphertext: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(12)
        bytes.append(bigEndian: ciphertextHigh, count: 8)
        bytes.append(bigEndian: ciphertextLow, count: 4)
        return bytes
    }

    /// Reads a frame, whose first two bytes are already known.
    @inline(__always)
    init(frame data: UnsafeRawPointer, count: Int) throws(FrameError) {
        try FrameKind.eddystoneEncryptedTLM.require(18, of: count)
        self.ciphertextHigh = data.bigEndian64(at: 2)
        self.ciphertextLow = data.bigEndian32(at: 10)
        self.salt = data.bigEndian16(at: 14)
        self.integrityCheck = data.bigEndian16(at: 16)
    }

    func append(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: [EddystoneType.tlm, EddystoneType.encryptedVersion])
        bytes.append(contentsOf: ciphertext)
        bytes.append(bigEndian: salt, count: 2)
        bytes.append(bigEndian: integrityCheck, count: 2)
    }
}
