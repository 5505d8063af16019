import CLibCrypto

/// A point of the curve P-521 (NIST SP 800-186, section 3.2.1.5) by its affine coordinates; never the point at infinity.
public struct ECPoint521: Hashable, Sendable {
    /// How many bytes a coordinate has.
    public static let coordinateCount = 66

    /// The first coordinate, big-endian.
    public let x: [UInt8]
    /// The second coordinate, big-endian.
    public let y: [UInt8]

    /// The point with these coordinates of 66 bytes each.
    ///
    /// Throws ``VaultFault/invalidPoint`` unless it is on the curve.
    public init(x: [UInt8], y: [UInt8]) throws(VaultFault) {
        self.x = x
        self.y = y
        _ = try CurvePoint(self)
    }

    init(checked x: [UInt8], _ y: [UInt8]) {
        self.x = x
        self.y = y
    }
}
