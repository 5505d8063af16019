import Storage

/// The columns of exposure in which secrets are sealed.
package enum ExposureSecrets {
    /// What the credentials of a period's days at venues are issued with.
    static let issuer = SealedColumn(table: "venue_day_issuers", column: "secret", key: ["period"])
    /// What batches are signed with.
    static let signer = SealedColumn(table: "exposure_signers", column: "private_key", key: ["number"])

    /// All of them.
    package static let all = [issuer, signer]
}
