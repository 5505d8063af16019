import Logging

/// Opens databases of either engine.
public enum Databases {
    /// Opens the database that `url` names and brings its schema up to date.
    ///
    /// Its secrets are sealed under a key of `keyring`, which must be the one that they have been sealed under before.
    ///
    /// The migrations must be all that the program knows, in order. Throws ``StorageError/migration(_:)`` when the
    /// schema does not fit, ``StorageError/unavailable`` when the database cannot be reached, and
    /// ``StorageError/unknownKey(id:)`` or ``StorageError/alteredSecret`` when it has another key.
    public static func open(
        _ url: DatabaseURL, migrations: [Migration], keyring: Keyring, logger: Logger,
        options: DatabaseOptions = DatabaseOptions()
    ) async throws -> any Database {
        let plan = try MigrationPlan(migrations)
        let database: any Database =
            switch url {
            case .sqlite(let path):
                try await SQLiteDatabase.open(
                    path: path, plan: plan, keyring: keyring, logger: logger, options: options)
            case .postgres(let uri):
                try await PostgresDatabase.open(
                    uri: uri, plan: plan, keyring: keyring, logger: logger, options: options)
            }
        do {
            try await KeyCheck.settle(database, keyring)
        } catch {
            await database.close()
            throw error
        }
        return database
    }

    /// Opens the database that `url` names to be read as it is.
    ///
    /// Its schema is not brought up to date, its key is not asked for, and an SQLite file that does not exist is not made.
    package static func openUnchanged(
        _ url: DatabaseURL, keyring: Keyring, logger: Logger
    ) async throws -> any Database {
        switch url {
        case .sqlite(let path):
            try await UnchangedSQLiteDatabase.open(path: path, keyring: keyring, logger: logger)
        case .postgres(let uri):
            try await PostgresDatabase.open(
                uri: uri, plan: nil, keyring: keyring, logger: logger, options: DatabaseOptions())
        }
    }
}
