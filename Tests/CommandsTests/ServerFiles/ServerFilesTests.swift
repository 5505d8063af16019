import ArgumentParser
import Exposure
import ExposureWire
import Foundation
import LoyaltyService
import Storage
import Testing

@testable import Commands

/// A folder that is gone with the test.
private func withFolder(_ work: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cerca-files-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await work(folder)
}

@Suite("The file with the key that signs batches")
struct ExposureKeyFileTests {
    @Test("it is made once, for its owner alone, and the same key is read from then on")
    func made() async throws {
        try await withFolder { folder in
            let path = folder.appending(path: "key.pem").path
            let first = try ExposureKeyFile.signer(at: path, orMaking: .generate())
            let again = try ExposureKeyFile.signer(at: path, orMaking: .generate())
            #expect(first.privateKeyPEM == again.privateKeyPEM)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            // Nothing is left of how it was made.
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["key.pem"])
        }
    }

    @Test("of many that begin at once all use the same key")
    func race() async throws {
        try await withFolder { folder in
            let path = folder.appending(path: "key.pem").path
            let keys = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<16 {
                    group.addTask { try ExposureKeyFile.signer(at: path, orMaking: .generate()).privateKeyPEM }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(keys.count == 1)
        }
    }

    @Test("a key that others can read is refused, and so is what is no key, without being repeated")
    func refused() async throws {
        try await withFolder { folder in
            let path = folder.appending(path: "key.pem").path
            _ = try ExposureKeyFile.signer(at: path, orMaking: .generate())
            for mode in [0o644, 0o640, 0o604] {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
                let failure = #expect(throws: CommandFailure.self) {
                    _ = try ExposureKeyFile.signer(at: path, orMaking: .generate())
                }
                #expect(failure?.reason.contains("chmod 600") == true)
            }
            try Data("5ec4et".utf8).write(to: URL(filePath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            let failure = #expect(throws: CommandFailure.self) {
                _ = try ExposureKeyFile.signer(at: path, orMaking: .generate())
            }
            #expect(failure?.reason.contains("5ec4et") == false)
            #expect(throws: CommandFailure.self) {
                _ = try ExposureKeyFile.signer(at: "/no/such/folder/key.pem", orMaking: .generate())
            }
        }
    }

    @Test(
        "the database keeps it: of a former file once; another one is refused, unless it is to take its place")
    func kept() async throws {
        try await withFolder { folder in
            let path = folder.appending(path: "a.sqlite").path
            let former = ExposureKeyFile.formerPath(for: .sqlite(path: path))
            #expect(former == "\(path).exposure-key.pem")
            let old = try ExposureKeyFile.signer(at: former, orMaking: .generate())
            func signer(_ file: String? = nil, replacing: Bool = false) async throws -> String {
                try await CommandDatabase.use("sqlite:\(path)") { database, url in
                    try await ExposureKeyFile.signer(in: database, at: url, file: file, replacing: replacing)
                        .privateKeyPEM
                }
            }
            #expect(try await signer() == old.privateKeyPEM)
            try FileManager.default.removeItem(atPath: former)
            #expect(try await signer() == old.privateKeyPEM)
            #expect(!FileManager.default.fileExists(atPath: former))
            // A named file that does not exist is made with the database's key.
            let copy = folder.appending(path: "copy.pem").path
            #expect(try await signer(copy) == old.privateKeyPEM)
            let other = folder.appending(path: "other.pem").path
            let new = try ExposureKeyFile.signer(at: other, orMaking: .generate()).privateKeyPEM
            #expect(new != old.privateKeyPEM)
            let failure = await #expect(throws: CommandFailure.self) { _ = try await signer(other) }
            #expect(failure?.reason.contains(old.fingerprint) == true)
            #expect(try await signer() == old.privateKeyPEM)
            #expect(try await signer(other, replacing: true) == new)
            #expect(try await signer(other) == new)
            #expect(try await signer() == new)
            // It is in no file of the database in clear.
            let line = try #require(new.split(separator: "\n").dropFirst().first)
            for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
            where file.hasPrefix("a.sqlite") {
                let bytes = try Data(contentsOf: folder.appending(path: file))
                #expect(bytes.range(of: Data(line.utf8)) == nil)
            }
        }
    }
}

@Suite("The file with the numbers of the risk rule")
struct RiskRuleFileTests {
    private func reading(_ content: String) async throws -> RiskParameters {
        var found: RiskParameters?
        try await withFolder { folder in
            let path = folder.appending(path: "rule.json").path
            try Data(content.utf8).write(to: URL(filePath: path))
            found = try RiskRuleFile.parameters(at: path)
        }
        return try #require(found)
    }

    @Test("what the command prints as an example is read as what is compiled in")
    func example() async throws {
        #expect(try await reading(RiskParameters.compiledIn.json).json == RiskParameters.compiledIn.json)
    }

    @Test(
        "what is no rule is refused, by the name of what is wrong where there is one",
        arguments: [
            ("", ""), ("[]", ""), ("{", ""), ("{}", ""), (String(repeating: " ", count: 3000) + "{}", ""),
            (RiskParameters.compiledIn.json.replacing("\"minutes\":", with: "\"minutes\":-"), "minutes"),
        ])
    func refused(content: String, field: String) async throws {
        let failure = await #expect(throws: CommandFailure.self) { _ = try await reading(content) }
        #expect(failure.map { field.isEmpty || $0.reason.contains(field) } == true)
    }

    @Test("a file that is not there is told")
    func missing() {
        #expect(throws: CommandFailure.self) { _ = try RiskRuleFile.parameters(at: "/no/such/file") }
    }
}

@Suite("A server's database, opened by a command")
struct CommandDatabaseTests {
    @Test("what names no database is wrong usage", arguments: ["", "cerca.sqlite", "mysql://db", "sqlite:"])
    func names(text: String) {
        let error = #expect(throws: ValidationError.self) { _ = try CommandDatabase.url(text) }
        #expect(error?.message.contains("--database") == true)
    }

    @Test("it is closed whatever becomes of the work, and a second command finds what the first one made")
    func work() async throws {
        struct Stopped: Error {}
        try await withFolder { folder in
            let path = folder.appending(path: "a.sqlite").path
            await #expect(throws: CommandFailure.self) {
                try await CommandDatabase.use("sqlite:\(path)", mustExist: true) { _, _ in }
            }
            #expect(!FileManager.default.fileExists(atPath: path))
            await #expect(throws: Stopped.self) {
                try await CommandDatabase.use("sqlite:\(path)") { _, _ in throw Stopped() }
            }
            let venues = try await VenueDatabase.use("sqlite:\(path)", mustExist: true) { try await $0.venues().count }
            #expect(venues == 0)
        }
    }

    @Test("what is no database is told by its name")
    func damaged() async throws {
        try await withFolder { folder in
            let path = folder.appending(path: "a.sqlite").path
            try Data(repeating: 0x41, count: 8192).write(to: URL(filePath: path))
            let failure = await #expect(throws: CommandFailure.self) {
                try await CommandDatabase.use("sqlite:\(path)") { _, _ in }
            }
            #expect(failure?.reason.contains(path) == true)
        }
    }
}
