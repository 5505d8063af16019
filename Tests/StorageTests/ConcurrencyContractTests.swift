import Basics
import Dispatch
import Foundation
import Storage
import Synchronization
import Testing

@Suite("Many at once, on both engines")
struct ConcurrencyContractTests {
    @Test("200 writers that each read and then write lose no count", arguments: Engine.allCases)
    func counting(engine: Engine) async throws {
        try await engine.withDatabase { database in
            try await database.write { try $0.execute("INSERT INTO items (id, weight) VALUES (1, 0)") }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<200 {
                    group.addTask {
                        try await database.write { connection in
                            let weight = try connection.first("SELECT weight FROM items WHERE id = 1")?.real(0) ?? -1
                            try connection.execute("UPDATE items SET weight = ?1 WHERE id = 1", [.real(weight + 1)])
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await database.read { try $0.first("SELECT weight FROM items") } == Row([200.0]))
        }
    }

    @Test(
        "writers that write the rows which they read lose no count either, without being compared",
        arguments: Engine.allCases)
    func countingOwnRows(engine: Engine) async throws {
        try await engine.withDatabase { database in
            try await database.write { connection in
                for id in 0..<8 as Range<Int64> {
                    try connection.execute("INSERT INTO items (id, weight) VALUES (?1, 0)", [.integer(id)])
                }
            }
            let runs = RunCount()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<200 as Range<Int64> {
                    group.addTask {
                        let id = number % 8
                        try await database.writeOwnRows(taking: nil) { connection in
                            runs.value.add(1, ordering: .relaxed)
                            // Rows of others are read with it, as those that lie on one page are.
                            let weights = try connection.query("SELECT id, weight FROM items")
                            let own = try weights.first { try $0.integer(0) == id }
                            try connection.execute(
                                "UPDATE items SET weight = ?2 WHERE id = ?1",
                                [.integer(id), .real((try own?.real(1) ?? -1000) + 1)])
                        }
                    }
                }
                try await group.waitForAll()
            }
            let weights = try await database.read { connection in
                try connection.query("SELECT weight FROM items").map { try $0.real(0) }
            }
            #expect(weights == [Double](repeating: 25, count: 8))
            let count = runs.value.load(ordering: .relaxed)
            #expect(count >= 200)
        }
    }

    @Test("what writers write of their own collides with nobody who read near by")
    func ownRowsCollideWithNobody() async throws {
        try await Engine.postgres.withDatabase { database in
            try await database.write { connection in
                for id in 0..<2 as Range<Int64> {
                    try connection.execute("INSERT INTO items (id, weight) VALUES (?1, 0)", [.integer(id)])
                }
            }
            let runs = RunCount()
            let both = DispatchSemaphore(value: 0)
            let arrived = RunCount()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for id in 0..<2 as Range<Int64> {
                    group.addTask {
                        try await database.writeOwnRows(taking: nil) { connection in
                            runs.value.add(1, ordering: .relaxed)
                            _ = try connection.query("SELECT weight FROM items")
                            // Neither goes on before both have read all rows.
                            if arrived.value.add(1, ordering: .relaxed).newValue == 2 {
                                both.signal()
                                both.signal()
                            }
                            _ = both.wait(timeout: .now() + 30)
                            try connection.execute(
                                "UPDATE items SET weight = weight + 1 WHERE id = ?1", [.integer(id)])
                        }
                    }
                }
                try await group.waitForAll()
            }
            let count = runs.value.load(ordering: .relaxed)
            #expect(count == 2)
        }
    }

