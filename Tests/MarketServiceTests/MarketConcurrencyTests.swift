import Basics
import Ledger
import Market
import Storage
import Synchronization
import TestServer
import Testing

@testable import HTTPKit
@testable import LedgerService
@testable import MarketService

@Suite("The market under many hands")
struct MarketConcurrencyTests {
    /// Random orders and cancellations of one trader; gives the orders that were acknowledged.
    private func trade(
        _ trader: Trader, on worlds: [MarketWorld], count: Int, seed: UInt64
    ) async throws -> [Int64] {
        var random = SplitMix64(seed: seed)
        var placed: [Int64] = []
        for _ in 0..<count {
            guard let world = worlds.randomElement(using: &random) else { break }
            if Int.random(in: 0..<3, using: &random) == 0, let id = placed.randomElement(using: &random) {
                _ = try await refusal { _ = try await world.market.cancel(id, for: trader) }
                continue
            }
            let side: Side = Bool.random(using: &random) ? .buy : .sell
            let price = "0.\(Int.random(in: 95...99, using: &random))"
            let isStop = Int.random(in: 0..<6, using: &random) == 0
            _ = try await refusal {
                placed.append(
                    try await world.limit(trader, side, "1", at: price, stop: isStop ? "0.97" : nil).id)
            }
        }
        return placed
    }

    @Test("many traders at once leave a clean ledger", arguments: Engine.allCases)
    func manyTraders(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let count = engine == .sqlite ? 60 : 20
            let placed = try await everybody(12, in: world, on: [world], count: count)
            #expect(placed.count > 100)
            #expect(Set(placed).count == placed.count)
            try await world.expectClean()
            let hash = try await world.hash()
            try await world.expectSecondServer(at: hash)
        }
    }

    @Test("two servers on one database are both right", arguments: Engine.allCases)
    func twoServers(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            try await world.withSecondServer { second in
                let placed = try await everybody(6, in: world, on: [world, second], count: 25)
                #expect(placed.count > 20)
                #expect(Set(placed).count == placed.count)
                let (one, other) = (try await world.hash(), try await second.hash())
                #expect(one == other)
            }
            try await world.expectClean()
        }
    }

    private func everybody(
        _ people: Int, in world: MarketWorld, on worlds: [MarketWorld], count: Int
    ) async throws -> [Int64] {
        var traders: [Trader] = []
        for number in 1...people {
            traders.append(try await world.person(number, ["CLP": "1000", "XLM": "1000"]))
        }
        return try await withThrowingTaskGroup(of: [Int64].self) { group in
            for (index, trader) in traders.enumerated() {
                group.addTask { try await trade(trader, on: worlds, count: count, seed: UInt64(index)) }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }

    @Test("a closure that is run again, and a commit whose outcome nobody knows, leave the book right")
    func faults() async throws {
        try await Engine.sqlite.withDatabase { database in
            let faulty = FaultyDatabase(database)
            let clock = TestClock()
            let world = MarketWorld(
                database: database, clock: clock,
                market: MarketService(database: faulty, clock: clock.serverClock))
            world.market.start()
            let ana = try await world.person(1, ["CLP": "1000", "XLM": "100"])
            let ben = try await world.person(2, ["CLP": "1000", "XLM": "100"])
            var acknowledged: [Int64] = []
            var random = SplitMix64(seed: 3)
            for round in 0..<120 {
                faulty.mode.withLock { $0 = [.none, .none, .twice, .lost, .failed][round % 5] }
                let trader = Bool.random(using: &random) ? ana : ben
                let side: Side = Bool.random(using: &random) ? .buy : .sell
                let price = "0.\(Int.random(in: 95...99, using: &random))"
                do {
                    acknowledged.append(try await world.limit(trader, side, "1", at: price).id)
                } catch ServiceError.storage {
                    #expect(round % 5 >= 3)
                } catch ServiceError.refused(let error as MarketError) {
                    #expect(error == .selfTrade || error == .notEnoughBalance)
                }
            }
            faulty.mode.withLock { $0 = .none }
            #expect(acknowledged.count > 30)
            for id in acknowledged {
                let owner = try await refusal { _ = try await world.market.order(id, of: ana) } == nil ? ana : ben
                _ = try await world.market.order(id, of: owner)
            }
            try await world.expectClean()
            let hash = try await world.hash()
            try await world.expectSecondServer(at: hash)
            await world.market.stop()
        }
    }

    @Test("a market that does not run refuses, and what waits when it stops is refused")
    func stopped() async throws {
        try await MarketWorld.with(.sqlite) { world in
            let ana = try await world.person(1, ["CLP": "1000"])
            try await world.limit(ana, .buy, "1", at: "10")
            await world.market.stop()
            #expect(try await refusal { try await world.limit(ana, .buy, "1", at: "10") } == .disabled)
            world.market.start()
            try await world.limit(ana, .buy, "1", at: "10")
            try await world.expectClean()
        }
    }
}

/// A database that misbehaves as the true ones may.
private final class FaultyDatabase: Database {
    enum Mode { case none, twice, lost, failed }

    struct Rollback: Error {}

    let mode = Mutex(Mode.none)
    private let database: any Database

    init(_ database: any Database) {
        self.database = database
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> Value) async throws -> Value {
        try await database.read(body)
    }

    func tidy(_ tables: [String]) async throws {
        try await database.tidy(tables)
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> Value) async throws -> Value {
        switch mode.withLock({ $0 }) {
        case .none:
            return try await database.write(body)
        case .twice:
            // The first run is undone, as when PostgreSQL finds a collision.
            do {
                try await database.write { connection in
                    _ = try body(connection)
                    throw Rollback()
                }
            } catch is Rollback {}
            return try await database.write(body)
        case .lost:
            _ = try await database.write(body)
            throw StorageError.connectionLost
        case .failed:
            do {
                try await database.write { connection in
                    _ = try body(connection)
                    throw Rollback()
                }
            } catch is Rollback {}
            throw StorageError.busy
        }
    }

    func close() async {}
}
