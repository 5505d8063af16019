import Foundation
import Logging
import Sealing
import ServerApp
import Storage
import Strings

/// A backup put in the place of a database that is not there any more.
package struct DatabaseRestore: Sendable {
    /// What was put in place.
    package struct Outcome: Equatable, Sendable {
        /// How many changes of the tables the backup had had.
        package var schemaBefore: Int
        /// What was settled, for time has gone by since the backup.
        package var settled: RestoredServer
    }

    private let path: String
    private let secretKeyFile: String?

    /// A restore to where `database` says, which is an SQLite database.
    package init(database: String, secretKeyFile: String?) throws {
        guard case .sqlite(let path) = try CommandDatabase.url(database) else {
            throw CommandFailure(AdminStrings.restorePostgres.text)
        }
        self.path = path
        self.secretKeyFile = secretKeyFile
    }

    /// Puts the backup in place.
    ///
    /// - Parameters:
    ///   - backup: The file of the backup, or of another copy of an SQLite database.
    ///   - keyFile: The sealed keys; nil when the database's keys are where they were.
    /// - Throws: A `CommandFailure`; the database is not there then.
    package func run(from backup: String, keys keyFile: String?, passphrase: PassphraseOptions) async throws -> Outcome
    {
        for companion in UnfinishedFile.companions { try UnfinishedFile.refuse(path + companion) }
        guard FileManager.default.fileExists(atPath: backup) else {
            throw CommandFailure(ServerStrings.databaseMissing(file: backup).text)
        }
        let sealed = try keyFile.map { try SealedKeys.open($0, passphrase: try passphrase.known()) }
        let keyPath = secretKeyFile ?? "\(path).keys"
        let hasKeys = try sealed.map { try holds(keyPath, $0) } ?? true
        guard let keyring = SecretKeys.keyring(of: try sealed ?? listedKeys()) else {
            throw CommandFailure(AdminStrings.restoreNoKeys(place: keyPath).text)
        }
        let outcome = try await SecretFile.alone(path) {
            let unfinished = try UnfinishedFile(for: path)
            var outcome: Outcome
            do {
                outcome = try await prepare(backup, at: unfinished.temporary, keyring)
            } catch let error as StorageError {
                throw CommandFailure(AdminStrings.backupFailed(file: backup, reason: "\(error)").text)
            }
            // The database last: without it nothing starts that lacks something.
            if let sealed, !hasKeys { try SecretFile.makeNew(keyPath, SecretKeys.text(sealed)) }
            try unfinished.finish()
            return outcome
        }
        guard let outcome else { throw CommandFailure(AdminStrings.backupBusy.text) }
        return outcome
    }

    /// Copies the backup, looks at all of it, brings it up to date, and settles what time has made wrong.
    private func prepare(_ backup: String, at temporary: String, _ keyring: Keyring) async throws -> Outcome {
        try await SQLiteCopy.make(of: backup, at: temporary)
        if let fault = try await SQLiteFile.faults(temporary, depth: .everything).first {
            throw CommandFailure(AdminStrings.backupUnsound(fault: fault).text)
        }
        let before = try await DatabaseBackup.schema(of: .sqlite(path: temporary), keys: keyring)
        let logger = Logger(label: "cerca.command", factory: { _ in SwiftLogNoOpLogHandler() })
        let database = try await ServerDatabase.open(.sqlite(path: temporary), keyring: keyring, logger: logger)
        do {
            let settled = try await RestoredServer.settle(database)
            await database.close()
            return Outcome(schemaBefore: before, settled: settled)
        } catch {
            await database.close()
            throw error
        }
    }

    /// Whether the file at `keyPath` holds `keys`; false when there is no file.
    private func holds(_ keyPath: String, _ keys: [SealingKey]) throws -> Bool {
        guard let bytes = try SecretFile.contents(keyPath) else { return false }
        guard Set((SecretKeys.parse(bytes) ?? []).map(\.bytes)).isSuperset(of: keys.map(\.bytes)) else {
            throw CommandFailure("\(keyPath) exists and holds other keys; it is not overwritten")
        }
        return true
    }

    private func listedKeys() throws -> [SealingKey] {
        let place = try SecretKeys.place(
            for: .sqlite(path: path), file: secretKeyFile, environment: ProcessInfo.processInfo.environment)
        return try place.list() ?? []
    }
}
