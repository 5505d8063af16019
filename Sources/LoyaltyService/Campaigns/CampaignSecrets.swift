import Storage

/// The column of campaigns in which secrets are sealed.
package enum CampaignSecrets {
    /// What divides people into those who are offered something and those who are held out.
    static let division = SealedColumn(table: "campaigns", column: "secret", key: ["id"])

    /// All of them.
    package static let all = [division]
}
