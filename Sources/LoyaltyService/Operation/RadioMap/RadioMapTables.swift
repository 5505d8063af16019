import ServiceKit
import Storage

/// The tables of radio maps.
package enum RadioMapTables {
    /// Every change of these tables, in order.
    ///
    /// The package manager names a file's bytes after the file, with `_` for a leading digit.
    package static let migrations = [
        Migration(
            number: 45, name: "radio_maps", sql: String(decoding: PackageResources._045_radio_maps_sql, as: UTF8.self)),
        Migration(
            number: 48, name: "radio_residuals",
            sql: String(decoding: PackageResources._048_radio_residuals_sql, as: UTF8.self)),
    ]

    /// What is kept here about accounts: a map outlives whoever put it in force, without their name.
    package static let kept = [
        PersonalDataTable(
            "radio_maps", of: .account("account_id"), showing: ["at": .instant, "venue": .bytes, "number": .plain],
            end: .changed("account_id = NULL"))
    ]
}
