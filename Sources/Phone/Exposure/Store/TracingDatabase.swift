import Basics
import Exposure
import Foundation
import GRDB

/// What tracing remembers, in a file that says nothing without the device's key.
///
/// One SQLite file in DELETE mode with `synchronous=EXTRA` and `secure_delete=ON`: each step of tracing is one
/// transaction, which is on the disk when it is acknowledged, and what was deleted is overwritten, with no log beside the
/// file that still had it. Contents are sealed row by row (`Seal`), row numbers are random, so that not even the
/// order of rows tells who came when, and days are keyed labels. What the file shows without the key is how many rows
/// each table has, which is about how many phones were near. An old copy of the whole file that is put back is not
/// recognised.
public final class TracingDatabase: Sendable {
    /// The version of the format, in the file as `user_version`.
    static let version: Int32 = 1
    /// What tells the file from others, in it as `application_id`: "Crca".
    static let applicationID: Int32 = 0x4372_6361

    private let queue: DatabaseQueue
    private let seal: Seal
    private let retention: Retention
    /// Called before each statement of a step, so that tests can let any of them fail.
    let beforeStatement: (@Sendable () throws -> Void)?

    /// For how many days the tables keep what they have.
    struct Retention: Sendable {
        var days: Int
        var exposureDays: Int
    }

    private init(
        queue: DatabaseQueue, seal: Seal, retention: Retention, beforeStatement: (@Sendable () throws -> Void)?
    ) {
        self.queue = queue
        self.seal = seal
        self.retention = retention
        self.beforeStatement = beforeStatement
    }

    // MARK: Opening and deleting

    /// Opens a store and, before anything else, deletes what is too old by now.
    public static func open(
        file: URL, keys: any DeviceKeyStore, policy: TracingPolicy = .standard, now: Timestamp
    ) throws(TracingStoreError) -> TracingDatabase {
        try open(file: file, keys: keys, policy: policy, now: now, beforeStatement: nil)
    }

    static func open(
        file: URL, keys: any DeviceKeyStore, policy: TracingPolicy, now: Timestamp,
        beforeStatement: (@Sendable () throws -> Void)?
    ) throws(TracingStoreError) -> TracingDatabase {
        try TracingFile.check(file)
        let queue = try TracingFile.queue(file)
        let store = try TracingFile.identifier(queue)
        guard let key = try TracingFile.key(of: store, in: keys) else { throw .keyMissing }
        let seal = Seal(key: key, store: store)
        try TracingFile.check(queue, with: seal)
        let database = TracingDatabase(
            queue: queue, seal: seal,
            retention: Retention(days: policy.retentionDays, exposureDays: policy.exposureDays),
            beforeStatement: beforeStatement)
        try database.forget(at: now)
        return database
    }

    /// Makes a store of a new installation, and a key for it; a file that is there already is refused.
    public static func create(
        file: URL, keys: any DeviceKeyStore, policy: TracingPolicy = .standard, now: Timestamp,
        using random: inout some RandomNumberGenerator
    ) throws(TracingStoreError) -> TracingDatabase {
        try TracingFile.create(file, keys: keys, settings: TracingSettings(using: &random), using: &random)
        return try open(file: file, keys: keys, policy: policy, now: now)
    }

    /// Deletes a store and its key, the key first: without it what is left of the file says nothing.
    ///
    /// A damaged store is deleted as well; only a file that is something else is refused.
    public static func delete(file: URL, keys: any DeviceKeyStore) throws(TracingStoreError) {
        try TracingFile.delete(file, keys: keys)
    }

    // MARK: Reading

