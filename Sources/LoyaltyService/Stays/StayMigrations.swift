import Storage

/// The tables of points for time.
package enum StayMigrations {
    /// Every change of these tables, in order.
    ///
    /// The package manager names a file's bytes after the file, with `_` for a leading digit.
    package static let all = [
        Migration(number: 44, name: "stays", sql: String(decoding: PackageResources._044_stays_sql, as: UTF8.self))
    ]
}
