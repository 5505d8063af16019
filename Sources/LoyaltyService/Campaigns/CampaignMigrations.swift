import Storage

/// The table of campaigns.
package enum CampaignMigrations {
    /// Every change of it, in order.
    ///
    /// The package manager names a file's bytes after the file, with `_` for a leading digit.
    package static let all = [
        Migration(
            number: 39, name: "campaigns",
            sql: String(decoding: PackageResources._039_campaigns_sql, as: UTF8.self))
    ]
}

/// The column of campaigns in which secrets are sealed.
package enum CampaignSecrets {
    /// What divides people into those who are offered something and those who are held out.
    static let division = SealedColumn(table: "campaigns", column: "secret", key: ["id"])

    /// All of them.
    package static let all = [division]
}
