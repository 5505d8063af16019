import ArgumentParser
import Foundation
import Sealing
import ServerApp
import Storage
import Testing

import class GRDB.DatabaseQueue

@testable import Commands

/// Calls `work` with a folder that is gone with the test.
private func withFolder(_ work: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cerca-backup-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await work(folder)
}

private func keep(_ text: String, in file: URL) throws {
    try Data(text.utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
}

private func names(in folder: URL) throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
}

@Suite("A file that is not finished yet")
struct UnfinishedFileTests {
    @Test("it has its name when it is whole, is its owner's alone, and takes nothing's place")
    func finished() async throws {
        try await withFolder { folder in
            let path = folder.appending(path: "a").path
            let file = try UnfinishedFile(for: path)
            #expect(try names(in: folder) == ["a.unfinished"])
            try Data([1, 2, 3]).write(to: URL(filePath: file.temporary))
            try file.finish()
            #expect(try names(in: folder) == ["a"])
            #expect(try Data(contentsOf: URL(filePath: path)) == Data([1, 2, 3]))
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            #expect(throws: CommandFailure.self) { _ = try UnfinishedFile(for: path) }
            // Nor that of what came while it was written.
            let late = folder.appending(path: "b")
            let other = try UnfinishedFile(for: late.path)
            try keep("first", in: late)
            do {
                try other.finish()
                Issue.record("it took the place of what had come first")
            } catch {
                #expect(error is CommandFailure)
            }
            #expect(try String(contentsOf: late, encoding: .utf8) == "first")
            #expect(try names(in: folder) == ["a", "b"])
        }
    }

    @Test("one that is given up leaves nothing, and takes away what one that was killed left")
    func given() async throws {
        try await withFolder { folder in
            let path = folder.appending(path: "a").path
            for companion in ["", "-wal", "-shm", "-journal"] {
                try keep("left", in: folder.appending(path: "a.unfinished\(companion)"))
            }
            do {
                let file = try UnfinishedFile(for: path)
                #expect(try names(in: folder) == ["a.unfinished"])
                #expect(try Data(contentsOf: URL(filePath: file.temporary)).isEmpty)
            }
            #expect(try names(in: folder).isEmpty)
            #expect(throws: CommandFailure.self) { _ = try UnfinishedFile(for: "/no/such/folder/a") }
        }
    }
}

@Suite("Keys that are kept apart")
struct SealedKeysTests {
    private let passphrase = Array("a long enough passphrase".utf8)

    @Test("what is kept comes back in its order, and no file is without a key or with too many")
    func roundTrip() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "keys")
            var random = SystemRandomNumberGenerator()
            let keys = (0..<SecretKeys.largestCount).map { _ in SealingKey.make(using: &random) }
            try Data(try SealedKeys.text(keys, under: passphrase, cost: .least)).write(to: file)
            #expect(try SealedKeys.open(file.path, passphrase: passphrase).map(\.bytes) == keys.map(\.bytes))
            #expect(throws: CommandFailure.self) { try SealedKeys.open(file.path, passphrase: passphrase + [0x20]) }
            #expect(throws: CommandFailure.self) { try SealedKeys.text(keys + keys, under: passphrase, cost: .least) }
            try Data(try SealedKeys.text([], under: passphrase, cost: .least)).write(to: file)
            #expect(throws: CommandFailure.self) { try SealedKeys.open(file.path, passphrase: passphrase) }
            try Data(repeating: 0x20, count: 100_000).write(to: file)
            #expect(throws: CommandFailure.self) { try SealedKeys.open(file.path, passphrase: passphrase) }
        }
    }
}

@Suite("A backup and its way back")
struct DatabaseBackupTests {
    private struct Place {
        let folder: URL
        let passphrase: PassphraseOptions

        init(_ folder: URL) throws {
            self.folder = folder
            let file = folder.appending(path: "passphrase")
            try keep("a long enough passphrase\n", in: file)
            passphrase = try PassphraseOptions.parse(["--passphrase-file", file.path])
        }

        func path(_ name: String) -> String { folder.appending(path: name).path }
        var database: String { "sqlite:\(path("a.sqlite"))" }

        func backup() async throws -> DatabaseBackup.Outcome {
            try await DatabaseBackup(database: database, secretKeyFile: path("a.sqlite.keys")).run(
                to: path("copy"), keys: path("copy.keys"), passphrase: passphrase)
        }

