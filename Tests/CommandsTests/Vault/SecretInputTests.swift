import Basics
import Foundation
import Testing
import Vault

@testable import Commands

/// A folder that is gone with the test.
private func withFolder(_ work: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cerca-secret-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try work(folder)
}

@Suite("Files that hold a secret")
struct SecretInputTests {
    private func password(_ content: [UInt8]) throws -> String {
        var found = ""
        try withFolder { folder in
            let path = folder.appending(path: "secret").path
            try Data(content).write(to: URL(filePath: path))
            found = try SecretInput.password(path).withBytes { String(decoding: $0, as: UTF8.self) }
        }
        return found
    }

    @Test(
        "the password is the first line, whatever ends it, spaces and all",
        arguments: [
            ("hunter22", "hunter22"), ("hunter22\n", "hunter22"), ("hunter22\r\nmore\n", "hunter22"),
            (" hunter 22 \nmore", " hunter 22 "), ("contraseña\n", "contraseña"), ("a\rb\n", "a\rb"),
        ])
    func firstLine(content: String, expected: String) throws {
        #expect(try password(Array(content.utf8)) == expected)
    }

    @Test("an empty line, a file that is too long and one that is not there are refused without being repeated")
    func refused() throws {
        #expect(throws: CommandFailure.self) { _ = try password([]) }
        #expect(throws: CommandFailure.self) { _ = try password(Array("\nhunter22".utf8)) }
        let long = #expect(throws: CommandFailure.self) {
            _ = try password(Array(repeating: UInt8(ascii: "h"), count: 64 * 1024))
        }
        #expect(long?.reason.contains("hhhh") == false)
        #expect(throws: CommandFailure.self) { _ = try SecretInput.password("/no/such/file") }
        #expect(throws: CommandFailure.self) { _ = try SecretInput.password("/tmp") }
    }

    @Test("a recovery code is found among the lines that it was printed with")
    func recoveryCode() throws {
        var random = SplitMix64(seed: 9)
        let code = RecoveryCode(using: &random)
        try withFolder { folder in
            let path = folder.appending(path: "code").path
            for content in [
                code.text, code.text.lowercased() + "\n", "Keep this:\r\n\r\n\(code.text)\r\nand nothing else\r\n",
            ] {
                try Data(content.utf8).write(to: URL(filePath: path))
                #expect(try SecretInput.recoveryCode(path).text == code.text, "\(content)")
            }
            try Data("no code\n".utf8).write(to: URL(filePath: path))
            #expect(throws: CommandFailure.self) { _ = try SecretInput.recoveryCode(path) }
        }
    }
}

@Suite("Files that only their owner can read")
struct PrivateFileTests {
    @Test("a file is whole and its owner's alone, and one that is there is replaced only when that is wanted")
    func written() throws {
        try withFolder { folder in
            let path = folder.appending(path: "export.json").path
            try PrivateFile.write([1, 2, 3], to: path, replacing: false)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            #expect(throws: CommandFailure.self) { try PrivateFile.write([4], to: path, replacing: false) }
            #expect(try Data(contentsOf: URL(filePath: path)) == Data([1, 2, 3]))
            try PrivateFile.write([4], to: path, replacing: true)
            #expect(try Data(contentsOf: URL(filePath: path)) == Data([4]))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["export.json"])
        }
    }

    @Test("a link is not written through, and nothing is left where nothing can be written")
    func places() throws {
        try withFolder { folder in
            let target = folder.appending(path: "target").path
            let link = folder.appending(path: "link").path
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
            try? PrivateFile.write([1], to: link, replacing: true)
            #expect(!FileManager.default.fileExists(atPath: target))
            #expect(throws: CommandFailure.self) {
                try PrivateFile.write([1], to: folder.appending(path: "none/file").path, replacing: true)
            }
        }
    }
}

@Suite("What is to be different about an item")
struct ItemChangeTests {
    private func changed(_ change: ItemChange) throws -> Item {
        var random = SplitMix64(seed: 2)
        var item = Item(
            id: RecordID(using: &random), category: RecordID(using: &random), title: try VaultName("Correo"),
            fields: [
                Field(kind: .user, value: "ana"), Field(kind: .password, value: "old"), Field(kind: .note, value: "n"),
                Field(kind: .note, value: "m"),
            ], created: Timestamp(seconds: 0), modified: Timestamp(seconds: 0))
        change.apply(to: &item)
        return item
    }

    @Test("what is not named stays as it is")
    func nothing() throws {
        let item = try changed(ItemChange())
        #expect(item.title.text == "Correo" && item.fields.map(\.value) == ["ana", "old", "n", "m"])
        #expect(!item.isFavourite && !item.asksAgain)
    }

    @Test("values take the place of the first field of their kind, or come at the end; the later is the stronger")
    func values() throws {
        let change = ItemChange(fields: [
            Field(kind: .password, value: "first"), Field(kind: .password, value: "second"),
            Field(kind: .note, value: "new"), Field(kind: .url, value: "https://a.example"),
        ])
        #expect(try changed(change).fields.map(\.value) == ["ana", "second", "new", "m", "https://a.example"])
    }

    @Test("a kind that goes is gone wherever it stood, before anything is added")
    func removed() throws {
        let change = ItemChange(removed: [.note, .user], fields: [Field(kind: .note, value: "again")])
        #expect(try changed(change).fields.map(\.value) == ["old", "again"])
    }

    @Test("kinds that are named come first in that order, the others after them as they were")
    func order() throws {
        #expect(
            try changed(ItemChange(first: [.note, .password, .url])).fields.map(\.value) == ["n", "m", "old", "ana"])
    }

    @Test("marks are set and taken away")
    func marks() throws {
        let item = try changed(ItemChange(title: try VaultName("Banco"), isFavourite: true, asksAgain: true))
        #expect(item.title.text == "Banco" && item.isFavourite && item.asksAgain)
    }
}
