import AccountService
import ExposureService
import Logging
import LoyaltyService
import MarketCompatibility
import MarketService
import ServiceKit
import Storage
import VaultService

/// The server's tables on either engine.
package enum ServerDatabase {
    /// Every change of the tables, in order.
    package static let migrations =
        (AccountMigrations.all + ExposureMigrations.all + VaultMigrations.all + MarketMigrations.all
        + LoyaltyMigrations.all + PhotoMigrations.all + DeliveryMigrations.all + VenueStaffMigrations.all
        + CountingMigrations.all + ShopMigrations.all + CampaignMigrations.all + VenueOperationMigrations.all
        + PlanTables.migrations + RadioMapTables.migrations + StayMigrations.all + EventMigrations.all)
        .sorted { $0.number < $1.number }

    /// Every column with secrets: what the change of the key seals anew.
    package static let secrets =
        AccountSecrets.all + ExposureSecrets.all + VaultSecrets.all + LoyaltySecrets.all + DeliverySecrets.all
        + MarketSecrets.all + MarketCompatibilitySecrets.all + CountingSecrets.all + CampaignSecrets.all
        + StaySecrets.all

    /// Opens the database that `url` names, brings its tables up to date, and seals what an older version of the program
    /// kept in clear.
    package static func open(
        _ url: DatabaseURL, keyring: Keyring, logger: Logger, options: DatabaseOptions = DatabaseOptions()
    ) async throws -> any Database {
        let database = try await Databases.open(
            url, migrations: migrations, keyring: keyring, logger: logger, options: options)
        do {
            try await SealingMigration.finish(database, secrets)
            return database
        } catch {
            await database.close()
            throw error
        }
    }
}