        func restore(
            _ name: String = "b", keys: String? = "copy.keys", from: String = "copy"
        ) async throws -> DatabaseRestore.Outcome {
            try await DatabaseRestore(
                database: "sqlite:\(path(name))", secretKeyFile: path("\(name).keys")
            ).run(
                from: path(from), keys: keys.map(path), passphrase: passphrase)
        }
    }

    /// Calls `work` with a server's database that has a key, and a mail and a callback that wait.
    private func withServer(_ work: (Place) async throws -> Void) async throws {
        try await withFolder { folder in
            let place = try Place(folder)
            try keep(String(repeating: "ab", count: 32) + "\n", in: folder.appending(path: "a.sqlite.keys"))
            try await CommandDatabase.use(place.database, secretKeyFile: place.path("a.sqlite.keys")) { database, _ in
                _ = try await database.write { connection in
                    try connection.execute(
                        "INSERT INTO deliveries (id, lane, recipient, subject, body, attempts, next_at, expires_at)"
                            + " VALUES ('a', 'mail', 'a', 'b', 'c', 0, 1, 2), ('b', 'callback', 'a', '', 'c', 0, 1, 2)")
                }
            }
            try await work(place)
        }
    }

    @Test("what comes back is whole, with its keys, and what waited to be mailed is not sent twice")
    func wholeWay() async throws {
        try await withServer { place in
            let made = try await place.backup()
            #expect(made.keyCount == 1 && made.copy?.schema == ServerDatabase.schemaNumber)
            let sealed = try Data(contentsOf: URL(filePath: place.path("copy.keys")))
            #expect(sealed.range(of: Data(String(repeating: "ab", count: 32).utf8)) == nil)
            await #expect(throws: CommandFailure.self) { try await place.backup() }
            let outcome = try await place.restore()
            #expect(outcome.settled.deliveries == 1 && outcome.settled.sessions == 0)
            let back = try String(contentsOfFile: place.path("b.keys"), encoding: .utf8)
            #expect(back == String(repeating: "ab", count: 32) + "\n")
            await #expect(throws: CommandFailure.self) { try await place.restore() }
            let left = try await CommandDatabase.use("sqlite:\(place.path("b"))", secretKeyFile: place.path("b.keys")) {
                database, _ in
                try await database.read { try $0.query("SELECT id FROM deliveries").map { try $0.text(0) } }
            }
            #expect(left == ["b"])
        }
    }

    @Test("without the keys, with others, of an altered copy or beside what is there nothing is put in place")
    func refused() async throws {
        try await withServer { place in
            _ = try await place.backup()
            let before = try names(in: place.folder)
            await #expect(throws: CommandFailure.self) { try await place.restore(keys: nil) }
            try keep(String(repeating: "cd", count: 32), in: place.folder.appending(path: "b.keys"))
            await #expect(throws: CommandFailure.self) { try await place.restore(keys: nil) }
            await #expect(throws: CommandFailure.self) { try await place.restore() }
            try FileManager.default.removeItem(atPath: place.path("b.keys"))
            var bytes = try Data(contentsOf: URL(filePath: place.path("copy")))
            for index in bytes.count / 8192 * 4096..<bytes.count / 8192 * 4096 + 64 { bytes[index] ^= 0xFF }
            try bytes.write(to: URL(filePath: place.path("copy")))
            await #expect(throws: CommandFailure.self) { try await place.restore() }
            #expect(try names(in: place.folder) == before)
        }
    }

    @Test("a copy with a trigger in it, which would act on what the server writes, is found and put nowhere")
    func trigger() async throws {
        try await withServer { place in
            _ = try await place.backup()
            try await DatabaseQueue(path: place.path("copy")).write {
                try $0.execute(
                    sql: "CREATE TRIGGER gift AFTER INSERT ON accounts BEGIN INSERT INTO roles (account, role) "
                        + "VALUES (NEW.id, 'health'); END")
            }
            let before = try names(in: place.folder)
            do {
                _ = try await place.restore()
                Issue.record("the copy was put in place")
            } catch {
                #expect("\(error)".contains("trigger gift"))
            }
            #expect(try names(in: place.folder) == before)
            let findings = try await DatabaseCheck(url: .sqlite(path: place.path("copy")), keyring: nil).findings()
            #expect(findings.last?.subject == .schema && findings.last?.isFault == true)
        }
    }
}
