import Logging

/// Opens databases of either engine.
public enum Databases {
    /// Opens the database that `url` names and brings its schema up to date.
    ///
    /// The migrations must be all that the program knows, in order. Throws ``StorageError/migration(_:)`` when the
    /// schema does not fit, and ``StorageError/unavailable`` when the database cannot be reached.
    public static func open(
        _ url: DatabaseURL, migrations: [Migration], logger: Logger, options: DatabaseOptions = DatabaseOptions()
    ) async throws -> any Database {
        let plan = try MigrationPlan(migrations)
        switch url {
        case .sqlite(let path):
            return try await SQLiteDatabase.open(path: path, plan: plan, logger: logger, options: options)
        case .postgres(let uri):
            return try await PostgresDatabase.open(uri: uri, plan: plan, logger: logger, options: options)
        }
    }
}
