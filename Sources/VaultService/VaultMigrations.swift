import Storage

/// The tables of vaults.
package enum VaultMigrations {
    /// Every change of these tables, in order; between them come those of other services.
    ///
    /// The package manager names a file's bytes after the file, with `_` for a leading digit.
    package static let all = [
        Migration(
            number: 5, name: "vault",
            sql: String(decoding: PackageResources._005_vault_sql, as: UTF8.self))
    ]
}
