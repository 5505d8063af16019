import AccountService
import ExposureService
import Logging
import LoyaltyService
import MarketCompatibility
import MarketService
import Schema
import Storage
import VaultService

/// The server's tables on either engine.
package enum ServerDatabase {
    /// Every change of the tables, in order.
    package static let migrations = Schema.migrations

    /// The number of the last change of the tables.
    package static let schemaNumber = migrations.last?.number ?? 0

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
