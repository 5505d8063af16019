import Basics
import Exposure
import Foundation
import GRDB
import Radio
import Synchronization
import Testing

@testable import Phone

@Suite("The tracing store")
struct TracingDatabaseTests {
    private let start = TracingFixture.start

    private func create(_ file: URL, _ keys: MemoryKeyStore, at now: Timestamp) throws -> TracingDatabase {
        var random = SplitMix64(seed: 1)
        return try TracingDatabase.create(file: file, keys: keys, now: now, using: &random)
    }

    /// A session whose phone met another, before any batch was compared.
    private func session(_ database: TracingDatabase, meeting other: inout Tracer, minutes: Int64) async throws
        -> TracingSession
    {
        let session = try TracingSession(store: database, rule: .original)
        _ = try await session.switchOn(at: start)
        for second in stride(from: 0 as Int64, to: minutes * 60, by: 10) {
            let now = start.advanced(bySeconds: second)
            _ = other.tick(at: now)
            _ = try await session.tick(at: now)
            if let sent = other.advertisement(at: now) {
                await session.hear(TracingFixture.heard(sent, at: now))
            }
        }
        return session
    }

    @Test func `what is written is there again, whole`() async throws {
        try await TracingFixture.withFolder { folder in
            let file = folder.appending(path: "tracing.sqlite")
            let keys = MemoryKeyStore()
            var other = TracingFixture.phone(seed: 2)
            let session = try await session(try create(file, keys, at: start), meeting: &other, minutes: 33)
            try await session.take { tracer in
                tracer.trust(KnownServer(base: "https://x.example", publicKey: "PEM", retentionDays: 14))
            }
            let key = try #require(other.publishable(at: start))
            while let release = await session.tracer.nextBatch(at: start.advanced(bySeconds: 7200)) {
                let keys = release > start ? [key] : []
                try await session.take { $0.compare(TracingFixture.batch(keys, at: release), at: release) }
            }
            _ = try await session.take { $0.planDecoy(at: start) }
            try await session.take { $0.follow(.compiledIn) }
            var random = SplitMix64(seed: 3)
            try await session.take { tracer in
                var copy = random
                defer { random = copy }
                return tracer.beginReport(codeDigest: [1, 2], at: start, using: &copy)?.step ?? TracingStep()
            }
            try await session.flush()
            let expected = await session.tracer.snapshot
            #expect(expected.matched.count == 3 && expected.exposureDays.count == 1 && expected.compared.count == 2)
            #expect(expected.matched.map(\.daysSinceKey) == [0, 0, 0] && expected.settings.riskParameters != nil)
            let read = try TracingDatabase.open(
                file: file, keys: keys, now: start.advanced(bySeconds: 7200)
            ).load().snapshot
            #expect(read.settings == expected.settings)
            #expect(Set(read.contacts) == Set(expected.contacts) && read.contacts.count == expected.contacts.count)
            #expect(Set(read.matched) == Set(expected.matched) && read.matched.count == expected.matched.count)
            #expect(read.exposureDays == expected.exposureDays)
            #expect(read.compared == expected.compared)
            #expect(Set(read.observations) == Set(expected.observations))
        }
    }

    @Test func `readings of the open epoch outlive the process`() async throws {
        try await TracingFixture.withFolder { folder in
            let file = folder.appending(path: "tracing.sqlite")
            let keys = MemoryKeyStore()
            var other = TracingFixture.phone(seed: 2)
            let session = try await session(try create(file, keys, at: start), meeting: &other, minutes: 8)
            try await session.flush()
            let again = try TracingSession(
                store: try TracingDatabase.open(file: file, keys: keys, now: start), rule: .original)
            #expect(await again.tracer.heard.observations.count == 48)
            _ = try await again.tick(at: start.advanced(bySeconds: 1000))
            #expect(await again.tracer.contacts.map(\.windows) == [2])
            let load = try TracingDatabase.open(file: file, keys: keys, now: start).load()
            #expect(load.snapshot.observations.isEmpty && load.snapshot.contacts.count == 1)
        }
    }

