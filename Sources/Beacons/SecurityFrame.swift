import Basics

/// The frame that proves a position beacon: Eddystone service data of 20 bytes of our own.
///
/// `50`, version `01`, major (2, big-endian), minor (2, big-endian), code (14). The venue's UUID does not fit and is
/// not needed: it is an input of the code.
public struct SecurityFrame: Equatable, Sendable {
    /// The group of the position beacon that is proved.
    public let major: UInt16
    /// The position beacon within the group.
    public let minor: UInt16
    /// The code of the present window.
    public let code: SecurityCode

    /// A frame with these fields.
    @inlinable
    public init(major: UInt16, minor: UInt16, code: SecurityCode) {
        self.major = major
        self.minor = minor
        self.code = code
    }

    /// Reads a frame, whose first byte is already known.
    @inline(__always)
    init(frame data: UnsafeRawPointer, count: Int) throws(FrameError) {
        guard count >= 2 else { throw .truncated(.security) }
        let version = data.byte(at: 1)
        guard version == EddystoneType.securityVersion else { throw .undefinedVersion(.security, version: version) }
        try FrameKind.security.require(20, of: count)
        self.major = data.bigEndian16(at: 2)
        self.minor = data.bigEndian16(at: 4)
        self.code = SecurityCode(high: data.bigEndian64(at: 6), low: data.bigEndian64(at: 12))
    }

    func append(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: [EddystoneType.security, EddystoneType.securityVersion])
        bytes.append(bigEndian: major, count: 2)
        bytes.append(bigEndian: minor, count: 2)
        code.append(to: &bytes)
    }
}
