import Storage

/// The columns of counting in which secrets are sealed.
package enum CountingSecrets {
    /// What a month's credentials are issued with.
    static let issuer = SealedColumn(table: "report_issuers", column: "secret", key: ["period"])

    /// All of them.
    package static let all = [issuer]
}
