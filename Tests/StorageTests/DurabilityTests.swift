import Foundation
import Storage
import Testing

@Suite("What an answered write survives")
struct DurabilityTests {
    @Test("kill -9 under load loses no answered write", arguments: Engine.allCases)
    func killed(engine: Engine) async throws {
        try await engine.withPlace { url async throws in
            let notes = FileManager.default.temporaryDirectory
                .appendingPathComponent("cerca-answered-\(UUID().uuidString)").path
            defer { try? FileManager.default.removeItem(atPath: notes) }
            await #expect(processExitsWith: .signal(SIGKILL)) { [url = url as String, notes = notes as String] in
                let database = try await open(url)
                let file = Foundation.open(notes, O_WRONLY | O_CREAT | O_APPEND, 0o600)
                let counter = Counter()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for task in 0..<32 as Range<Int64> {
                        group.addTask {
                            for index in 0..<10_000 as Range<Int64> {
                                let id = task * 10_000 + index
                                try await database.write {
                                    try $0.execute("INSERT INTO items (id) VALUES (?1)", [.integer(id)])
                                }
                                let line = Array("\(id)\n".utf8)
                                _ = Foundation.write(file, line, line.count)
                                if counter.next() == 2000 {
                                    kill(getpid(), SIGKILL)
                                }
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            }
            let answered = try String(contentsOfFile: notes, encoding: .utf8).split(separator: "\n").compactMap {
                Int64($0)
            }
            #expect(answered.count >= 2000)
            let database = try await open(url)
            let kept = try await database.read { try $0.query("SELECT id FROM items").map { try $0.integer(0) } }
            #expect(Set(answered).subtracting(kept).isEmpty)
            await database.close()
        }
    }

    @Test(
        "what was deleted is not in the log or the pages after tidying, and what stays is", arguments: Engine.allCases)
    func tidying(engine: Engine) async throws {
        try await engine.withDatabase { database in
            for id in 0..<20 as Range<Int64> {
                try await database.write {
                    try $0.execute("INSERT INTO items (id, data) VALUES (?1, ?2)", [.integer(id), .blob(Self.mark)])
                }
            }
            try await database.write { try $0.execute("DELETE FROM items WHERE id < 19") }
            // Beside writes of others, which are all answered.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for id in 100..<200 as Range<Int64> {
                    group.addTask { () async throws -> Void in
                        try await database.write { connection in
                            _ = try connection.execute("INSERT INTO items (id) VALUES (?1)", [.integer(id)])
                        }
                    }
                    guard id % 20 == 0 else { continue }
                    group.addTask { () async throws -> Void in try await database.tidy(["items"]) }
                }
                try await group.waitForAll()
            }
            try await database.tidy(["items"])
            #expect(try await database.count() == 101)
            guard engine == .sqlite else { return }
            let path = try await database.read {
                try $0.first("SELECT file FROM pragma_database_list WHERE name = 'main'")?.text(0) ?? ""
            }
            let file = try Data(contentsOf: URL(fileURLWithPath: path))
            #expect(FileManager.default.contents(atPath: path + "-wal")?.isEmpty ?? true)
            #expect(Self.places(of: Self.mark, in: file) == 1)
        }
    }

    private static let mark = Array("what nobody is to read any more".utf8)

    private static func places(of mark: [UInt8], in bytes: Data) -> Int {
        var count = 0
        var from = bytes.startIndex
        while let range = bytes.range(of: Data(mark), in: from..<bytes.endIndex) {
            (count, from) = (count + 1, range.upperBound)
        }
        return count
    }

