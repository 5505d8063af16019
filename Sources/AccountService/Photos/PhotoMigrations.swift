import Storage

/// The table of photos.
package enum PhotoMigrations {
    /// Every change of this table, in order; between them come those of other services.
    ///
    /// The package manager names a file's bytes after the file, with `_` for a leading digit.
    package static let all = [
        Migration(
            number: 23, name: "photos",
            sql: String(decoding: PackageResources._023_photos_sql, as: UTF8.self))
    ]
}
