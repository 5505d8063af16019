import Foundation
import Testing
import Vault

@testable import VaultDevice

@Suite("A change of cipher")
struct CipherChangeTests {
    @Test(arguments: CipherSuite.allCases, CipherSuite.allCases)
    func `from each to each everything is there afterwards, and nothing is left of what was sealed before`(
        from: CipherSuite, to: CipherSuite
    ) throws {
        try VaultFixture.with { fixture in
            let (vault, code) = try fixture.make(cipher: from)
            let items = try fixture.fill(vault, count: 10).sorted { $0.id < $1.id }
            try vault.transaction { edit throws(VaultFault) in try edit.setSyncState([1, 2, 3]) }
            let file = try fixture.file()
            let former = try VaultFixture.blobs(file)
            let slots = vault.header.slots
            let bytes = try Data(contentsOf: file)
            try vault.changeCipher(to: to, allowsWeak: true)
            #expect(vault.header.slots == slots)
            if from == to {
                #expect(try Data(contentsOf: file) == bytes)
            } else {
                #expect(vault.header.generation == 2)
                try Self.expectGone(former, in: fixture)
            }
            vault.lock()
            let again = try fixture.unlock()
            #expect(again.header.cipher == to)
            #expect(try VaultFixture.content(again) == items)
            for item in items {
                for attachment in item.attachments {
                    #expect(try again.attachment(attachment).count == attachment.byteCount)
                }
            }
            #expect(try again.syncState() == [1, 2, 3])
            again.lock()
            _ = try fixture.unlock(password: nil, recovery: code)
        }
    }

    /// Looks for the former blobs, and for pieces of them, in every file there is.
    private static func expectGone(_ former: [Data], in fixture: VaultFixture) throws {
        let files = try fixture.files()
        #expect(!files.keys.contains { $0.hasSuffix("-journal") || $0.hasSuffix("-wal") })
        // Every eight bytes that stand anywhere in a file, as numbers: those of a blob are as good as unique.
        var seen: Set<UInt64> = []
        for bytes in files.values {
            bytes.withUnsafeBytes { raw in
                for place in 0..<max(0, raw.count - 7) {
                    seen.insert(raw.loadUnaligned(fromByteOffset: place, as: UInt64.self))
                }
            }
        }
        // The last is the header, most of which stays.
        for blob in former.dropLast() {
            blob.withUnsafeBytes { raw in
                let left = stride(from: 0, through: raw.count - 8, by: 8).count { place in
                    seen.contains(raw.loadUnaligned(fromByteOffset: place, as: UInt64.self))
                }
                #expect(left == 0)
            }
        }
    }

    @Test func `a weak cipher has to be asked for as such`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            for suite in CipherSuite.allCases where suite.isWeak {
                #expect(throws: VaultFault.weakCipher(suite)) { try vault.changeCipher(to: suite) }
            }
            #expect(vault.header.generation == 1)
            try vault.changeCipher(to: .chaCha20Poly1305)
            #expect(vault.header.generation == 2)
        }
    }

    @Test func `after many changes the file is not longer than twice what it holds`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            _ = try fixture.fill(vault, count: 40)
            let size = try Data(contentsOf: try fixture.file()).count
            for suite in [CipherSuite.chaCha20Poly1305, .aes256GCMSIV, .aes256GCM, .chaCha20Poly1305, .aes256GCM] {
                try vault.changeCipher(to: suite)
            }
            #expect(try Data(contentsOf: try fixture.file()).count < size * 5 / 2)
        }
    }

    @Test func `what is erased or wrapped anew is not in the file any more`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            let items = try fixture.fill(vault, count: 30)
            let file = try fixture.file()
            let sealed = try #require(vault.header.slots.first { $0.kinds == [.password] }).sealed
            let before = try VaultFixture.raw(file) { database in
                try items.prefix(10).map { item in
                    try ObjectTable(database: database).withObject(.item, item.id) { Data($1) }
                }
            }
            #expect(try Data(contentsOf: file).range(of: Data(sealed)) != nil)
            try vault.changePassword(to: try #require(Password("nueva")), day: 20_000, using: &fixture.random)
            #expect(try Data(contentsOf: file).range(of: Data(sealed)) == nil)
            for item in items.prefix(10) { try vault.erase(item.id) }
            let bytes = try Data(contentsOf: file)
            for blob in before { #expect(bytes.range(of: try #require(blob)) == nil) }
        }
    }
}
