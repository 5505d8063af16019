import Storage

/// The tables of venues and visits that came after the first ones.
package enum LoyaltyMigrations {
    /// Every change of these tables, in order; between them come those of other services.
    ///
    /// The package manager names a file's bytes after the file, with `_` for a leading digit.
    package static let all = [
        Migration(
            number: 15, name: "stays_and_pictures",
            sql: String(decoding: PackageResources._015_stays_and_pictures_sql, as: UTF8.self)),
        Migration(
            number: 33, name: "terms", sql: String(decoding: PackageResources._033_terms_sql, as: UTF8.self)),
        Migration(
            number: 40, name: "second_keys",
            sql: String(decoding: PackageResources._040_second_keys_sql, as: UTF8.self)),
        Migration(
            number: 36, name: "redemptions",
            sql: String(decoding: PackageResources._036_redemptions_sql, as: UTF8.self)),
        Migration(
            number: 49, name: "unnumbered_sightings",
            sql: String(decoding: PackageResources._049_unnumbered_sightings_sql, as: UTF8.self)),
    ]
}
