import Storage

/// The tables of what operators of venues do, but for their plans.
package enum VenueOperationMigrations {
    /// Every change of these tables, in order.
    ///
    /// The package manager names a file's bytes after the file, with `_` for a leading digit.
    package static let all = [
        Migration(
            number: 41, name: "fleet", sql: String(decoding: PackageResources._041_fleet_sql, as: UTF8.self)),
        Migration(
            number: 42, name: "deployment",
            sql: String(decoding: PackageResources._042_deployment_sql, as: UTF8.self)),
    ]
}
