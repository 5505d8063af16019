import CLibCrypto
import Crypto

/// A point in libcrypto's form.
final class CurvePoint {
    private let group: OpaquePointer
    private let point: OpaquePointer

    private convenience init(on curve: PrimeCurve) throws(VaultFault) {
        try self.init(group: curve.group())
    }

    private init(group: OpaquePointer) throws(VaultFault) {
        self.group = group
        guard let point = EC_POINT_new(group) else { throw .derivationFailed }
        self.point = point
    }

    deinit { EC_POINT_clear_free(point) }

    /// The point with these coordinates; throws ``VaultFault/invalidPoint`` unless it is on the curve.
    convenience init(_ affine: ECPoint521) throws(VaultFault) {
        guard affine.x.count == ECPoint521.coordinateCount, affine.y.count == ECPoint521.coordinateCount else {
            throw .invalidPoint
        }
        try self.init(on: .p521)
        let x = BN_bin2bn(affine.x, Int32(affine.x.count), nil)
        defer { BN_free(x) }
        let y = BN_bin2bn(affine.y, Int32(affine.y.count), nil)
        defer { BN_free(y) }
        // Checks that the coordinates are below the prime, and the equation of the curve.
        guard x != nil, y != nil, EC_POINT_set_affine_coordinates(group, point, x, y, nil) == 1 else {
            throw .invalidPoint
        }
    }

    /// The point with this encoding (SEC 1 section 2.3.3); throws ``VaultFault/invalidPoint`` when it has none.
    convenience init(encoded: [UInt8], on curve: PrimeCurve) throws(VaultFault) {
        try self.init(on: curve)
        guard EC_POINT_oct2point(group, point, encoded, encoded.count, nil) == 1, !isAtInfinity else {
            throw .invalidPoint
        }
    }

    /// The generator times `scalar`.
    convenience init(generatorTimes scalar: CurveScalar, on curve: PrimeCurve = .p521) throws(VaultFault) {
        try self.init(on: curve)
        guard EC_POINT_mul(group, point, scalar.number, nil, nil, nil) == 1 else { throw .derivationFailed }
    }

    var isAtInfinity: Bool { EC_POINT_is_at_infinity(group, point) == 1 }

    func times(_ scalar: CurveScalar) throws(VaultFault) -> CurvePoint {
        let product = try CurvePoint(group: group)
        guard EC_POINT_mul(group, product.point, nil, point, scalar.number, nil) == 1 else { throw .derivationFailed }
        return product
    }

    func plus(_ other: CurvePoint) throws(VaultFault) -> CurvePoint {
        let sum = try CurvePoint(group: group)
        guard EC_POINT_add(group, sum.point, point, other.point, nil) == 1 else { throw .derivationFailed }
        return sum
    }

    func minus(_ other: CurvePoint) throws(VaultFault) -> CurvePoint {
        let negative = try CurvePoint(group: group)
        guard EC_POINT_copy(negative.point, other.point) == 1, EC_POINT_invert(group, negative.point, nil) == 1 else {
            throw .derivationFailed
        }
        return try plus(negative)
    }

    /// The coordinates; throws ``VaultFault/invalidPoint`` at infinity, which has none.
    func affine() throws(VaultFault) -> ECPoint521 {
        let (x, y) = try coordinates()
        return ECPoint521(checked: x.withUnsafeBytes { Array($0) }, y.withUnsafeBytes { Array($0) })
    }

    /// The first coordinate, where it is a secret.
    func secretX() throws(VaultFault) -> SymmetricKey { try coordinates().x }

    private func coordinates() throws(VaultFault) -> (x: SymmetricKey, y: SymmetricKey) {
        guard !isAtInfinity else { throw .invalidPoint }
        let (x, y) = (BN_new(), BN_new())
        defer {
            BN_clear_free(x)
            BN_clear_free(y)
        }
        guard x != nil, y != nil, EC_POINT_get_affine_coordinates(group, point, x, y, nil) == 1 else {
            throw .derivationFailed
        }
        return (try Self.bytes(of: x), try Self.bytes(of: y))
    }

    private static func bytes(of number: OpaquePointer?) throws(VaultFault) -> SymmetricKey {
        try withSecretBuffer(ECPoint521.coordinateCount) { buffer throws(VaultFault) in
            let start = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
            guard BN_bn2binpad(number, start, Int32(buffer.count)) == buffer.count else { throw .derivationFailed }
            return SymmetricKey(data: buffer)
        }
    }
}
