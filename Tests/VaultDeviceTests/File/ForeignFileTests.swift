import Foundation
import GRDB
import Testing
import Vault

@testable import VaultDevice

@Suite("A file that is no whole vault")
struct ForeignFileTests {
    /// What is done to the file, and how it is refused.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let fault: VaultFault
        let change: @Sendable (inout Data) -> Void

        init(_ name: String, _ fault: VaultFault, _ change: @escaping @Sendable (inout Data) -> Void) {
            testDescription = name
            self.fault = fault
            self.change = change
        }
    }

    private static let cases = [
        Case("something else", .foreign) { $0 = Data("no vault at all".utf8) },
        Case("another program's database", .foreign) { $0[68] ^= 1 },
        Case("nothing", .truncated) { $0 = Data() },
        Case("only a beginning", .truncated) { $0 = $0.prefix(60) },
        Case("without its last page", .truncated) { $0.removeLast(4096) },
        Case("without its last byte", .truncated) { $0.removeLast() },
        Case("a later format", .newer(format: 2)) { $0[63] = 2 },
        Case("a format before the first", .damaged("file")) { $0[63] = 0 },
        Case("a write-ahead log", .damaged("file")) { $0[18] = 2 },
        Case("a table overwritten", .damaged("file")) { $0.replaceSubrange(4096..<8192, with: Data(count: 4096)) },
    ]

    @Test(arguments: cases)
    func `it is refused with the reason, and stays as it is`(change: Case) throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            _ = try fixture.fill(vault, count: 3)
            let keys = try vault.keys
            vault.lock()
            let file = try fixture.file()
            var bytes = try Data(contentsOf: file)
            change.change(&bytes)
            try bytes.write(to: file)
            #expect(throws: change.fault) {
                _ = try fixture.locked().unlock(keys: keys)
            }
            #expect(try Data(contentsOf: file) == bytes)
            #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.folder.path).count == 2)
        }
    }

    @Test func `whatever byte of the file changes, it opens as it was or is refused, and is not written to`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            let items = try fixture.fill(vault, count: 2).sorted { $0.id < $1.id }
            let keys = try vault.keys
            vault.lock()
            let file = try fixture.file()
            let whole = try Data(contentsOf: file)
            var refused = 0
            // A prime, so that all places within a page have their turn.
            for place in stride(from: 0, to: whole.count, by: 37) {
                var bytes = whole
                bytes[place] ^= 0x10
                try bytes.write(to: file)
                do {
                    let vault = try fixture.locked().unlock(keys: keys)
                    defer { vault.lock() }
                    let content = try VaultFixture.content(vault)
                    for item in content {
                        for attachment in item.attachments { _ = try vault.attachment(attachment) }
                    }
                    #expect(content == items, "byte \(place)")
                } catch is VaultFault {
                    refused += 1
                }
                #expect(try Data(contentsOf: file) == bytes, "byte \(place)")
            }
            #expect(refused > whole.count / 37 / 10)
        }
    }

    @Test func `a file that SQLite finds damaged is read as far as it goes, and never written to`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            let item = try fixture.fill(vault, count: 3)[0]
            let web = try VaultFixture.web(vault)
            vault.lock()
            let file = try fixture.file()
            // A free page that is in use: the next change would overwrite what is on it.
            var bytes = try Data(contentsOf: file)
            bytes.replaceSubrange(32..<40, with: [0, 0, 0, 3, 0, 0, 0, 1])
            try bytes.write(to: file)
            let damaged = try fixture.unlock()
            _ = try damaged.summaries()
            #expect(throws: VaultFault.damaged("file")) { try damaged.erase(item.id) }
            #expect(throws: VaultFault.damaged("file")) {
                let draft = try VaultFixture.draft("Más", in: web, [(.note, "x")])
                _ = try damaged.add(draft, now: VaultFixture.start, using: &fixture.random)
            }
            #expect(try Data(contentsOf: file) == bytes)
        }
    }
}
