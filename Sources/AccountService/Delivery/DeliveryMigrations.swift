import Storage

/// The tables of what waits to be handed over, and of the devices that it goes to.
package enum DeliveryMigrations {
    /// Every change of these tables, in order; between them come those of other services.
    package static let all = [
        Migration(
            number: 21, name: "deliveries", sql: String(decoding: PackageResources._021_deliveries_sql, as: UTF8.self)),
        Migration(
            number: 52, name: "sealed_deliveries",
            sql: String(decoding: PackageResources._052_sealed_deliveries_sql, as: UTF8.self)),
    ]
}
