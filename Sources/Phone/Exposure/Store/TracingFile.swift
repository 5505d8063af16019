import Exposure
import Foundation
import GRDB

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The file of a tracing store: how it is told from others, made whole, and deleted.
enum TracingFile {
    private static let schema = """
        CREATE TABLE store (
            id INTEGER PRIMARY KEY CHECK (id = 1), identifier BLOB NOT NULL, generation INTEGER NOT NULL,
            probe BLOB NOT NULL);
        """
    /// What the row `probe` holds, to know the right key by.
    private static let probe = Data("cerca tracing store".utf8)

    /// Throws unless the file is a tracing store by its first bytes, which are only read.
    static func check(_ file: URL) throws(TracingStoreError) {
        guard FileManager.default.fileExists(atPath: file.path) else { throw .absent }
        guard let handle = try? FileHandle(forReadingFrom: file) else {
            throw .inaccessible(reason: "the file cannot be read")
        }
        defer { try? handle.close() }
        let head = (try? handle.read(upToCount: 100)) ?? Data()
        // Where SQLite keeps these numbers: "Database File Format", section 1.3.
        guard head.count == 100, head.starts(with: Array("SQLite format 3\0".utf8)) else { throw .notAStore }
        func number(_ offset: Int) -> UInt32 { head[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        guard number(68) == UInt32(bitPattern: TracingDatabase.applicationID) else { throw .notAStore }
        let version = number(60)
        guard version <= UInt32(TracingDatabase.version) else { throw .newer(version: Int(version)) }
    }

    /// A connection to the file.
    static func queue(_ file: URL) throws(TracingStoreError) -> DatabaseQueue {
        var configuration = Configuration()
        configuration.label = "cerca.tracing"
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { database in
            try database.execute(
                sql: "PRAGMA secure_delete = ON; PRAGMA synchronous = EXTRA; PRAGMA temp_store = MEMORY;")
        }
        do {
            return try DatabaseQueue(path: file.path, configuration: configuration)
        } catch {
            throw TracingStoreError(error)
        }
    }

    /// The store's own name, which stands in the clear and names its key.
    static func identifier(_ queue: DatabaseQueue, checked: Bool = true) throws(TracingStoreError) -> [UInt8] {
        do {
            let data = try queue.inDatabase { database in
                guard try !checked || String.fetchOne(database, sql: "PRAGMA quick_check(1)") == "ok" else {
                    throw TracingStoreError.damaged(reason: "SQLite finds it inconsistent")
                }
                return try Data.fetchOne(database, sql: "SELECT identifier FROM store")
            }
            guard let data, data.count == 16 else {
                throw TracingStoreError.damaged(reason: "its head is missing")
            }
            return Array(data)
        } catch {
            throw TracingStoreError(error)
        }
    }

    /// The device's key for a store.
    static func key(of store: [UInt8], in keys: any DeviceKeyStore) throws(TracingStoreError) -> [UInt8]? {
        do {
            return try keys.key(named: name(store))
        } catch {
            throw .keyStore(error)
        }
    }

    private static func name(_ store: [UInt8]) -> String {
        store.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
    }

    /// Throws unless the key is that of the store.
    static func check(_ queue: DatabaseQueue, with seal: Seal) throws(TracingStoreError) {
        do {
            let sealed = try queue.inDatabase { try Data.fetchOne($0, sql: "SELECT probe FROM store") }
            guard let sealed, (try? seal.open(sealed, table: .settings, row: 0, label: Data())) == probe else {
                throw TracingStoreError.wrongKey
            }
        } catch {
            throw TracingStoreError(error)
        }
    }

    /// Makes a store under another name first: under its own there is never half a one.
    static func create(
        _ file: URL, keys: any DeviceKeyStore, settings: TracingSettings, using random: inout some RandomNumberGenerator
    ) throws(TracingStoreError) {
        guard !FileManager.default.fileExists(atPath: file.path) else {
            throw .inaccessible(reason: "the file is already there")
        }
        func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) } }
        let folder = file.deletingLastPathComponent()
        let store = bytes(16)
        let key = bytes(32)
        let new = folder.appending(path: file.lastPathComponent + ".new")
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            for leftover in [new.path, new.path + "-journal"] { unlink(leftover) }
            let descriptor = open(new.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else {
                throw TracingStoreError.inaccessible(reason: "the file cannot be made in \(folder.path)")
            }
            close(descriptor)
            try keys.keep(key, as: name(store))
            let queue = try queue(new)
            try fill(queue, Seal(key: key, store: store), store, settings)
            try queue.close()
            // A link, unlike a renaming, does not put itself in the place of a store that came meanwhile.
            guard link(new.path, file.path) == 0 else {
                throw TracingStoreError.inaccessible(reason: String(cString: strerror(errno)))
            }
            unlink(new.path)
            _ = DurableFiles.synchronise(folder: folder)
        } catch {
            throw TracingStoreError(error)
        }
    }

    private static func fill(
        _ queue: DatabaseQueue, _ seal: Seal, _ store: [UInt8], _ settings: TracingSettings
    ) throws {
        try queue.inDatabase { database in
            try database.inTransaction(.immediate) {
                try database.execute(sql: schema)
                for table in SealedTable.allCases {
                    try database.execute(
                        sql: "CREATE TABLE \(table.rawValue) "
                            + "(id INTEGER PRIMARY KEY, label BLOB NOT NULL, content BLOB NOT NULL)")
                }
                try database.execute(
                    sql: "PRAGMA application_id = \(TracingDatabase.applicationID); "
                        + "PRAGMA user_version = \(TracingDatabase.version);")
                try database.execute(
                    sql: "INSERT INTO store (id, identifier, generation, probe) VALUES (1, ?, 0, ?)",
                    arguments: [
                        Data(store), try seal.close(probe, table: .settings, row: 0, label: Data()),
                    ])
                var writer = StoreWriter(database: database, seal: seal, beforeStatement: nil)
                try writer.write(.settings(settings))
                try writer.fillExposureDays(from: 0)
                return .commit
            }
        }
    }

    /// Deletes the key and then the file.
    static func delete(_ file: URL, keys: any DeviceKeyStore) throws(TracingStoreError) {
        do {
            try check(file)
        } catch {
            // What is newer is still a store.
            guard case .newer = error else { throw error }
        }
        if let queue = try? queue(file) {
            if let store = try? identifier(queue, checked: false) {
                do { try keys.remove(named: name(store)) } catch { throw .keyStore(error) }
            }
            try? queue.close()
        }
        for name in [file.path, file.path + "-journal"] {
            guard unlink(name) == 0 || errno == ENOENT else {
                throw .inaccessible(reason: String(cString: strerror(errno)))
            }
        }
        _ = DurableFiles.synchronise(folder: file.deletingLastPathComponent())
    }
}
