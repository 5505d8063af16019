import Accounts
import Basics
import Dispatch
import Ledger
import Market
import Storage
import Synchronization
import TestServer
import Testing

@testable import HTTPKit
@testable import LedgerService
@testable import MarketService
@testable import ServiceKit

/// Servers of one process that ask each other directly, over a line that a test spoils.
private final class LocalPeers: MarketPeers {
    enum Fault: CaseIterable { case fine, notSent, lostBefore, lostAfter }

    struct State {
        var servers: [String: MarketService] = [:]
        var fault: @Sendable (Int) -> Fault = { _ in .fine }
        var asked = 0
    }

    let state = Mutex(State())

    func ask(_ address: String, _ question: [UInt8], within limit: Int64) async throws(PeerFailure) -> [UInt8] {
        let (server, fault) = state.withLock { state in
            state.asked += 1
            return (state.servers[address], state.fault(state.asked))
        }
        guard let server else { throw .nobodyThere }
        guard fault != .notSent else { throw .notSent }
        guard fault != .lostBefore else { throw .answerLost }
        let answer = await server.answerPeer(question)
        guard fault != .lostAfter else { throw .answerLost }
        return answer
    }
}

@Suite("Markets that several servers share")
struct SharedMarketTests {
    /// Calls `body` with two servers of one database that share its markets.
    private func withTwo(
        _ body: (_ first: MarketWorld, _ second: MarketWorld, _ peers: LocalPeers) async throws -> Void
    ) async throws {
        try await Engine.postgres.withDatabase { database in
            let (clock, peers) = (TestClock(), LocalPeers())
            let worlds = [1, 2].map { number in
                let market = MarketService(
                    database: database, clock: clock.serverClock, random: .repeatable(SplitMix64(seed: UInt64(number))))
                market.share(at: "server\(number):1", with: peers)
                peers.state.withLock { $0.servers["server\(number):1"] = market }
                return MarketWorld(database: database, clock: clock, market: market)
            }
            try await worlds[0].running { first in
                try await worlds[1].running { second in
                    try await settle(first, second)
                    try await body(first, second, peers)
                }
            }
        }
    }

