import Storage

/// The tables of venues and visits that came after the first ones.
package enum LoyaltyMigrations {
    /// Every change of these tables, in order; between them come those of other services.
    ///
    /// The package manager names a file's bytes after the file, with `_` for a leading digit.
    package static let all = [
        Migration(
            number: 15, name: "stays_and_pictures",
            sql: String(decoding: PackageResources._015_stays_and_pictures_sql, as: UTF8.self))
    ]
}
