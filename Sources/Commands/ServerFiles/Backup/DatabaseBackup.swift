import Foundation
import Logging
import Sealing
import ServerApp
import Storage
import Strings

/// A backup of a server's database, beside that server, and of its keys apart from it.
package struct DatabaseBackup: Sendable {
    /// A copy that was made.
    package struct Copy: Equatable, Sendable {
        /// Its size in bytes.
        package var byteCount: Int64
        /// How many changes of the tables it has had.
        package var schema: Int
        /// How long it took to make, and to look at.
        package var copying: Duration
        package var checking: Duration
    }

    /// What was made.
    package struct Outcome: Equatable, Sendable {
        /// The copy; nil when only the keys were kept.
        package var copy: Copy?
        /// How many keys were kept; nil when none were asked for.
        package var keyCount: Int?
    }

    private let url: DatabaseURL
    private let secretKeyFile: String?

    /// A backup of the database that `database` names.
    package init(database: String, secretKeyFile: String?) throws {
        self.secretKeyFile = secretKeyFile
        url = try CommandDatabase.url(database)
    }

    /// Whether the database is one that only PostgreSQL's own tools copy.
    package var needsOwnTools: Bool {
        if case .postgres = url { return true }
        return false
    }

    /// Makes the backup.
    ///
    /// - Parameters:
    ///   - file: The file of the copy; nil to keep the keys alone.
    ///   - keyFile: The file of the sealed keys; nil to keep none.
    /// - Throws: A `CommandFailure`; there is no copy then.
    package func run(to file: String?, keys keyFile: String?, passphrase: PassphraseOptions) async throws -> Outcome {
        if needsOwnTools, file != nil { throw CommandFailure(AdminStrings.backupPostgres.text) }
        for path in [file, keyFile].compactMap({ $0 }) { try UnfinishedFile.refuse(path) }
        // Before anything else, for it may be asked for.
        let keeping = try keyFile.map { KeyKeeping(file: $0, passphrase: try passphrase.chosen()) }
        do {
            guard let file else { return Outcome(keyCount: try keeping?.keep(try await ownKeys())) }
            let outcome = try await SecretFile.alone(file) { try await copy(to: file, keeping) }
            guard let outcome else { throw CommandFailure(AdminStrings.backupBusy.text) }
            return outcome
        } catch let error as StorageError {
            throw CommandFailure(AdminStrings.backupFailed(file: file ?? keyFile ?? "", reason: "\(error)").text)
        }
    }

    private func copy(to file: String, _ keeping: KeyKeeping?) async throws -> Outcome {
        guard case .sqlite(let source) = url else { throw CommandFailure(AdminStrings.backupPostgres.text) }
        guard FileManager.default.fileExists(atPath: source) else {
            throw CommandFailure(ServerStrings.databaseMissing(file: source).text)
        }
        // A change of the key that goes on meanwhile: the one of the copy's moment is there before or after.
        let before = keeping == nil ? [] : try listedKeys()
        let unfinished = try UnfinishedFile(for: file)
        let clock = ContinuousClock()
        let start = clock.now
        try await SQLiteCopy.make(of: source, at: unfinished.temporary)
        let copied = clock.now
        if let fault = try await SQLiteFile.faults(unfinished.temporary, depth: .structure).first {
            throw CommandFailure(AdminStrings.backupUnsound(fault: fault).text)
        }
        let after = keeping == nil ? [] : try listedKeys()
        let keys = after + before.filter { key in !after.contains { $0.id == key.id } }
        let schema = try await Self.schema(
            of: .sqlite(path: unfinished.temporary), keys: SecretKeys.keyring(of: keys))
        let copy = Copy(
            byteCount: try Self.byteCount(of: unfinished.temporary), schema: schema, copying: copied - start,
            checking: clock.now - copied)
        let keyCount = try keeping?.keep(keys)
        try unfinished.finish()
        return Outcome(copy: copy, keyCount: keyCount)
    }

    /// How many changes of the tables a database has had, which is not brought up to date.
    ///
    /// It must be one that this program serves, and, with a keyring, sealed under one of its keys.
    static func schema(of url: DatabaseURL, keys: Keyring?) async throws -> Int {
        let logger = Logger(label: "cerca.command", factory: { _ in SwiftLogNoOpLogHandler() })
        let database = try await Databases.openUnchanged(url, keyring: keys ?? .temporary(), logger: logger)
        do {
            switch try await SchemaState.of(database, at: url, migrations: ServerDatabase.migrations) {
            case .foreign: throw CommandFailure(AdminStrings.backupForeign(file: "\(url)").text)
            case .refused(let fault): throw CommandFailure(AdminStrings.backupSchema(fault: "\(fault)").text)
            case .altered(let objects):
                throw CommandFailure(AdminStrings.backupAdded(objects: objects.joined(separator: ", ")).text)
            case .served(let applied, _):
                if keys != nil { try await KeyCheck.confirm(database) }
                await database.close()
                return applied
            }
        } catch {
            await database.close()
            throw error
        }
    }

    /// The keys of where they are for this database.
    private func listedKeys() throws -> [SealingKey] {
        let place = try SecretKeys.place(
            for: url, file: secretKeyFile, environment: ProcessInfo.processInfo.environment)
        guard let keys = try place.list() else {
            throw CommandFailure(ServerStrings.databaseMissing(file: place.name).text)
        }
        return keys
    }

    /// The keys, of which one opens what the database keeps to be tried.
    private func ownKeys() async throws -> [SealingKey] {
        let keys = try listedKeys()
        _ = try await Self.schema(of: url, keys: SecretKeys.keyring(of: keys))
        return keys
    }

    private static func byteCount(of path: String) throws -> Int64 {
        let size = try? FileManager.default.attributesOfItem(atPath: path)[.size]
        return (size as? NSNumber)?.int64Value ?? 0
    }
}

/// Where keys are kept, and under what.
private struct KeyKeeping {
    let file: String
    let passphrase: [UInt8]

    /// Keeps `keys`, and returns how many they are.
    func keep(_ keys: [SealingKey]) throws -> Int {
        try SecretFile.makeNew(file, try SealedKeys.text(keys, under: passphrase))
        return keys.count
    }
}
