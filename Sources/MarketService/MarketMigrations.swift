import Storage

/// The tables of the ledger and the markets.
package enum MarketMigrations {
    /// Every change of these tables, in order; between them come those of other services.
    ///
    /// The package manager names a file's bytes after the file, with `_` for a leading digit.
    package static let all = [
        Migration(
            number: 6, name: "market",
            sql: String(decoding: PackageResources._006_market_sql, as: UTF8.self)),
        Migration(
            number: 8, name: "socket_ticket_holders",
            sql: String(decoding: PackageResources._008_socket_ticket_holders_sql, as: UTF8.self)),
        Migration(
            number: 9, name: "market_trails",
            sql: String(decoding: PackageResources._009_market_trails_sql, as: UTF8.self)),
        Migration(
            number: 10, name: "market_fees",
            sql: String(decoding: PackageResources._010_market_fees_sql, as: UTF8.self)),
        Migration(
            number: 12, name: "market_reasons",
            sql: String(decoding: PackageResources._012_market_reasons_sql, as: UTF8.self)),
        Migration(
            number: 25, name: "order_protocol",
            sql: String(decoding: PackageResources._025_order_protocol_sql, as: UTF8.self)),
        Migration(
            number: 26, name: "market_reads",
            sql: String(decoding: PackageResources._026_market_reads_sql, as: UTF8.self)),
        Migration(
            number: 27, name: "wallet",
            sql: String(decoding: PackageResources._027_wallet_sql, as: UTF8.self)),
        Migration(
            number: 28, name: "market_life",
            sql: String(decoding: PackageResources._028_market_life_sql, as: UTF8.self)),
        Migration(
            number: 29, name: "market_console",
            sql: String(decoding: PackageResources._029_market_console_sql, as: UTF8.self)),
        Migration(
            number: 30, name: "untraded_orders",
            sql: String(decoding: PackageResources._030_untraded_orders_sql, as: UTF8.self)),
        Migration(
            number: 46, name: "market_leases",
            sql: String(decoding: PackageResources._046_market_leases_sql, as: UTF8.self)),
    ]
}