    @Test(
        "those who take turns alone meet nobody, in whatever server they are; the others may, and are right all the same"
    )
    func turns() async throws {
        try await Engine.postgres.withPlace { url in
            let servers = [try await open(url), try await open(url)]
            for isAlone in [true, false] {
                try await servers[0].write { connection in
                    try connection.execute("DELETE FROM items")
                    for id in 0..<8 as Range<Int64> {
                        try connection.execute("INSERT INTO items (id, weight) VALUES (?1, 0)", [.integer(id)])
                    }
                }
                let runs = RunCount()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<60 {
                        group.addTask {
                            let turn = WriteTurn("parts", isAlone: isAlone)
                            try await servers[number % 2].writeOwnRows(taking: turn) { connection in
                                runs.value.add(1, ordering: .relaxed)
                                let weights = try connection.query("SELECT weight FROM items").map { try $0.real(0) }
                                for id in weights.indices {
                                    try connection.execute(
                                        "UPDATE items SET weight = ?2 WHERE id = ?1",
                                        [.integer(Int64(id)), .real((weights.max() ?? 0) + 1)])
                                }
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                let weights = try await servers[0].read { connection in
                    try connection.query("SELECT weight FROM items").map { try $0.real(0) }
                }
                #expect(weights == [Double](repeating: 60, count: 8))
                let count = runs.value.load(ordering: .relaxed)
                #expect(isAlone ? count == 60 : count >= 60)
            }
            for server in servers { await server.close() }
        }
    }

    @Test("a turn that somebody keeps, because that server was stopped, is not waited for")
    func keptTurn() async throws {
        try await Engine.postgres.withPlace { url in
            let servers = [try await open(url), try await open(url)]
            let gate = Gate()
            let stopped = Task {
                try await servers[0].writeOwnRows(taking: WriteTurn("parts", isAlone: true)) { _ in gate.hold() }
            }
            await gate.untilHeld()
            for isAlone in [true, false] {
                try await servers[1].writeOwnRows(taking: WriteTurn("parts", isAlone: isAlone)) { connection in
                    try connection.execute("INSERT INTO items (id) VALUES (?1)", [.integer(isAlone ? 1 : 2)])
                }
            }
            #expect(try await servers[1].count() == 2)
            gate.release()
            try await stopped.value
            for server in servers { await server.close() }
        }
    }

    /// Each transaction is right alone, and two of them on one snapshot would be wrong together (write skew).
    @Test("two servers cannot both take the last place", arguments: Engine.allCases)
    func writeSkew(engine: Engine) async throws {
        try await engine.withPlace { url in
            let servers = [try await open(url), try await open(url)]
            try await withThrowingTaskGroup(of: Void.self) { group in
                for id in 0..<40 as Range<Int64> {
                    group.addTask {
                        try await servers[Int(id % 2)].write { connection in
                            let taken = try connection.first("SELECT COUNT(*) FROM items")?.integer(0) ?? 99
                            if taken < 7 {
                                try connection.execute("INSERT INTO items (id) VALUES (?1)", [.integer(id)])
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await servers[0].count() == 7)
            for server in servers { await server.close() }
        }
    }

    @Test("a closure that looks before it inserts sees no violation", arguments: Engine.allCases)
    func lookThenInsert(engine: Engine) async throws {
        try await engine.withDatabase { database in
            for name in ["a", "b", "c", "d", "e"] {
                let inserted = try await withThrowingTaskGroup(of: Bool.self) { group in
                    for id in 0..<16 as Range<Int64> {
                        group.addTask {
                            try await database.write { connection in
                                let found = try connection.first("SELECT id FROM items WHERE name = ?1", [.text(name)])
                                guard found == nil else { return false }
                                let hash = Int64(name.utf8.first ?? 0) * 100 + id
                                try connection.execute(
                                    "INSERT INTO items (id, name) VALUES (?1, ?2)", [.integer(hash), .text(name)])
                                return true
                            }
                        }
                    }
                    return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
                }
                #expect(inserted == 1)
            }
        }
    }

    @Test("a model of one map agrees after random transfers", arguments: Engine.allCases, 0..<4 as Range<UInt64>)
    func transfers(engine: Engine, seed: UInt64) async throws {
        try await engine.withDatabase { database in
            try await database.write { connection in
                for id in 0..<8 as Range<Int64> {
                    try connection.execute("INSERT INTO items (id, weight) VALUES (?1, 100)", [.integer(id)])
                }
            }
            await withTaskGroup(of: Void.self) { group in
                for task in 0..<8 as Range<UInt64> {
                    group.addTask {
                        var random = SplitMix64(seed: seed).split(task)
                        for _ in 0..<20 {
                            let from = Int64.random(in: 0..<8, using: &random)
                            let to = Int64.random(in: 0..<8, using: &random)
                            let amount = Double(Int.random(in: 0..<50, using: &random))
                            try? await database.write { connection in
                                let change = "UPDATE items SET weight = weight + ?2 WHERE id = ?1 RETURNING weight"
                                let rest = try connection.first(change, [.integer(from), .real(-amount)])?.real(0) ?? 0
                                if rest < 0 { throw Refusal() }
                                try connection.execute(change, [.integer(to), .real(amount)])
                            }
                        }
                    }
                }
            }
            let weights = try await database.read { try $0.query("SELECT weight FROM items").map { try $0.real(0) } }
            #expect(weights.reduce(0, +) == 800)
            #expect(weights.allSatisfy { $0 >= 0 })
        }
    }

    @Test("work beyond the limit is refused, and what waits is done", arguments: Engine.allCases)
    func backPressure(engine: Engine) async throws {
        var options = DatabaseOptions()
        options.connections = 1
        options.waitingLimit = 5
        try await engine.withDatabase(options: options) { database in
            let gate = Gate()
            async let first: Void = database.write { _ in gate.hold() }
            await gate.untilHeld()
            let outcomes = await withTaskGroup(of: StorageError?.self) { group in
                let refused = Counter()
                for id in 0..<20 as Range<Int64> {
                    group.addTask {
                        do {
                            try await database.write {
                                try $0.execute("INSERT INTO items (id) VALUES (?1)", [.integer(id)])
                            }
                            return nil
                        } catch {
                            // The last refusal lets the waiting ones go.
                            if refused.next() == 15 {
                                gate.release()
                            }
                            return error as? StorageError
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            try await first
            #expect(outcomes.filter { $0 == nil }.count == 5)
            #expect(outcomes.filter { $0 == .overloaded }.count == 15)
            #expect(try await database.count() == 5)
        }
    }

    @Test("a write cancelled while it waits is never run", arguments: Engine.allCases)
    func cancelled(engine: Engine) async throws {
        var options = DatabaseOptions()
        options.connections = 1
        try await engine.withDatabase(options: options) { database in
            let gate = Gate()
            async let first: Void = database.write { _ in gate.hold() }
            await gate.untilHeld()
            let waiting = Task { try await database.write { try $0.execute("INSERT INTO items (id) VALUES (1)") } }
            try await Task.sleep(for: .milliseconds(20))
            waiting.cancel()
            gate.release()
            try await first
            await #expect(throws: CancellationError.self) { try await waiting.value }
            #expect(try await database.count() == 0)
        }
    }

    @Test(
        "whoever is cancelled while they wait is answered at once, however long it takes others",
        arguments: Engine.allCases)
    func answeredAtOnce(engine: Engine) async throws {
        var options = DatabaseOptions()
        options.connections = 1
        try await engine.withDatabase(options: options) { database in
            let gate = Gate()
            async let first: Void = database.write { _ in gate.hold() }
            await gate.untilHeld()
            let waiting = Task { try await database.write { try $0.execute("INSERT INTO items (id) VALUES (1)") } }
            waiting.cancel()
            // The gate is still held: an answer that waited for it would never come.
            await #expect(throws: CancellationError.self) { try await waiting.value }
            gate.release()
            try await first
            #expect(try await database.count() == 0)
        }
    }

    @Test(
        "a read that may be given up is, though it has begun; what it finds is told nobody", arguments: Engine.allCases)
    func givenUp(engine: Engine) async throws {
        try await engine.withDatabase { database async throws in
            let gate = Gate()
            let task = Task {
                try await database.readUnlessCancelled { connection in
                    gate.hold()
                    return try connection.query("SELECT id FROM items").count
                }
            }
            await gate.untilHeld()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            gate.release()
            #expect(try await database.readUnlessCancelled { try $0.query("SELECT id FROM items").count } == 0)
        }
    }

    @Test("a write that has begun is finished, cancelled or not", arguments: Engine.allCases)
    func cancelledTooLate(engine: Engine) async throws {
        try await engine.withDatabase { database async throws in
            let gate = Gate()
            let task = Task {
                try await database.write { connection in
                    gate.hold()
                    return try connection.execute("INSERT INTO items (id) VALUES (1)")
                }
            }
            await gate.untilHeld()
            task.cancel()
            gate.release()
            #expect(try await task.value == 1)
            #expect(try await database.count() == 1)
        }
    }

    @Test("closing finishes what waits and refuses what comes after", arguments: Engine.allCases)
    func closing(engine: Engine) async throws {
        var options = DatabaseOptions()
        options.waitingLimit = 30
        options.connections = 1
        try await engine.withPlace { url in
            let database = try await open(url, options: options)
            let gate = Gate()
            let first = Task { try await database.write { _ in gate.hold() } }
            await gate.untilHeld()
            let (refusals, refused) = AsyncStream<Void>.makeStream()
            let waiting = (0..<31 as Range<Int64>).map { id in
                Task {
                    do {
                        return try await database.write {
                            try $0.execute("INSERT INTO items (id) VALUES (?1)", [.integer(id)])
                        }
                    } catch StorageError.overloaded {
                        refused.yield()
                        return 0
                    }
                }
            }
            // One is refused when the other thirty wait.
            _ = await refusals.first { true }
            async let closed: Void = database.close()
            async let closedAgain: Void = database.close()
            // Closing has begun once that is why a write is refused; until then there is no place for one more.
            while await refusal(of: database) == .overloaded { try await Task.sleep(for: .milliseconds(1)) }
            #expect(await refusal(of: database) == .closed)
            gate.release()
            try await first.value
            var written = 0
            for task in waiting { written += try await task.value }
            #expect(written == 30)
            await closed
            await closedAgain
            await #expect(throws: StorageError.closed) { try await database.read { _ in } }
            await database.close()

            let reopened = try await open(url)
            #expect(try await reopened.count() == 30)
            await reopened.close()
        }
    }

    /// Why a write is refused, if it is.
    private func refusal(of database: any Database) async -> StorageError? {
        do {
            try await database.write { _ in }
            return nil
        } catch {
            return error as? StorageError
        }
    }

    @Test("a connection kept beyond its closure is of no use", arguments: Engine.allCases)
    func escaped(engine: Engine) async throws {
        try await engine.withDatabase { database in
            let kept = Kept()
            try await database.write { kept.connection = $0 }
            #expect(throws: StorageError.closureEnded) { try kept.connection?.execute("DELETE FROM items") }
        }
    }
}

/// Counts from 1 for whoever asks.
final class Counter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}

/// Holds a closure on its thread until the test lets it go.
///
/// The thread belongs to the database, so nothing of Swift's own pool is blocked.
final class Gate: Sendable {
    private let held = Mutex(false)
    private let released = DispatchSemaphore(value: 0)

    func hold() {
        held.withLock { $0 = true }
        released.wait()
    }

    func release() {
        released.signal()
    }

    func untilHeld() async {
        while !held.withLock({ $0 }) { try? await Task.sleep(for: .milliseconds(1)) }
    }
}

/// `@unchecked Sendable`: the test looks at it only after the closure has ended.
private final class Kept: @unchecked Sendable {
    var connection: (any Connection)?
}

/// How often closures ran.
private final class RunCount: Sendable {
    let value = Atomic<Int>(0)
}
