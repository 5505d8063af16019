import Basics
import Foundation
import Sealing
import Storage
import Testing

@testable import Commands

/// Calls `work` with a folder that is gone with the test.
private func withFolder(_ work: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cerca-keys-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await work(folder)
}

private func key(_ byte: UInt8) -> String { String(repeating: [byte].hexadecimal, count: 32) }

private func keep(_ text: String, in file: URL, mode: Int = 0o600) throws {
    try Data(text.utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
}

@Suite("Where the keys of a database's secrets are")
struct SecretKeysTests {
    @Test("a named file comes first, then systemd's credential, the environment, and the file beside SQLite")
    func order() async throws {
        try await withFolder { folder in
            let (sqlite, postgres) = (DatabaseURL.sqlite(path: "/a.sqlite"), DatabaseURL.postgres(uri: "postgres://x"))
            let credential = folder.appending(path: "cerca-keys")
            var environment = ["CREDENTIALS_DIRECTORY": folder.path, "CERCA_SECRET_KEY": key(1)]
            func place(_ url: DatabaseURL, _ file: String? = nil) throws -> SecretKeyPlace {
                try SecretKeys.place(for: url, file: file, environment: environment)
            }
            #expect(try place(sqlite) == .environment(key(1)))
            try keep(key(2), in: credential)
            #expect(try place(postgres) == .credential(credential.path))
            #expect(try place(postgres, "/b") == .named("/b"))
            environment = [:]
            #expect(try place(sqlite) == .beside("/a.sqlite.keys"))
            let failure = #expect(throws: CommandFailure.self) { _ = try place(postgres) }
            #expect(failure?.reason.contains("--secret-key-file") == true)
            #expect(failure?.reason.contains("openssl rand") == true)
        }
    }

    @Test("keys are hexadecimal or Base64, one a line, the newest first")
    func lines() throws {
        let base64 = Base64.text([UInt8](repeating: 2, count: 32))
        let keys = try #require(SecretKeys.parse(Array("# ours\n\(key(1).uppercased())\r\n\n  \(base64)\n".utf8)))
        #expect(keys.map(\.bytes) == [[UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32)])
        #expect(SecretKeys.parse(SecretKeys.text(keys))?.map(\.id) == keys.map(\.id))
        for wrong in [
            "", "#", "key", String(key(1).dropLast()), key(1) + "00", key(1) + "\nx", base64.dropLast() + "!",
        ] {
            #expect(SecretKeys.parse(Array(wrong.utf8)) == nil)
        }
        #expect(SecretKeys.parse(Array(String(repeating: key(1) + "\n", count: 17).utf8)) == nil)
    }

    @Test("a file that others can read is refused, and so is one without a key, which is not repeated")
    func refused() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "keys")
            let url = DatabaseURL.sqlite(path: folder.appending(path: "a.sqlite").path)
            func refusal() -> String? {
                #expect(throws: CommandFailure.self) {
                    _ = try SecretKeys.keyring(for: url, file: file.path, environment: [:])
                }?.reason
            }
            #expect(refusal()?.contains("does not exist") == true)
            for mode in [0o644, 0o640, 0o604] {
                try keep(key(1), in: file, mode: mode)
                #expect(refusal()?.contains("chmod 600") == true)
            }
            try keep("5ec4et", in: file)
            #expect(refusal()?.contains("5ec4et") == false)
            try keep(String(repeating: "#\n", count: 40_000), in: file)
            #expect(refusal()?.contains("too large") == true)
        }
    }

    @Test("the key beside an SQLite database is made once, and not again when it was lost")
    func beside() async throws {
        try await withFolder { folder in
            let path = folder.appending(path: "a.sqlite").path
            try await CommandDatabase.use("sqlite:\(path)") { _, _ in }
            let made = try Data(contentsOf: URL(filePath: "\(path).keys"))
            let mode = try FileManager.default.attributesOfItem(atPath: "\(path).keys")[.posixPermissions] as? Int
            #expect(mode == 0o600)
            try await CommandDatabase.use("sqlite:\(path)", mustExist: true) { _, _ in }
            #expect(try Data(contentsOf: URL(filePath: "\(path).keys")) == made)
            try FileManager.default.removeItem(atPath: "\(path).keys")
            let failure = await #expect(throws: CommandFailure.self) {
                try await CommandDatabase.use("sqlite:\(path)") { _, _ in }
            }
            #expect(failure?.reason.contains("sealed under the key") == true)
            #expect(!FileManager.default.fileExists(atPath: "\(path).keys"))
            // Another key is refused too, by the name of the right one.
            try keep(key(7), in: URL(filePath: "\(path).keys"))
            let id = try #require(SecretKeys.parse(Array(made))?.first?.id.hexadecimal)
            let other = await #expect(throws: CommandFailure.self) {
                try await CommandDatabase.use("sqlite:\(path)") { _, _ in }
            }
            #expect(other?.reason.contains(id) == true)
        }
    }
}

@Suite("The change of the key by a command")
struct KeyRotationTests {
    private struct Stopped: Error {}

    private func names(_ path: String) throws -> [String] {
        try #require(SecretKeys.parse(Array(try Data(contentsOf: URL(filePath: path))))).map(\.id.hexadecimal)
    }

    @Test("whichever step it is stopped at, the next one finishes with one new key")
    func stopped() async throws {
        try await withFolder { folder in
            let path = folder.appending(path: "a.sqlite").path
            try await CommandDatabase.use("sqlite:\(path)") { database, url in
                _ = try await ExposureKeyFile.signer(in: database, at: url, file: nil)
            }
            let rotation = try KeyRotation(database: "sqlite:\(path)", secretKeyFile: nil)
            var stop = 0
            while true {
                let old = try names("\(path).keys")
                #expect(old.count == 1)
                stop += 1
                var steps = 0
                do {
                    _ = try await rotation.run {
                        steps += 1
                        if steps == stop { throw Stopped() }
                    }
                    break
                } catch is Stopped {}
                #expect(try names("\(path).keys").count == 2)
                let outcome = try await rotation.run()
                #expect(try names("\(path).keys") == [outcome.key])
                #expect(outcome.key != old.first)
                try await CommandDatabase.use("sqlite:\(path)", mustExist: true) { database, url in
                    _ = try await ExposureKeyFile.signer(in: database, at: url, file: nil)
                }
            }
            // The new key in the file, its name in the database, and each table's batches.
            #expect(stop > 4)
        }
    }

    @Test("a prepared key seals nothing yet, and the next command adopts it")
    func prepared() async throws {
        try await withFolder { folder in
            let path = folder.appending(path: "a.sqlite").path
            try await CommandDatabase.use("sqlite:\(path)") { _, _ in }
            let rotation = try KeyRotation(database: "sqlite:\(path)", secretKeyFile: nil)
            let old = try names("\(path).keys")
            let prepared = try await rotation.run(onlyPreparing: true)
            #expect(prepared.isPrepared)
            #expect(try names("\(path).keys") == [prepared.key] + old)
            #expect(try await rotation.run(onlyPreparing: true) == prepared)
            #expect(try await rotation.run().key == prepared.key)
            #expect(try names("\(path).keys") == [prepared.key])
        }
    }
}