    @Test func `the file says nothing: no identifier, key, server, code or day`() async throws {
        try await TracingFixture.withFolder { folder in
            let file = folder.appending(path: "tracing.sqlite")
            let keys = MemoryKeyStore()
            var other = TracingFixture.phone(seed: 2)
            let session = try await session(try create(file, keys, at: start), meeting: &other, minutes: 40)
            try await session.take { tracer in
                tracer.trust(KnownServer(base: "https://server.example", publicKey: "PEM", retentionDays: 14))
            }
            let bytes = try Data(contentsOf: file)
            let tracer = await session.tracer
            #expect(!tracer.contacts.isEmpty && !tracer.heard.observations.isEmpty)
            func contains(_ secret: some Collection<UInt8>) -> Bool { bytes.range(of: Data(secret)) != nil }
            for identifier in tracer.contacts.map(\.identifier) + tracer.heard.observations.map(\.identifier) {
                #expect(!contains(identifier.bytes.prefix(8)) && !contains(identifier.bytes.hexadecimal.utf8))
            }
            let chain = try #require(tracer.settings.keys)
            for entry in chain.entries {
                #expect(!contains(entry.key.bytes))
                #expect(!contains(Data(entry.key.bytes).base64EncodedString().utf8))
            }
            #expect(!contains("server.example".utf8) && !contains("\"on\"".utf8) && !contains("2026-11".utf8))
            // Neither the day's number nor its midnight, in either byte order.
            let day = UTCDay(containing: start)
            for number in [Int64(day.number), day.begin.milliseconds, start.milliseconds] {
                withUnsafeBytes(of: number.bigEndian) { #expect(!contains($0)) }
                withUnsafeBytes(of: number.littleEndian) { #expect(!contains($0)) }
            }
            #expect(!contains(Array(try #require(keys.keys.withLock { $0.values.first }))))
        }
    }

    @Test func `deleted rows leave nothing behind, in the file or beside it`() async throws {
        try await TracingFixture.withFolder { folder in
            let file = folder.appending(path: "tracing.sqlite")
            let keys = MemoryKeyStore()
            var other = TracingFixture.phone(seed: 2)
            _ = try await session(try create(file, keys, at: start), meeting: &other, minutes: 40)
            let sealed = try await DatabaseQueue(path: file.path).read {
                try Data.fetchAll($0, sql: "SELECT content FROM contacts UNION ALL SELECT content FROM handshakes")
            }
            #expect(sealed.count > 2)
            // The process was off for three weeks; opening comes before anything else.
            let later = start.advanced(bySeconds: 22 * 86_400)
            let load = try TracingDatabase.open(file: file, keys: keys, now: later).load()
            #expect(load.snapshot.contacts.isEmpty && load.snapshot.observations.isEmpty)
            let bytes = try Data(contentsOf: file)
            #expect(sealed.allSatisfy { bytes.range(of: $0) == nil })
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["tracing.sqlite"])
        }
    }

    @Test func `a day of exposure does not show in the number or length of rows`() async throws {
        try await TracingFixture.withFolder { folder in
            func shape(_ file: URL) throws -> [[Int]] {
                try DatabaseQueue(path: file.path).read { database in
                    try ["settings", "contacts", "known_cases", "exposure_days"].map { table in
                        try Int.fetchAll(database, sql: "SELECT length(content) FROM \(table) ORDER BY 1")
                    }
                }
            }
            var shapes: [[[Int]]] = []
            for isWarned in [false, true] {
                let file = folder.appending(path: "tracing-\(isWarned).sqlite")
                var other = TracingFixture.phone(seed: 2)
                let session = try await session(
                    try create(file, MemoryKeyStore(), at: start), meeting: &other, minutes: 40)
                let key = try #require((isWarned ? other : TracingFixture.phone(seed: 9)).publishable(at: start))
                while let release = await session.tracer.nextBatch(at: start.advanced(bySeconds: 7200)) {
                    let keys = release > start ? [key] : []
                    try await session.take { $0.compare(TracingFixture.batch(keys, at: release), at: release) }
                }
                #expect(await session.tracer.exposureDays.isEmpty != isWarned)
                shapes.append(try shape(file))
            }
            #expect(shapes[0] == shapes[1])
        }
    }

    @Test func `a row moved, swapped or changed does not open, and the file is left as it is`() async throws {
        try await TracingFixture.withFolder { folder in
            let keys = MemoryKeyStore()
            var other = TracingFixture.phone(seed: 2)
            let file = folder.appending(path: "tracing.sqlite")
            _ = try await session(try create(file, keys, at: start), meeting: &other, minutes: 40)
            let original = try Data(contentsOf: file)
            let attacks = [
                "UPDATE contacts SET id = id + 1 WHERE id = (SELECT min(id) FROM contacts)",
                "UPDATE contacts SET content = (SELECT max(content) FROM contacts)",
                "UPDATE settings SET content = (SELECT max(content) FROM exposure_days)",
                "UPDATE settings SET content = zeroblob(100)",
                "DELETE FROM settings",
                "UPDATE exposure_days SET content = substr(content, 2)",
                "UPDATE store SET probe = zeroblob(60)",
                "UPDATE store SET identifier = zeroblob(16)",
                "UPDATE store SET identifier = zeroblob(3)",
                "DELETE FROM store",
            ]
            for attack in attacks {
                try original.write(to: file)
                try await DatabaseQueue(path: file.path).write { try $0.execute(sql: attack) }
                let spoiled = try Data(contentsOf: file)
                #expect(throws: TracingStoreError.self, "\(attack)") {
                    _ = try TracingDatabase.open(file: file, keys: keys, now: start).load()
                }
                #expect(try Data(contentsOf: file) == spoiled, "\(attack)")
            }
        }
    }

