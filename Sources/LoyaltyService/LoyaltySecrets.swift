import Storage

/// The column of venues in which secrets are sealed.
package enum LoyaltySecrets {
    /// What a beacon's codes are made of.
    static let beaconKey = SealedColumn(
        table: "beacons", column: "security_key", key: ["venue", "major", "minor"])

    /// All of them.
    package static let all = [beaconKey]
}
