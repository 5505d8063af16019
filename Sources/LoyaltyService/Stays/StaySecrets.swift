import Storage

/// The columns of points for time in which secrets are sealed.
package enum StaySecrets {
    /// What credentials are issued with.
    static let issuer = SealedColumn(table: "stay_issuers", column: "secret", key: ["number"])

    /// All of them.
    package static let all = [issuer]
}
