import Storage

/// The tables of what is counted of visits.
package enum CountingMigrations {
    /// Every change of these tables, in order.
    ///
    /// The package manager names a file's bytes after the file, with `_` for a leading digit.
    package static let all = [
        Migration(
            number: 34, name: "reports", sql: String(decoding: PackageResources._034_reports_sql, as: UTF8.self)),
        Migration(
            number: 35, name: "counts", sql: String(decoding: PackageResources._035_counts_sql, as: UTF8.self)),
        Migration(
            number: 53, name: "stay_counts",
            sql: String(decoding: PackageResources._053_stay_counts_sql, as: UTF8.self)),
    ]
}
