import Basics
import Foundation
import Testing
import Vault
import VaultFormats

@Suite("Hostile input")
struct HostileInputTests {
    private static let files: [(format: ImportFormat, path: String)] = [
        (.bitwarden, "bitwarden/valid/person.json"), (.bitwardenProtected, "bitwarden-protected/valid/pbkdf2.json"),
        (.onePUX, "1pux/valid/export.data.json"), (.keepassXML, "keepass-xml/valid/keepassxc.xml"),
        (.csv, "csv/valid/bitwarden.csv"), (.kdbx, "kdbx/valid/v4-aes-argon2d.kdbx"),
        (.kdbx, "kdbx/valid/v3-salsa20.kdbx"), (.protonPass, "proton-pass/data.json"),
        (.enpass, "enpass/export.json"), (.onePIF, "1pif/data.1pif"),
    ]

    private func bytes(_ file: (format: ImportFormat, path: String)) throws -> [UInt8] {
        let bytes = try Fixtures.bytes(file.path)
        return file.format == .onePUX ? ZIPFile.bytes([("export.data", bytes)]) : bytes
    }

    @Test("no beginning of a file brings the reader down", arguments: 0..<10)
    func truncated(index: Int) throws {
        let (file, bytes) = (Self.files[index], try bytes(Self.files[index]))
        for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 100)) {
            read(file.format, Array(bytes[..<count]))
        }
    }

    @Test("no changed bytes bring the reader down", arguments: 0..<16 as Range<UInt64>)
    func changed(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for file in Self.files {
            var bytes = try bytes(file)
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0...3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(contentsOf: bytes.suffix(5), at: place)
                default: bytes[place] = Array("<>\"{}[],&;\0\n".utf8).randomElement(using: &random) ?? 0
                }
            }
            read(file.format, bytes)
        }
    }

    @Test("one format is not taken for another", arguments: ImportFormat.allCases)
    func foreign(format: ImportFormat) throws {
        for file in Self.files where file.format != format {
            let bytes = try bytes(file)
            do throws(ImportFault) {
                _ = try VaultImport.read(format, from: bytes, password: Password("contraseña"))
                Issue.record("\(file.path) was read as \(format)")
            } catch {
                // A table has no mark by which it can be known.
                let says = error.description.contains("its format is \(file.format.rawValue)")
                #expect(says || file.format == .csv, "\(file.path) as \(format): \(error)")
            }
        }
    }

    @Test("a file that is not there, or is a folder, is unreadable")
    func unreadable() {
        for path in ["/nowhere/file", "/"] {
            do {
                _ = try VaultImport.read(.csv, from: .init(filePath: path))
                Issue.record("\(path) was read")
            } catch {
                #expect(error.code == "vault.import_unreadable")
            }
        }
    }

    @Test("titles in reasons are cut, and cannot steer a terminal")
    func shownTitles() {
        let place = ImportFault.ItemPlace(
            number: 1, title: "\u{1B}[2J\u{202E}x" + String(repeating: "y", count: 100), field: "a\nb")
        #expect(place.title == "\u{FFFD}[2J\u{FFFD}x" + String(repeating: "y", count: 34) + "…")
        #expect(place.field == "a\u{FFFD}b")
    }

    /// Reads, which must end in an answer of any kind; what is read is within bounds.
    private func read(_ format: ImportFormat, _ bytes: [UInt8]) {
        guard let vault = try? VaultImport.read(format, from: bytes, password: Password("contraseña")) else { return }
        for item in vault.items {
            #expect(item.fields.count <= Item.fieldLimit + 1)
            #expect(item.history.count <= Item.historyLimit)
            #expect((try? VaultName(item.title)) != nil)
        }
    }
}
