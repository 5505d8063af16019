import Basics
import Sealing
import Testing

@testable import Storage

@Suite("The change of a database's key")
struct KeyChangeTests {
    private static let column = SealedColumn(table: "items", column: "data", key: ["id"])
    private static let count = Int64(2 * SecretRows.batch + 30)
    private let old = SealingKey.ofTests(1)
    private let new = SealingKey.ofTests(2)

    private static func insert(_ id: Int64, _ connection: any Connection) throws {
        let sealed = try connection.sealing.value([UInt8(id % 251)], in: column, of: [.integer(id)])
        try connection.execute("INSERT INTO items (id, data) VALUES (?1, ?2)", [.integer(id), sealed])
    }

    /// Expects every row to open, and to lie under the key called `id`.
    private func expectAll(_ count: Int64, under id: [UInt8], in database: any Database) async throws {
        try await database.read { connection in
            let rows = try connection.query("SELECT id, data FROM items ORDER BY id")
            #expect(rows.count == Int(count))
            for row in rows {
                let place = try row.integer("id")
                #expect(try SealingKeys.keyID(of: row.blob("data")) == id)
                let secret = try connection.sealing.secret(in: Self.column, row, of: [.integer(place)])
                #expect(secret == [UInt8(place % 251)])
            }
        }
    }

    private func plant(_ place: String) async throws {
        let database = try await open(place, keyring: Keyring(SealingKeys(old)))
        try await database.write { connection in
            for id in 0..<Self.count { try Self.insert(id, connection) }
        }
        await database.close()
    }

    @Test("whoever stops after any batch leaves what the next one finishes", arguments: Engine.allCases)
    func resumed(engine: Engine) async throws {
        try await engine.withPlace { place in
            try await plant(place)
            let both = SealingKeys(new, former: [old])
            var (stops, sealed) = (0, 0)
            while true {
                let database = try await open(place, keyring: Keyring(both))
                try await KeyChange.adopt(new.id, in: database)
                do {
                    _ = try await KeyChange.reseal(database, [Self.column]) { changed in
                        sealed += changed
                        if changed > 0 { throw Refusal() }
                    }
                    await database.close()
                    break
                } catch is Refusal {
                    stops += 1
                }
                await database.close()
            }
            #expect(stops == 3 && sealed == Int(Self.count))
            // The old key is worth nothing any more, and nothing is missed.
            await #expect(throws: StorageError.unknownKey(id: new.id.hexadecimal)) {
                _ = try await open(place, keyring: Keyring(SealingKeys(self.old)))
            }
            let database = try await open(place, keyring: Keyring(SealingKeys(new)))
            try await expectAll(Self.count, under: new.id, in: database)
            await database.close()
        }
    }

    @Test("of a server that writes beside it no row is left under the old key", arguments: Engine.allCases)
    func beside(engine: Engine) async throws {
        try await engine.withPlace { place in
            try await plant(place)
            let (old, new) = (old, new)
            // The server began with the old key, and finds the new one where the keys come from.
            let server = try await open(
                place,
                keyring: Keyring(
                    SealingKeys(old), read: { SealingKeys(new, former: [old]) }, make: { SealingKeys(old) }))
            let command = try await open(place, keyring: Keyring(SealingKeys(new, former: [old])))
            let extra = Int64(200)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for id in Self.count..<Self.count + extra {
                    group.addTask { try await server.write { try Self.insert(id, $0) } }
                }
                group.addTask {
                    try await KeyChange.adopt(new.id, in: command)
                    _ = try await KeyChange.reseal(command, [Self.column])
                }
                try await group.waitForAll()
            }
            try await expectAll(Self.count + extra, under: new.id, in: server)
            await server.close()
            await command.close()
        }
    }
}