    /// All that is remembered, and the number of the change that it is as of.
    public func load() throws(TracingStoreError) -> (snapshot: TracingSnapshot, generation: Int64) {
        try perform { database in
            let settings = try StoreReading.settings(database, self.seal)
            var snapshot = TracingSnapshot(settings: settings)
            for row in try StoreReading.rows(of: .contacts, database, self.seal) {
                guard let stored = SealedFields.contact(row.content) else { throw StoreReading.unreadable(.contacts) }
                if stored.isMatched {
                    snapshot.matched.append(stored.contact)
                } else {
                    snapshot.contacts.append(stored.contact)
                }
            }
            snapshot.exposureDays = try StoreReading.rows(of: .exposureDays, database, self.seal).compactMap { row in
                guard let day = SealedFields.exposureDay(row.content) else {
                    throw StoreReading.unreadable(.exposureDays)
                }
                return day
            }
            .sorted { $0.day > $1.day }
            snapshot.compared = try StoreReading.rows(of: .knownCases, database, self.seal).map { row in
                guard let batch = SealedFields.batch(row.content) else { throw StoreReading.unreadable(.knownCases) }
                return batch
            }
            .sorted { $0.release < $1.release }
            for row in try StoreReading.rows(of: .handshakes, database, self.seal) {
                guard let observations = SealedFields.observations(row.content) else {
                    throw StoreReading.unreadable(.handshakes)
                }
                snapshot.observations += observations
            }
            snapshot.observations.sort { $0.time < $1.time }
            return (snapshot, try StoreReading.generation(database))
        }
    }

    /// The number of the last change, from any process.
    public func generation() throws(TracingStoreError) -> Int64 {
        try perform { try StoreReading.generation($0) }
    }

    // MARK: Writing

    /// Writes all changes of a step or none, and gives the number of the change.
    ///
    /// It throws `changedMeanwhile` when the store is not as of `generation` any more.
    public func apply(_ changes: [TracingChange], to generation: Int64) throws(TracingStoreError) -> Int64 {
        try perform { database in
            var next = generation
            try database.inTransaction(.immediate) {
                guard try StoreReading.generation(database) == generation else {
                    throw TracingStoreError.changedMeanwhile
                }
                var writer = StoreWriter(database: database, seal: self.seal, beforeStatement: self.beforeStatement)
                for change in changes { try writer.write(change) }
                next += 1
                try writer.execute("UPDATE store SET generation = ?", [next])
                return .commit
            }
            return next
        }
    }

    /// Deletes what is too old, by its label; only the days of exposure, whose number is hidden, are looked at.
    private func forget(at now: Timestamp) throws(TracingStoreError) {
        let today = UTCDay(containing: now)
        try perform { database in
            try database.inTransaction(.immediate) {
                var writer = StoreWriter(database: database, seal: self.seal, beforeStatement: self.beforeStatement)
                let changed = try writer.forget(today: today, self.retention)
                if changed { try writer.execute("UPDATE store SET generation = generation + 1", []) }
                return .commit
            }
        }
    }

    private func perform<Value>(_ body: (GRDB.Database) throws -> Value) throws(TracingStoreError) -> Value {
        do {
            return try queue.inDatabase(body)
        } catch {
            throw TracingStoreError(error)
        }
    }
}

extension TracingStoreError {
    /// What another error of this store's work means.
    init(_ error: any Error) {
        switch error {
        case let error as TracingStoreError: self = error
        case let error as DeviceKeyStoreError: self = .keyStore(error)
        case let error as DatabaseError:
            switch error.resultCode {
            case .SQLITE_CORRUPT: self = .damaged(reason: "SQLite cannot read it")
            case .SQLITE_NOTADB: self = .notAStore
            case .SQLITE_BUSY, .SQLITE_LOCKED: self = .inaccessible(reason: "another process holds the file")
            case .SQLITE_FULL: self = .inaccessible(reason: "the disk is full")
            case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY:
                self = .inaccessible(reason: "the file or its folder cannot be opened for writing")
            default: self = .inaccessible(reason: "SQLite: \(error.resultCode)")
            }
        default: self = .inaccessible(reason: "\(error)")
        }
    }
}
