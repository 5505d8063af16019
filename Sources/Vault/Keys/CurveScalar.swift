import CLibCrypto

/// A number to multiply points with, overwritten when it goes.
final class CurveScalar {
    let number: OpaquePointer

    /// A number that is no secret, big-endian.
    init(bytes: [UInt8]) throws(VaultFault) {
        guard let number = BN_bin2bn(bytes, Int32(bytes.count), nil) else { throw .derivationFailed }
        self.number = number
    }

    /// A random number from 1 to the order of P-521 less 1.
    init(using random: inout some RandomNumberGenerator) throws(VaultFault) {
        guard let number = BN_secure_new() else { throw .derivationFailed }
        self.number = number
        BN_set_flags(number, BN_FLG_CONSTTIME)
        guard let order = EC_GROUP_get0_order(try PrimeCurve.p521.group()) else { throw .derivationFailed }
        // 521 bits, and again in the rare case that they are not below the order: so each is as likely as any other.
        repeat {
            let isRead = withSecretBuffer(ECPoint521.coordinateCount) { buffer in
                for index in buffer.indices { buffer[index] = UInt8.random(in: .min ... .max, using: &random) }
                buffer[0] &= 1
                let start = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
                return BN_bin2bn(start, Int32(buffer.count), number) != nil
            }
            guard isRead else { throw .derivationFailed }
        } while BN_is_zero(number) == 1 || BN_cmp(number, order) >= 0
    }

    deinit { BN_clear_free(number) }
}