    @Test("a full database answers every gathered write with an error and stays usable")
    func full() async throws {
        // The limit belongs to the connection that migrates, which is the one that writes.
        let limit = Migration(number: 2, name: "limit", sql: "PRAGMA max_page_count = 64")
        try await Engine.sqlite.withDatabase(migrations: [.items, limit]) { database in
            try await database.write { try $0.execute("INSERT INTO items (id, weight) VALUES (-1, 1)") }
            let failures = await fill(database, writers: 50, bytes: 20_000)
            #expect(!failures.isEmpty)
            #expect(failures.allSatisfy { $0 == .full })
            #expect(try await database.count() == Int64(51 - failures.count))
            try await database.write { try $0.execute("DELETE FROM items WHERE id >= 0") }
            try await database.write { try $0.execute("INSERT INTO items (id, data) VALUES (1, ?1)", [.blob([1])]) }
            #expect(try await database.count() == 2)
        }
    }

    @Test("a commit that the disk refuses is told to everybody gathered, and the next succeeds")
    func failingCommit() async throws {
        try await Engine.sqlite.withPlace { url in
            await #expect(processExitsWith: .success) { [url = url as String] in
                let database = try await open(url)
                try await database.write { try $0.execute("INSERT INTO items (id) VALUES (-1)") }
                // The log, which is empty by now, takes not even the smallest commit of those below, as on a full disk.
                // The limit is the process's.
                signal(SIGXFSZ, SIG_IGN)
                var unlimited = rlimit()
                getrlimit(fileSizeLimit, &unlimited)
                var limited = unlimited
                limited.rlim_cur = 50_000
                setrlimit(fileSizeLimit, &limited)
                let failures = await fill(database, writers: 40, bytes: 60_000)
                #expect(failures.count == 40)
                #expect(try await database.count() == 1)
                setrlimit(fileSizeLimit, &unlimited)
                try await database.write { try $0.execute("INSERT INTO items (id) VALUES (-2)") }
                #expect(await fill(database, writers: 40, bytes: 60_000).isEmpty)
                #expect(try await database.count() == 42)
                await database.close()
            }
        }
    }

    @Test(
        "commits are synced, unless the data is for throwing away",
        arguments: [
            (Engine.sqlite, Durability.full, Row([2])), (.sqlite, .none, Row([0])),
            (.postgres, .full, Row(["on"])), (.postgres, .none, Row(["off"])),
        ])
    func synced(engine: Engine, durability: Durability, expected: Row) async throws {
        let query =
            switch engine {
            case .sqlite: "SELECT * FROM pragma_synchronous"
            case .postgres: "SELECT current_setting('synchronous_commit')"
            }
        try await engine.withDatabase(options: DatabaseOptions(durability: durability)) { database in
            let setting = try await database.write { try $0.first(query) }
            #expect(setting == expected)
        }
    }

    @Test("the file is for its owner alone, and whole when it is closed")
    func file() async throws {
        try await Engine.sqlite.withPlace { url in
            let path = String(url.dropFirst("sqlite:".count))
            let database = try await open(url)
            try await database.write { try $0.execute("INSERT INTO items (id) VALUES (1)") }
            for suffix in ["", "-wal", "-shm"] {
                let attributes = try FileManager.default.attributesOfItem(atPath: path + suffix)
                #expect(attributes[.posixPermissions] as? Int == 0o600)
            }
            await database.close()
            // The last to leave has copied the log into the file.
            #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
        }
    }
}

/// Writes `writers` rows of `bytes` bytes at once and returns how those ended that failed.
private func fill(_ database: any Database, writers: Int, bytes: Int) async -> [StorageError?] {
    await withTaskGroup(of: StorageError??.self) { group in
        for id in 0..<Int64(writers) {
            group.addTask {
                do {
                    try await database.write {
                        let data = SQLValue.blob(Array(repeating: 1, count: bytes))
                        return try $0.execute("INSERT INTO items (id, data) VALUES (?1, ?2)", [.integer(id), data])
                    }
                    return .none
                } catch {
                    return .some(error as? StorageError)
                }
            }
        }
        return await group.reduce(into: []) { if let failure = $1 { $0.append(failure) } }
    }
}

#if canImport(Glibc)
    import Glibc

    private let fileSizeLimit = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
#else
    private let fileSizeLimit = RLIMIT_FSIZE
#endif
