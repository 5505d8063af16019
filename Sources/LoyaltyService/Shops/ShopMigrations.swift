import Storage

/// The tables of shops' offers.
package enum ShopMigrations {
    /// Every change of these tables, in order.
    ///
    /// The package manager names a file's bytes after the file, with `_` for a leading digit.
    package static let all = [
        Migration(
            number: 37, name: "shop_offers",
            sql: String(decoding: PackageResources._037_shop_offers_sql, as: UTF8.self))
    ]
}
