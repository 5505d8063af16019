import Basics
import Sealing
import Synchronization
import Testing

@testable import Storage

@Suite("Secrets in rows")
struct SecretRowTests {
    private let purpose = "items.data"

    private func write(_ secret: [UInt8], as id: Int64, in database: any Database) async throws {
        try await database.write { [purpose] connection in
            let sealed = try connection.sealing.seal(secret, for: purpose, row: [UInt8(id)])
            try connection.execute("INSERT INTO items (id, data) VALUES (?1, ?2)", [.integer(id), .blob(sealed)])
        }
    }

    private func read(_ id: Int64, in database: any Database) async throws -> [UInt8]? {
        try await database.read { [purpose] connection in
            try connection.first("SELECT data FROM items WHERE id = ?1", [.integer(id)]).map {
                try connection.sealing.open($0.blob("data"), for: purpose, row: [UInt8(id)])
            }
        }
    }

    @Test("open in their row, also after the database was closed, and lie there otherwise", arguments: Engine.allCases)
    func roundTrip(engine: Engine) async throws {
        try await engine.withPlace { place in
            for attempt in 1...2 {
                let database = try await open(place)
                if attempt == 1 { try await write([1, 2, 3], as: 1, in: database) }
                #expect(try await read(1, in: database) == [1, 2, 3])
                let kept = try await database.read { try $0.first("SELECT data FROM items")?.blob("data") }
                #expect(kept?.count == 3 + SealingKeys.overhead)
                try await database.write { try $0.execute("UPDATE items SET id = 2") }
                await #expect(throws: StorageError.alteredSecret) { try await self.read(2, in: database) }
                try await database.write { try $0.execute("UPDATE items SET id = 1") }
                await database.close()
            }
        }
    }

    @Test("a database opens with its own key alone, and says which that is", arguments: Engine.allCases)
    func wrongKey(engine: Engine) async throws {
        try await engine.withPlace { place in
            let (own, other) = (SealingKey.ofTests(1), SealingKey.ofTests(2))
            await (try open(place, keyring: Keyring(SealingKeys(own)))).close()
            await #expect(throws: StorageError.unknownKey(id: own.id.hexadecimal)) {
                _ = try await open(place, keyring: Keyring(SealingKeys(other)))
            }
            // The same key among others will do, whichever is the newest.
            await (try open(place, keyring: Keyring(SealingKeys(other, former: [own])))).close()
            await #expect(throws: StorageError.unknownKey(id: own.id.hexadecimal)) {
                _ = try await open(place, keyring: Keyring(SealingKeys(other)))
            }
        }
    }

    @Test("what is written is sealed under the key that the database names, not the newest", arguments: Engine.allCases)
    func current(engine: Engine) async throws {
        try await engine.withPlace { place in
            let (own, newer) = (SealingKey.ofTests(1), SealingKey.ofTests(2))
            await (try open(place, keyring: Keyring(SealingKeys(own)))).close()
            let database = try await open(place, keyring: Keyring(SealingKeys(newer, former: [own])))
            try await write([7], as: 1, in: database)
            let kept = try await database.read { try $0.first("SELECT data FROM items")?.blob("data") }
            #expect(kept.flatMap(SealingKeys.keyID) == own.id)
            await database.close()
        }
    }

    @Test(
        "of servers that are the first at once the others take the key of one, or are refused",
        arguments: Engine.allCases)
    func race(engine: Engine) async throws {
        try await engine.withPlace { place in
            await (try open(place, migrations: [.items], keyring: Keyring(SealingKeys(.ofTests(9))))).close()
            let made = Mutex(0)
            let keyring = Keyring(
                nil, read: { nil },
                make: {
                    made.withLock { $0 += 1 }
                    return SealingKeys(.ofTests(3))
                })
            // A database that has a key is given no other one, even where none is found.
            await #expect(throws: StorageError.unknownKey(id: SealingKey.ofTests(9).id.hexadecimal)) {
                _ = try await open(place, keyring: keyring)
            }
            #expect(made.withLock { $0 } == 0)
        }
        try await engine.withPlace { place in
            let outcomes = await withTaskGroup(of: UInt8?.self) { group in
                for byte in UInt8(1)...4 {
                    group.addTask {
                        guard let database = try? await open(place, keyring: Keyring(SealingKeys(.ofTests(byte))))
                        else { return nil }
                        await database.close()
                        return byte
                    }
                }
                return await group.reduce(into: [UInt8]()) { if let byte = $1 { $0.append(byte) } }
            }
            #expect(outcomes.count == 1)
        }
    }

    @Test("a key that is not known is looked for where the keys come from")
    func learns() async throws {
        try await Engine.sqlite.withPlace { place in
            let (old, new) = (SealingKey.ofTests(1), SealingKey.ofTests(2))
            let database = try await open(
                place,
                keyring: Keyring(
                    SealingKeys(old), read: { SealingKeys(new, former: [old]) }, make: { SealingKeys(old) }))
            let sealed = try SealingKeys(new).seal([5], for: purpose, row: [1])
            try await database.write {
                try $0.execute("INSERT INTO items (id, data) VALUES (1, ?1)", [.blob(sealed)])
            }
            #expect(try await read(1, in: database) == [5])
            await database.close()
        }
    }
}