    @Test func `what is no store, damaged, newer, or of another device is refused and left as it is`() async throws {
        try await TracingFixture.withFolder { folder in
            let file = folder.appending(path: "tracing.sqlite")
            let keys = MemoryKeyStore()
            func opening(_ keys: MemoryKeyStore) -> TracingStoreError? {
                do throws(TracingStoreError) {
                    _ = try TracingDatabase.open(file: file, keys: keys, now: start)
                    return nil
                } catch {
                    return error
                }
            }
            #expect(opening(keys) == .absent)
            for content in [Data(), Data("hello".utf8), Data(repeating: 7, count: 5000)] {
                try content.write(to: file)
                #expect(opening(keys) == .notAStore)
                #expect(throws: TracingStoreError.notAStore) { try TracingDatabase.delete(file: file, keys: keys) }
                #expect(try Data(contentsOf: file) == content)
            }
            try FileManager.default.removeItem(at: file)
            _ = try create(file, keys, at: start)
            let whole = try Data(contentsOf: file)
            #expect(opening(MemoryKeyStore()) == .keyMissing)
            let wrong = MemoryKeyStore()
            let name = try #require(keys.keys.withLock { $0.keys.first })
            try wrong.keep([UInt8](repeating: 1, count: 32), as: name)
            #expect(opening(wrong) == .wrongKey)
            #expect(try Data(contentsOf: file) == whole)
            // Another program's database.
            try await DatabaseQueue(path: file.path).write { try $0.execute(sql: "PRAGMA application_id = 1") }
            #expect(opening(keys) == .notAStore)
            try whole.write(to: file)
            try await DatabaseQueue(path: file.path).write { try $0.execute(sql: "PRAGMA user_version = 9") }
            #expect(opening(keys) == .newer(version: 9))
            // Half of the file is missing.
            try whole.prefix(whole.count / 2).write(to: file)
            let half = try Data(contentsOf: file)
            #expect(opening(keys) != nil)
            #expect(try Data(contentsOf: file) == half)
            // A damaged store can still be deleted, with its key.
            try TracingDatabase.delete(file: file, keys: keys)
            #expect(!FileManager.default.fileExists(atPath: file.path))
        }
    }

    @Test func `deleting takes the key and the file`() async throws {
        try await TracingFixture.withFolder { folder in
            let file = folder.appending(path: "tracing.sqlite")
            let keys = MemoryKeyStore()
            _ = try create(file, keys, at: start)
            #expect(keys.keys.withLock { $0.count } == 1)
            try TracingDatabase.delete(file: file, keys: keys)
            #expect(keys.keys.withLock { $0.isEmpty })
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
            #expect(throws: TracingStoreError.absent) { try TracingDatabase.delete(file: file, keys: keys) }
        }
    }

    @Test func `keys are in files of their owner alone`() async throws {
        try await TracingFixture.withFolder { folder in
            let keys = FileKeyStore(folder: folder.appending(path: "keys"))
            let key = [UInt8](0..<32)
            #expect(try keys.key(named: "a") == nil)
            try keys.keep(key, as: "a")
            #expect(try keys.key(named: "a") == key)
            let path = folder.appending(path: "keys/a").path
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            #expect(throws: DeviceKeyStoreError.self) { try keys.keep(key, as: "a") }
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            #expect(throws: DeviceKeyStoreError.notPrivate(path: path)) { try keys.key(named: "a") }
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            try Data(repeating: 1, count: 31).write(to: URL(filePath: path))
            #expect(throws: DeviceKeyStoreError.self) { try keys.key(named: "a") }
            try keys.remove(named: "a")
            #expect(try keys.key(named: "a") == nil)
            #expect(throws: Never.self) { try keys.remove(named: "a") }
        }
    }

    @Test func `two processes on one store lose nothing of each other`() async throws {
        try await TracingFixture.withFolder { folder in
            let file = folder.appending(path: "tracing.sqlite")
            let keys = MemoryKeyStore()
            var other = TracingFixture.phone(seed: 2)
            let running = try await session(try create(file, keys, at: start), meeting: &other, minutes: 8)
            // Another process reports, while this one has readings that are not written yet.
            let reporting = try TracingSession(store: try TracingDatabase.open(file: file, keys: keys, now: start))
            let begun = try await reporting.beginReport(codeDigest: [1], at: start)
            #expect(begun != nil)
            _ = try await running.tick(at: start.advanced(bySeconds: 485))
            #expect(await running.tracer.settings.pendingReport == begun)
            #expect(await running.tracer.heard.observations.count == 48)
            try await reporting.take { $0.reportTaken(at: start) }
            _ = try await running.tick(at: start.advanced(bySeconds: 486))
            #expect(await running.tracer.state == .reported)
            #expect(running.broadcast.moment(at: start.advanced(bySeconds: 486)) == .silence)
            // A step that began before it noticed is taken again on what is there now.
            try await reporting.take { $0.asked(next: start) }
            try await running.take { $0.planDecoy(at: start) }
            let now = try TracingDatabase.open(file: file, keys: keys, now: start).load().snapshot
            #expect(now.settings.state == .reported && now.settings.nextSync == start)
            #expect(now.settings.nextDecoy == start && now.settings.keys == nil)
        }
    }
}
