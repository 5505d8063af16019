import Logging
import Storage

/// The server's tables on either engine.
package enum ServerDatabase {
    /// Every change of the tables, in order.
    ///
    /// The package manager names a file's bytes after the file, with `_` for a leading digit.
    package static let migrations = [
        Migration(
            number: 1, name: "accounts_and_loyalty",
            sql: String(decoding: PackageResources._001_accounts_and_loyalty_sql, as: UTF8.self)),
        Migration(
            number: 2, name: "exposure", sql: String(decoding: PackageResources._002_exposure_sql, as: UTF8.self)),
        Migration(
            number: 3, name: "health_authority",
            sql: String(decoding: PackageResources._003_health_authority_sql, as: UTF8.self)),
        Migration(
            number: 4, name: "risk_zones", sql: String(decoding: PackageResources._004_risk_zones_sql, as: UTF8.self)),
        Migration(number: 5, name: "vault", sql: String(decoding: PackageResources._005_vault_sql, as: UTF8.self)),
        Migration(number: 6, name: "market", sql: String(decoding: PackageResources._006_market_sql, as: UTF8.self)),
        Migration(
            number: 7, name: "signed_accounts",
            sql: String(decoding: PackageResources._007_signed_accounts_sql, as: UTF8.self)),
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
            number: 11, name: "unordered_accounts",
            sql: String(decoding: PackageResources._011_unordered_accounts_sql, as: UTF8.self)),
        Migration(
            number: 12, name: "market_reasons",
            sql: String(decoding: PackageResources._012_market_reasons_sql, as: UTF8.self)),
        Migration(
            number: 13, name: "exposure_row_order",
            sql: String(decoding: PackageResources._013_exposure_row_order_sql, as: UTF8.self)),
        Migration(
            number: 14, name: "code_onset", sql: String(decoding: PackageResources._014_code_onset_sql, as: UTF8.self)),
        Migration(
            number: 15, name: "stays_and_pictures",
            sql: String(decoding: PackageResources._015_stays_and_pictures_sql, as: UTF8.self)),
    ]

    /// Opens the database that `url` names and brings its tables up to date.
    package static func open(
        _ url: DatabaseURL, logger: Logger, options: DatabaseOptions = DatabaseOptions()
    ) async throws -> any Database {
        try await Databases.open(url, migrations: migrations, logger: logger, options: options)
    }
}
