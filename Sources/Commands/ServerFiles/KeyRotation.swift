import Basics
import Foundation
import Sealing
import ServerApp
import Storage
import Strings

/// Gives a database another key for its secrets, beside servers that run on it.
///
/// Whatever step a process ends at, the next one finds out where that was: two keys in the file and the older one named by
/// the database, two keys and the newer one named, or one key alone, which is the end.
package struct KeyRotation: Sendable {
    /// What was done.
    package struct Outcome: Equatable, Sendable {
        /// The name of the new key, in hexadecimal digits.
        package var key: String
        /// How many rows were sealed anew.
        package var rows: Int
        /// Whether the new key was only put into the file.
        package var isPrepared = false
        /// The place from which somebody else is to remove the older keys; nil when that was done.
        package var older: String?
    }

    private let database: String
    private let url: DatabaseURL
    private let place: SecretKeyPlace
    private let secretKeyFile: String?

    /// The change of the key of the database that `database` names.
    package init(database: String, secretKeyFile: String?) throws {
        self.database = database
        self.secretKeyFile = secretKeyFile
        url = try CommandDatabase.url(database)
        place = try SecretKeys.place(for: url, file: secretKeyFile, environment: ProcessInfo.processInfo.environment)
    }

    /// Changes the key, or finishes a change that was begun.
    ///
    /// - Parameters:
    ///   - onlyPreparing: Whether to put the new key into the file and no more: for files that servers on other machines
    ///     have copies of.
    ///   - afterStep: Called after each step and batch; for tests.
    package func run(onlyPreparing: Bool = false, afterStep: () throws -> Void = {}) async throws -> Outcome {
        guard let file = place.file else { return try await change(onlyPreparing, afterStep) }
        guard let outcome = try await SecretFile.alone(file, { try await change(onlyPreparing, afterStep) }) else {
            throw CommandFailure(AdminStrings.secretKeyBusy.text)
        }
        return outcome
    }

    private func change(_ onlyPreparing: Bool, _ afterStep: () throws -> Void) async throws -> Outcome {
        let current = try await CommandDatabase.use(database, secretKeyFile: secretKeyFile, mustExist: true) {
            database, _ in try await KeyChange.currentID(database)
        }
        var keys = try place.list() ?? []
        if keys.count == 1 {
            guard let file = place.file else {
                throw CommandFailure(AdminStrings.secretKeyFirst(place: place.name).text)
            }
            var random = SystemRandomNumberGenerator()
            keys.insert(.make(using: &random), at: 0)
            try SecretFile.replace(file, SecretKeys.text(keys))
            try afterStep()
        }
        guard let newest = keys.first else { throw CommandFailure("\(place.name) has gone") }
        let name = newest.id.hexadecimal
        if onlyPreparing { return Outcome(key: name, rows: 0, isPrepared: true) }
        // Opened anew, so that its keyring has what is in the file now.
        let rows = try await CommandDatabase.use(database, secretKeyFile: secretKeyFile, mustExist: true) {
            database, _ in
            if current != newest.id {
                try await KeyChange.adopt(newest.id, in: database)
                try afterStep()
            }
            return try await KeyChange.reseal(database, ServerDatabase.secrets) { _ in try afterStep() }
        }
        guard let file = place.file else { return Outcome(key: name, rows: rows, older: place.name) }
        try SecretFile.replace(file, SecretKeys.text([newest]))
        return Outcome(key: name, rows: rows)
    }
}
