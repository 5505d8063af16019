import Basics
import Foundation
import GRDB
import Testing
import Vault

@testable import VaultDevice

@Suite("A vault whose file somebody changed")
struct TamperTests {
    /// Opens the vault and everything in it; false when it is refused anywhere on the way.
    private static func verifies(_ fixture: VaultFixture, _ keys: OpenedKeys, _ expected: [Item]) throws -> Bool {
        do {
            let vault = try fixture.locked().unlock(keys: keys)
            defer { vault.lock() }
            let content = try VaultFixture.content(vault)
            for item in content {
                for attachment in item.attachments { _ = try vault.attachment(attachment) }
            }
            #expect(content == expected, "what opened is not what was kept")
            return true
        } catch is VaultFault {
            return false
        }
    }

    private static func check(
        _ change: String, _ arguments: StatementArguments = [], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            let items = try fixture.fill(vault, count: 12).sorted { $0.id < $1.id }
            let keys = try vault.keys
            let file = try fixture.file()
            vault.lock()
            #expect(try verifies(fixture, keys, items), sourceLocation: sourceLocation)
            try VaultFixture.raw(file) { try $0.execute(sql: change, arguments: arguments) }
            #expect(try !verifies(fixture, keys, items), sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: [2, 3, 4])
    func `objects that change places are refused`(kind: Int) throws {
        try Self.check(
            """
            CREATE TEMP TABLE two AS SELECT id, sealed FROM object WHERE kind = \(kind) ORDER BY id LIMIT 2;
            UPDATE object SET sealed = (SELECT sealed FROM two WHERE two.id <> object.id)
            WHERE kind = \(kind) AND id IN (SELECT id FROM two);
            """)
    }

    @Test(arguments: [2, 3, 4])
    func `an object that moves to a free place is refused`(kind: Int) throws {
        try Self.check(
            """
            UPDATE object SET id = X'FF00000000000000000000000000FFFF'
            WHERE kind = \(kind) AND id = (SELECT min(id) FROM object WHERE kind = \(kind))
            """)
    }

    @Test(arguments: [1, 2, 3, 4])
    func `an object that is taken away is refused`(kind: Int) throws {
        try Self.check(
            "DELETE FROM object WHERE kind = \(kind) AND id = (SELECT min(id) FROM object WHERE kind = \(kind))")
    }

    @Test(arguments: [1, 2, 3, 4])
    func `another revision in the clear is refused`(kind: Int) throws {
        try Self.check("UPDATE object SET revision = revision + 1 WHERE kind = \(kind)")
    }

    @Test(arguments: [
        "CREATE TRIGGER t AFTER UPDATE ON object BEGIN DELETE FROM header; END",
        "CREATE TABLE spare (bytes BLOB)", "CREATE VIEW v AS SELECT * FROM object",
        "CREATE INDEX i ON object (revision)", "DELETE FROM header", "DROP TABLE header",
        "UPDATE header SET mac = zeroblob(32)", "UPDATE object SET sealed = ''", "UPDATE header SET bytes = 'text'",
        "UPDATE object SET id = 'x' WHERE id = (SELECT max(id) FROM object WHERE kind = 2)",
    ])
    func `a file with other tables, rows or types is refused`(change: String) throws {
        try Self.check(change)
    }

    @Test(arguments: [1, 2, 3])
    func `a kind of object that is put back as it was before is refused`(kind: Int) throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            var items = try fixture.fill(vault, count: 6).sorted { $0.id < $1.id }
            let file = try fixture.file()
            let former = try VaultFixture.raw(file) {
                try Row.fetchAll($0, sql: "SELECT * FROM object WHERE kind = ?", arguments: [kind])
            }
            items[2].fields[1].value = "otro"
            items[2] = try vault.update(items[2], now: VaultFixture.start)
            let keys = try vault.keys
            vault.lock()
            #expect(try Self.verifies(fixture, keys, items))
            try VaultFixture.raw(file) { database in
                for row in former {
                    try database.execute(
                        sql: "UPDATE object SET revision = ?, sealed = ? WHERE kind = ? AND id = ?",
                        arguments: [row["revision"], row["sealed"], row["kind"], row["id"]])
                }
            }
            #expect(try !Self.verifies(fixture, keys, items))
        }
    }

    @Test func `an older header that is put back is refused`() throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make().vault
            let file = try fixture.file()
            let former = try #require(
                try VaultFixture.raw(file) { try Row.fetchOne($0, sql: "SELECT bytes, mac FROM header") })
            try vault.changePassword(to: try #require(Password("nueva")), day: 20_000, using: &fixture.random)
            let keys = try vault.keys
            vault.lock()
            try VaultFixture.raw(file) {
                try $0.execute(
                    sql: "UPDATE header SET bytes = ?, mac = ?", arguments: [former["bytes"], former["mac"]])
            }
            #expect(try !Self.verifies(fixture, keys, []))
            // Not even with the former password, which opens the slot of the former header.
            #expect(throws: VaultFault.damaged("header")) { _ = try fixture.unlock() }
        }
    }

    @Test(arguments: ["bytes", "mac"])
    func `each byte of the header and of its code counts`(column: String) throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make(fixes: [try VaultFixture.fix()]).vault
            let keys = try vault.keys
            let file = try fixture.file()
            vault.lock()
            let bytes = try #require(
                try VaultFixture.raw(file) { try Data.fetchOne($0, sql: "SELECT \(column) FROM header") })
            let queue = try DatabaseQueue(path: file.path)
            for place in bytes.indices {
                var changed = bytes
                changed[place] ^= 1 << UInt8(place % 8)
                try queue.inDatabase {
                    try $0.execute(sql: "UPDATE header SET \(column) = ?", arguments: [changed])
                }
                #expect(try !Self.verifies(fixture, keys, []), "byte \(place)")
            }
            try queue.inDatabase { try $0.execute(sql: "UPDATE header SET \(column) = ?", arguments: [bytes]) }
            #expect(try Self.verifies(fixture, keys, []))
        }
    }

    @Test(arguments: [CipherSuite.aes256GCM, .rc4])
    func `each byte of each sealed object counts`(suite: CipherSuite) throws {
        try VaultFixture.with { fixture in
            let vault = try fixture.make(cipher: suite).vault
            let web = try VaultFixture.web(vault)
            var draft = try VaultFixture.draft("Uno", in: web, [(.password, "x")])
            draft.attachments = [(try VaultName("a"), [1, 2, 3])]
            let items = [try vault.add(draft, now: VaultFixture.start, using: &fixture.random)]
            let keys = try vault.keys
            vault.lock()
            let queue = try DatabaseQueue(path: try fixture.file().path)
            for kind in [1, 2, 3, 4] {
                let query = "SELECT sealed FROM object WHERE kind = \(kind)"
                let bytes = try #require(try queue.inDatabase { try Data.fetchOne($0, sql: query) })
                // The root is the longest; every seventh of its bytes does.
                for place in stride(from: 0, to: bytes.count, by: kind == 1 ? 7 : 1) {
                    var changed = bytes
                    changed[place] ^= 1 << UInt8(place % 8)
                    try Self.write(changed, kind, queue)
                    #expect(try !Self.verifies(fixture, keys, items), "kind \(kind), byte \(place)")
                }
                try Self.write(bytes, kind, queue)
            }
            #expect(try Self.verifies(fixture, keys, items))
        }
    }

    private static func write(_ bytes: Data, _ kind: Int, _ queue: DatabaseQueue) throws {
        try queue.inDatabase {
            try $0.execute(sql: "UPDATE object SET sealed = ? WHERE kind = ?", arguments: [bytes, kind])
        }
    }
}
