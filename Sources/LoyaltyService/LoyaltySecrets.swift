import Storage

/// The columns of venues in which secrets are sealed.
package enum LoyaltySecrets {
    /// What a beacon's codes are made of.
    static let beaconKey = SealedColumn(
        table: "beacons", column: "security_key", key: ["venue", "major", "minor"])

    /// The same, of a beacon's second key.
    static let secondBeaconKey = SealedColumn(
        table: "second_beacon_keys", column: "second_key", key: ["venue", "major", "minor"])

    /// What the secrets of coupons' codes are made from.
    static let couponKey = SealedColumn(table: "coupon_keys", column: "secret", key: ["number"])

    /// All of them.
    package static let all = [beaconKey, secondBeaconKey, couponKey]
}
