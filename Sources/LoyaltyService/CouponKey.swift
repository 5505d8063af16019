import Crypto
import HTTPKit
import Loyalty
import ServiceKit
import Storage
import Synchronization

/// What the secrets of coupons' codes, and the names under which redemptions are kept, are made from.
///
/// No coupon has a secret of its own in the database: whoever has its tables alone can show no code, and cannot tell which
/// coupon a redemption was of.
package struct CouponKey: Sendable {
    private let key: SymmetricKey

    init(bytes: [UInt8]) {
        key = SymmetricKey(data: bytes)
    }

    /// The secret of the codes of the coupon with this identifier, 32 bytes.
    func secret(ofCoupon id: [UInt8]) -> [UInt8] {
        derive("cerca.coupon.secret/1", id)
    }

    /// The name under which the redemption of the coupon with this identifier is kept, 32 bytes.
    func redemption(ofCoupon id: [UInt8]) -> [UInt8] {
        derive("cerca.coupon.redemption/1", id)
    }

    private func derive(_ purpose: String, _ id: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array(purpose.utf8) + id, using: key))
    }
}

/// The key of one server, once it is known.
final class CouponKeys: Sendable {
    private let known = Mutex<CouponKey?>(nil)

    var key: CouponKey? {
        get { known.withLock { $0 } }
        set { known.withLock { $0 = newValue } }
    }
}

extension LoyaltyService {
    /// What the secrets of coupons are made from; it is drawn when it is needed first, and stays.
    package func couponKey() async throws(ServiceError) -> CouponKey {
        if let key = couponKeys.key { return key }
        let random = random
        let stored = try await database.reading { try Self.storedCouponKey(in: $0) }
        var key = stored
        if key == nil {
            key = try await database.writing { connection in
                // Another server may have been quicker.
                if let stored = try Self.storedCouponKey(in: connection) { return stored }
                let secret = random.identifier() + random.identifier()
                let value = try connection.sealing.value(secret, in: LoyaltySecrets.couponKey, of: [.integer(1)])
                _ = try connection.execute("INSERT INTO coupon_keys (number, secret) VALUES (1, ?1)", [value])
                return CouponKey(bytes: secret)
            }
        }
        guard let key else { throw .storage(StorageError.corrupt) }
        couponKeys.key = key
        return key
    }

    private static func storedCouponKey(in connection: any Connection) throws -> CouponKey? {
        guard let row = try connection.first("SELECT secret FROM coupon_keys WHERE number = 1"),
            let secret = try connection.sealing.secret(in: LoyaltySecrets.couponKey, row, of: [.integer(1)])
        else { return nil }
        return CouponKey(bytes: secret)
    }
}
