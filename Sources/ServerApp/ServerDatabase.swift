import AccountService
import ExposureService
import Logging
import LoyaltyService
import MarketService
import Storage
import VaultService

/// The server's tables on either engine.
package enum ServerDatabase {
    /// Every change of the tables, in order.
    package static let migrations =
        (AccountMigrations.all + ExposureMigrations.all + VaultMigrations.all + MarketMigrations.all
        + LoyaltyMigrations.all).sorted { $0.number < $1.number }

    /// Opens the database that `url` names and brings its tables up to date.
    package static func open(
        _ url: DatabaseURL, keyring: Keyring, logger: Logger, options: DatabaseOptions = DatabaseOptions()
    ) async throws -> any Database {
        try await Databases.open(url, migrations: migrations, keyring: keyring, logger: logger, options: options)
    }
}
