import Storage

/// The tables of accounts, and those with which loyalty began.
package enum AccountMigrations {
    /// Every change of these tables, in order; between them come those of other services.
    ///
    /// The package manager names a file's bytes after the file, with `_` for a leading digit.
    package static let all = [
        Migration(
            number: 1, name: "accounts_and_loyalty",
            sql: String(decoding: PackageResources._001_accounts_and_loyalty_sql, as: UTF8.self)),
        Migration(
            number: 7, name: "signed_accounts",
            sql: String(decoding: PackageResources._007_signed_accounts_sql, as: UTF8.self)),
        Migration(
            number: 11, name: "unordered_accounts",
            sql: String(decoding: PackageResources._011_unordered_accounts_sql, as: UTF8.self)),
        Migration(number: 16, name: "people", sql: String(decoding: PackageResources._016_people_sql, as: UTF8.self)),
        Migration(
            number: 17, name: "account_life",
            sql: String(decoding: PackageResources._017_account_life_sql, as: UTF8.self)),
        Migration(number: 18, name: "trail", sql: String(decoding: PackageResources._018_trail_sql, as: UTF8.self)),
        Migration(
            number: 19, name: "identities", sql: String(decoding: PackageResources._019_identities_sql, as: UTF8.self)),
        Migration(
            number: 20, name: "passkeys", sql: String(decoding: PackageResources._020_passkeys_sql, as: UTF8.self)),
        Migration(
            number: 22, name: "sealed_secrets",
            sql: String(decoding: PackageResources._022_sealed_secrets_sql, as: UTF8.self)),
        Migration(
            number: 24, name: "provider_ways",
            sql: String(decoding: PackageResources._024_provider_ways_sql, as: UTF8.self)),
        Migration(
            number: 50, name: "recovery", sql: String(decoding: PackageResources._050_recovery_sql, as: UTF8.self)),
        Migration(
            number: 51, name: "quarters", sql: String(decoding: PackageResources._051_quarters_sql, as: UTF8.self)),
    ]
}
