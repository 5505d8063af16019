import ArgumentParser
import Foundation
import HTTPKit
import Logging
import ServerApp
import Storage
import Strings

/// A server's database, opened by a command for one piece of work, beside a running server as well.
package enum CommandDatabase {
    /// Opens the database that `text` names, lets `work` use it and closes it.
    ///
    /// Its secrets are sealed under the keys of `secretKeyFile`, or of where they are by default.
    ///
    /// With `mustExist` an SQLite file that does not exist is not made. Failures are told without what they may hold
    /// of secrets.
    package static func use<Value: Sendable>(
        _ text: String, secretKeyFile: String? = nil, mustExist: Bool = false,
        _ work: (any Database, DatabaseURL) async throws -> Value
    ) async throws -> Value {
        let url = try url(text)
        if mustExist, case .sqlite(let path) = url, !FileManager.default.fileExists(atPath: path) {
            throw CommandFailure(ServerStrings.databaseMissing(file: path).text)
        }
        let logger = Logger(label: "cerca.command", factory: { _ in SwiftLogNoOpLogHandler() })
        let keyring = try SecretKeys.keyring(for: url, file: secretKeyFile)
        let database: any Database
        do {
            database = try await ServerDatabase.open(url, keyring: keyring, logger: logger)
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(ServerStrings.databaseCannotOpen(database: "\(url)", reason: "\(error)").text)
        }
        do {
            let value = try await work(database, url)
            await database.close()
            return value
        } catch {
            await database.close()
            if case .storage(let cause) = error as? ServiceError {
                throw CommandFailure(ServerStrings.databaseFailed(database: "\(url)", reason: "\(cause)").text)
            }
            throw error
        }
    }

    /// The database that the option `--database` names.
    package static func url(_ text: String) throws -> DatabaseURL {
        do throws(StorageError) {
            return try DatabaseURL(text)
        } catch {
            throw ValidationError("--database: \(error)")
        }
    }
}
