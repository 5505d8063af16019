import Foundation
import Logging
import Testing

import class GRDB.DatabaseQueue

@testable import Storage

@Suite("A copy of an SQLite database beside its server")
struct SQLiteCopyTests {
    /// Calls `body` with the path of a database, open and with `rows` rows, and that of a file that does not exist.
    private func withItems(
        _ rows: Int64, _ body: @escaping (any Database, _ path: String, _ copy: String) async throws -> Void
    ) async throws {
        try await Engine.sqlite.withPlace { url async throws in
            let path = String(url.dropFirst("sqlite:".count))
            let database = try await open(url)
            try await database.write { connection in
                for id in 0..<rows {
                    try connection.execute(
                        "INSERT INTO items (id, data) VALUES (?1, ?2)",
                        [.integer(id), .blob([UInt8](repeating: UInt8(truncatingIfNeeded: id), count: 3000))])
                }
            }
            do {
                try await body(database, path, path + ".copy")
                await database.close()
            } catch {
                await database.close()
                throw error
            }
        }
    }

    private func ids(in path: String) async throws -> [Int64] {
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let copy = try await Databases.openUnchanged(.sqlite(path: path), keyring: .temporary(), logger: logger)
        let ids = try await copy.read { try $0.query("SELECT id FROM items ORDER BY id").map { try $0.integer(0) } }
        await #expect(throws: StorageError.readOnly) { try await copy.write { try $0.execute("DELETE FROM items") } }
        await #expect(throws: StorageError.readOnly) { try await copy.read { try $0.execute("DELETE FROM items") } }
        await copy.close()
        return ids
    }

    @Test("writes that are answered go on meanwhile, and the copy is of one moment, in one sound file")
    func beside() async throws {
        try await withItems(4000) { database, path, copy in
            // Answered before the copy begins, and while it goes on: a pair of rows each time, both or neither of which it has.
            let writing = Task {
                var next: Int64 = 10_000
                while !Task.isCancelled {
                    let id = next
                    do {
                        try await database.write { connection in
                            try connection.execute("INSERT INTO items (id) VALUES (?1)", [.integer(id)])
                            try connection.execute("INSERT INTO items (id) VALUES (?1)", [.integer(id + 1)])
                        }
                    } catch is CancellationError {
                        // It had not begun, and is not there.
                        break
                    }
                    next += 2
                }
                return next
            }
            try await SQLiteCopy.make(of: path, at: copy)
            writing.cancel()
            let last = try await writing.value
            #expect(last > 10_000)
            let copied = try await ids(in: copy)
            #expect(Array(copied.prefix(4000)) == Array(0..<4000))
            #expect(copied.dropFirst(4000).count.isMultiple(of: 2) && copied.allSatisfy { $0 < last })
            #expect(try await SQLiteFile.faults(copy, depth: .everything).isEmpty)
            #expect(try await SQLiteFile.faults(path, depth: .everything).isEmpty)
            for companion in ["-wal", "-shm", "-journal"] {
                #expect(!FileManager.default.fileExists(atPath: copy + companion))
            }
        }
    }

    @Test("what is no database or not there is refused")
    func refused() async throws {
        try await withItems(4000) { _, path, copy in
            await #expect(throws: StorageError.unavailable) { try await SQLiteCopy.make(of: path + ".none", at: copy) }
            #expect(!FileManager.default.fileExists(atPath: path + ".none"))
            let noise = path + ".noise"
            try Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }).write(to: URL(filePath: noise))
            await #expect(throws: StorageError.corrupt) { try await SQLiteCopy.make(of: noise, at: copy + "2") }
            await #expect(throws: StorageError.corrupt) { try await SQLiteFile.faults(noise, depth: .everything) }
        }
    }

    @Test("a page that was altered, and one that is cut off, are found")
    func altered() async throws {
        try await withItems(500) { _, path, copy in
            try await SQLiteCopy.make(of: path, at: copy)
            let whole = try Data(contentsOf: URL(filePath: copy))
            var bytes = whole
            // The header of a page in the middle.
            let page = bytes.count / 4096 / 2 * 4096
            for index in page..<page + 16 { bytes[index] = 0xFF }
            try bytes.write(to: URL(filePath: copy))
            #expect(await faulty(copy))
            try whole.prefix(whole.count - 40_960).write(to: URL(filePath: copy))
            #expect(await faulty(copy))
            try whole.write(to: URL(filePath: copy))
            #expect(await !faulty(copy))
        }
    }

    private func faulty(_ path: String) async -> Bool {
        guard let faults = try? await SQLiteFile.faults(path, depth: .structure) else { return true }
        return !faults.isEmpty
    }

    @Test("how far the schema is, is said without changing it")
    func schema() async throws {
        try await withItems(1) { _, path, copy in
            try await SQLiteCopy.make(of: path, at: copy)
            let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
            let database = try await Databases.openUnchanged(.sqlite(path: copy), keyring: .temporary(), logger: logger)
            let more = Migration(number: 2, name: "more", sql: "CREATE TABLE more (id BIGINT PRIMARY KEY)")
            let other = Migration(number: 1, name: Migration.items.name, sql: Migration.items.sql + " ")
            let url = DatabaseURL.sqlite(path: copy)
            func state(_ migrations: [Migration]) async throws -> SchemaState {
                try await SchemaState.of(database, at: url, migrations: migrations)
            }
            #expect(try await state([.items, more]) == .served(applied: 1, known: 2))
            #expect(try await state([]) == .refused(.databaseIsNewer(number: 1, name: Migration.items.name)))
            #expect(try await state([other]) == .refused(.changed(number: 1, name: Migration.items.name)))
            // The key is another one: `open` gave the database one of its own.
            await #expect(throws: StorageError.self) { try await KeyCheck.confirm(database) }
            await database.close()
            try Data().write(to: URL(filePath: copy))
            let empty = try await Databases.openUnchanged(.sqlite(path: copy), keyring: .temporary(), logger: logger)
            #expect(try await SchemaState.of(empty, at: url, migrations: [.items]) == .foreign)
            await empty.close()
        }
    }

    @Test("a trigger or a rule that no migration makes is named", arguments: Engine.allCases)
    func altered(_ engine: Engine) async throws {
        try await engine.withPlace { url in
            let database = try await open(url)
            func state() async throws -> SchemaState {
                try await SchemaState.of(database, at: DatabaseURL(url), migrations: [.items])
            }
            #expect(try await state() == .served(applied: 1, known: 1))
            switch engine {
            case .sqlite:
                try await DatabaseQueue(path: String(url.dropFirst("sqlite:".count))).write {
                    try $0.execute(sql: "CREATE TRIGGER gift AFTER INSERT ON items BEGIN DELETE FROM parts; END")
                }
                #expect(try await state() == .altered(["trigger gift"]))
            case .postgres:
                try await administer(url, "CREATE RULE gift AS ON INSERT TO items DO ALSO DELETE FROM parts")
                try await administer(
                    url,
                    "CREATE TRIGGER flood BEFORE UPDATE ON items FOR EACH ROW "
                        + "EXECUTE FUNCTION suppress_redundant_updates_trigger()")
                #expect(try await state() == .altered(["rule gift", "trigger flood"]))
            }
            await database.close()
        }
    }
}
