import Storage

/// The tables of every product, and how they came to be.
///
/// Each product has a folder of numbered files of SQL. The first ones are baselines: they make a product's tables in a new
/// database. What changes a table afterwards is a file of its own with the next number, in the folder of the table's owner.
package enum Schema {
    /// The 53 migrations of releases before the baselines.
    private static let former = FormerMigrations(last: 53, checksum: "509f0325694cd7bd")

    /// Every change of the tables, in order.
    ///
    /// The package manager names a file's bytes after the file, with `_` for a leading digit.
    package static let migrations = [
        baseline(54, "platform", PackageResources._054_platform_sql),
        baseline(55, "accounts", PackageResources._055_accounts_sql),
        baseline(56, "venues", PackageResources._056_venues_sql),
        baseline(57, "loyalty", PackageResources._057_loyalty_sql),
        baseline(58, "exposure", PackageResources._058_exposure_sql),
        baseline(59, "vault", PackageResources._059_vault_sql),
        baseline(60, "exchange", PackageResources._060_exchange_sql),
    ]

    private static func baseline(_ number: Int, _ name: String, _ sql: [UInt8]) -> Migration {
        Migration(number: number, name: name, sql: String(decoding: sql, as: UTF8.self), replacing: former)
    }
}
