import Storage

/// The tables of tracing, of the health authority and of risk zones.
package enum ExposureMigrations {
    /// Every change of these tables, in order; between them come those of other services.
    ///
    /// The package manager names a file's bytes after the file, with `_` for a leading digit.
    package static let all = [
        Migration(
            number: 2, name: "exposure",
            sql: String(decoding: PackageResources._002_exposure_sql, as: UTF8.self)),
        Migration(
            number: 3, name: "health_authority",
            sql: String(decoding: PackageResources._003_health_authority_sql, as: UTF8.self)),
        Migration(
            number: 4, name: "risk_zones",
            sql: String(decoding: PackageResources._004_risk_zones_sql, as: UTF8.self)),
        Migration(
            number: 13, name: "exposure_row_order",
            sql: String(decoding: PackageResources._013_exposure_row_order_sql, as: UTF8.self)),
        Migration(
            number: 14, name: "code_onset",
            sql: String(decoding: PackageResources._014_code_onset_sql, as: UTF8.self)),
    ]
}