    /// Waits until each market is written by one of two servers, and each server writes some.
    private func settle(_ first: MarketWorld, _ second: MarketWorld) async throws {
        let markets = try await first.market.markets()
        for _ in 0..<1000 {
            let writes = markets.map { (first.market.writes($0), second.market.writes($0)) }
            if writes.allSatisfy({ $0.0 != $0.1 }), writes.contains(where: { $0.0 }),
                writes.contains(where: { $0.1 })
            {
                return
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        Issue.record("the servers do not share the markets")
    }

    /// Lets both place and cancel orders, and expects that all that was acknowledged is there once, and no more.
    private func trade(
        _ first: MarketWorld, _ second: MarketWorld, rounds: Int
    ) async throws -> (placed: [Int64], refused: Int) {
        let traders = [
            try await first.person(1, ["CLP": "1000", "XLM": "1000"]),
            try await first.person(2, ["CLP": "1000", "XLM": "1000"]),
        ]
        var random = SplitMix64(seed: 5)
        var placed: [Int64] = []
        var refused = 0
        for round in 0..<rounds {
            let (trader, world) = (traders[round % 2], Bool.random(using: &random) ? first : second)
            do {
                let price = "0.\(Int.random(in: 95...99, using: &random))"
                let side: Side = Bool.random(using: &random) ? .buy : .sell
                placed.append(try await world.limit(trader, side, "1", at: price).id)
                if round % 7 == 0, let id = placed.last {
                    _ = try await refusal { _ = try await world.market.cancel(id, for: trader) }
                }
            } catch ServiceError.request(.overloaded) {
                refused += 1
            } catch ServiceError.refused(MarketError.selfTrade) {
                refused += 1
            }
        }
        let stored = try await first.database.read { connection in
            try connection.query("SELECT id FROM orders").map { try $0.integer(0) }
        }
        #expect(Set(stored) == Set(placed) && placed.count == Set(placed).count)
        try await first.expectClean()
        return (placed, refused)
    }

    @Test("orders of either server are carried out by the one that writes, and both answer alike")
    func both() async throws {
        try await withTwo { first, second, peers in
            let (placed, _) = try await trade(first, second, rounds: 60)
            #expect(placed.count > 20)
            #expect(peers.state.withLock { $0.asked } > 10)
            let rules = try await first.market.market(named: MarketWorld.xlmclp)
            #expect(first.market.writes(rules) != second.market.writes(rules))
            let (one, other) = (try await first.hash(), try await second.hash())
            #expect(one == other)
            // What a market refuses is told as it is.
            let ana = try await first.person(1)
            for world in [first, second] {
                #expect(try await refusal { try await world.limit(ana, .buy, "100000", at: "10") } == .notEnoughBalance)
                #expect(
                    try await refusal { _ = try await world.market.cancel(1_000_000 * 1024 + 3, for: ana) }
                        == .unknownOrder)
            }
        }
    }

    @Test(
        "an answer that is lost, a question that is, and one that was never sent: nothing is lost, nothing happens twice"
    )
    func lost() async throws {
        try await withTwo { first, second, peers in
            peers.state.withLock { $0.fault = { LocalPeers.Fault.allCases[$0 % 4] } }
            let (placed, _) = try await trade(first, second, rounds: 80)
            #expect(placed.count > 30)
            let outcomes = try await first.database.read { connection in
                try connection.query("SELECT answer FROM forwarded_commands").map { try $0.optionalBlob("answer") }
            }
            #expect(outcomes.contains(nil) && outcomes.contains { $0 != nil })
        }
    }

    @Test("many orders at once over a line that loses questions and answers: each is carried out once or not at all")
    func manyAtOnce() async throws {
        try await withTwo { first, second, peers in
            peers.state.withLock { $0.fault = { LocalPeers.Fault.allCases[$0 % 4] } }
            let rules = try await first.market.market(named: MarketWorld.xlmclp)
            let other = first.market.writes(rules) ? second : first
            var people: [Trader] = []
            for number in 1...4 { people.append(try await first.person(number, ["CLP": "100000"])) }
            let placed = await withTaskGroup(of: Int64?.self) { group in
                for number in 0..<200 {
                    let person = people[number % people.count]
                    group.addTask { try? await other.limit(person, .buy, "1", at: "0.9\(number % 10)").id }
                }
                var ids: [Int64] = []
                for await id in group { if let id { ids.append(id) } }
                return ids
            }
            let stored = try await first.database.read { connection in
                try connection.query("SELECT id FROM orders").map { try $0.integer(0) }
            }
            #expect(placed.count > 100 && Set(placed).count == placed.count && Set(stored) == Set(placed))
            // They went together: fewer questions than orders, though many were asked again.
            #expect(peers.state.withLock { $0.asked } < 200)
            try await first.expectClean()
        }
    }

    @Test("commands that were withdrawn while they waited never happen, and those beside them do")
    func withdrawn() async throws {
        try await withTwo { first, second, _ in
            let ana = try await first.person(1, ["CLP": "1000"])
            try await first.limit(ana, .buy, "1", at: "0.90")
            let rules = try await first.market.market(named: MarketWorld.xlmclp)
            let holder = first.market.writes(rules) ? first : second
            let draft = OrderDraft(
                market: MarketWorld.xlmclp, side: .buy, kind: .limit, amount: "1", price: "0.95")
            let command = MarketCommand.place(try PlaceCommand(draft, account: ana.number, rules: rules))
            let ids = [[UInt8](repeating: 1, count: 16), [UInt8](repeating: 2, count: 16)]
            let now = first.clock.serverClock.now()
            _ = try await first.database.write { try ForwardedCommandStore($0).settle(ids[0], at: now) }
            let questions = try ids.map { id in
                try #require(ForwardedCommands(id: id, market: rules.number, [command]).bytes)
            }
            async let one = holder.market.answerPeer(questions[0])
            async let other = holder.market.answerPeer(questions[1])
            let answers = await [one, other]
            #expect(answers[0] == ForwardedAnswer.notHere.bytes)
            guard case .results(let results) = try ForwardedAnswer(answers[1], rules) else {
                Issue.record("not carried out")
                return
            }
            #expect(try results.map { try $0.get().count } == [1])
            // The same once more happens no more.
            #expect(await holder.market.answerPeer(questions[1]) == ForwardedAnswer.notHere.bytes)
            let open = try await first.market.openOrders(of: ana, market: MarketWorld.xlmclp, page: Page(limit: 10))
            #expect(open.items.count == 2)
        }
    }

    @Test("a server that stops gives its markets up, and the other one goes on at once")
    func takeover() async throws {
        try await withTwo { first, second, _ in
            let ana = try await first.person(1, ["CLP": "1000"])
            try await first.limit(ana, .buy, "1", at: "0.90")
            let rules = try await first.market.market(named: MarketWorld.xlmclp)
            let (holder, other) = first.market.writes(rules) ? (first, second) : (second, first)
            await holder.market.stop()
            try await other.limit(ana, .buy, "1", at: "0.91")
            #expect(other.market.writes(rules))
            try await other.expectClean()
        }
    }

    @Test(
        "where a market's writer was and nobody listens any more, nothing is taken from a server that says it is there")
    func gone() async throws {
        try await withTwo { first, second, peers in
            let ana = try await first.person(1, ["CLP": "1000"])
            try await first.limit(ana, .buy, "1", at: "0.90")
            let rules = try await first.market.market(named: MarketWorld.xlmclp)
            let (holder, other) = first.market.writes(rules) ? (first, second) : (second, first)
            peers.state.withLock { state in state.servers = state.servers.filter { $0.value !== holder.market } }
            // It goes on saying that it is there, so that its market stays with it.
            do {
                try await other.limit(ana, .buy, "1", at: "0.91")
                Issue.record("the market was taken from a server that is there")
            } catch ServiceError.request(.overloaded) {}
            #expect(holder.market.writes(rules))
            try await other.expectClean()
        }
    }

    @Test(
        "a batch of a server that was stopped in the middle of it does not commit once another one writes",
        arguments: Engine.allCases)
    func fence(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "1000", "XLM": "1000"])
            try await world.limit(ana, .buy, "1", at: "0.90")
            let rules = try await world.market.market(named: MarketWorld.xlmclp)
            let writer = try #require(world.market.registry.known.writers[rules.number])
            // This server believes for ever to write at the epoch 1.
            world.market.rights.share(
                permit: { _ in WriterPermit(epoch: 1) },
                entrance: { commands, writer throws(ServiceError) in
                    do { return try await writer.carryOut(commands) } catch { throw MarketWriter.failure(error) }
                })
            let (database, number) = (world.database, rules.number)
            @Sendable func begin(epoch: Int64) async throws {
                try await database.write { try MarketStateStore($0).begin(epoch: epoch, of: number) }
            }
            try await begin(epoch: 1)
            try await world.limit(ana, .buy, "1", at: "0.91")
            let before = try await world.hash()
            let stops = Atomic<Int>(0)
            let occasion = OrderOccasion(
                isDue: { _ in
                    // Another server takes the market over while this batch is at work; on SQLite nobody can.
                    guard engine == .postgres, stops.add(1, ordering: .relaxed).oldValue == 0 else { return true }
                    let taken = DispatchSemaphore(value: 0)
                    Task {
                        try? await begin(epoch: 2)
                        taken.signal()
                    }
                    taken.wait()
                    return true
                }, keepDone: { _, _ in })
            if engine == .sqlite { try await begin(epoch: 2) }
            let ben = try await world.person(2, ["XLM": "1000"])
            let command = MarketCommand.place(
                try PlaceCommand(
                    instant: "1", bound: nil, side: .sell, account: ben.number, rules: rules, occasion: occasion))
            await #expect(throws: WriterFault.notHere) { _ = try await writer.carryOut([command]) }
            let count = stops.load(ordering: .relaxed)
            #expect(count == (engine == .postgres ? 1 : 0))
            #expect(try await world.hash() == before)
            try await world.expectClean()
        }
    }

    @Test("what servers tell each other is read as it was written, and nothing else is")
    func coding() async throws {
        try await MarketWorld.with(.sqlite) { world in
            let ana = try await world.person(1, ["CLP": "1000", "XLM": "1000"])
            let rules = try await world.market.market(named: MarketWorld.xlmclp)
            let draft = OrderDraft(
                market: MarketWorld.xlmclp, side: .sell, kind: .stopLimit, amount: "1", price: "0.95", stop: "0.96",
                conditions: OrderConditions(isPostOnly: true, selfTrade: .cancelBoth),
                clientID: ClientOrderID("mine"), expiresAt: Timestamp(milliseconds: 5_000_000_000_000))
            let place = try PlaceCommand(draft, account: ana.number, rules: rules)
            let instant = try PlaceCommand(
                instant: "1", bound: "2.5", side: .sell, account: ana.number, rules: rules)
            let key = try #require(IdempotencyKey("0123456789abcdef"))
            let request = KeyedRequest(
                account: ana.number, key: key, digest: [1, 2], at: Timestamp(milliseconds: 7))
            let commands: [MarketCommand] = [
                .place(place), .place(instant), .cancel(id: 5, account: ana.number), .placePair(place, place),
                .cancelAll(account: ana.number, reason: .account),
                .cancelAllWhenDue(account: ana.number, at: Timestamp(milliseconds: 9)), .lookAtTime,
                .amend(
                    AmendCommand(id: 6, account: ana.number, lots: nil, ticks: 3, clientID: ClientOrderID("other"))),
                .once(.cancel(id: 5, account: ana.number), request.keeping(.orders, part: 4)),
            ]
            let bytes = try #require(ForwardedCommands(id: [1, 2, 3], market: 3, commands).bytes)
            let read = try ForwardedCommands(bytes)
            #expect(read.id == [1, 2, 3] && read.market == 3 && "\(read.commands)" == "\(commands)")
            for count in 0..<bytes.count {
                #expect(throws: WireFault.self) { try ForwardedCommands(Array(bytes.prefix(count))) }
            }
            #expect(throws: WireFault.self) { try ForwardedCommands(bytes + [0]) }
            let occasion = OrderOccasion(isDue: { _ in true }, keepDone: { _, _ in })
            let bound = try PlaceCommand(
                instant: "1", bound: nil, side: .sell, account: ana.number, rules: rules, occasion: occasion)
            #expect(ForwardedCommands(id: [1], market: 3, [.place(bound)]).bytes == nil)

            let order = try await world.limit(ana, .sell, "1", at: "0.95")
            let faults: [MarketError] = [.notEnoughBalance, .order(.belowMinimum), .clientIDUsed, .priceCollar]
            var results: [CommandResult] = [.success([order]), .success([])]
            for fault in faults { results.append(.failure(.market(fault))) }
            results.append(.failure(.refused(KeyFault.answered([9]))))
            results.append(.failure(.request(.overloaded)))
            results.append(.failure(.storage(StorageError.busy)))
            let answer = try ForwardedAnswer(ForwardedAnswer.results(results).bytes, rules)
            guard case .results(let heard) = answer else {
                Issue.record("no results")
                return
            }
            #expect(heard.map { "\($0)" } == results.map { "\($0)" })
            #expect(throws: WireFault.self) { try ForwardedAnswer([0, 0, 0, 0, 0, 0, 0, 9, 9], rules) }
            guard
                case .failure(.storage) = try ForwardedAnswer(
                    ForwardedAnswer.failure(.account(.invalidEmail)).bytes, rules)
            else {
                Issue.record("not told as a failure")
                return
            }
        }
    }
}
