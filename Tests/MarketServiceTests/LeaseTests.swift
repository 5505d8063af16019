import Basics
import HTTPKit
import Synchronization
import Testing

@testable import MarketService

/// The database and the machines of some servers, with clocks that a test moves.
private final class LeaseWorld: Sendable {
    enum Fault { case fine, notReached, answerLost }

    struct Unreachable: Error {}

    struct State {
        /// The database's clock, milliseconds.
        var time: Int64 = 1_000_000
        var table = LeaseTable()
        var fault = Fault.fine
        /// How long the machine is stopped between sending and hearing the answer, milliseconds.
        var pause: Int64 = 0
        /// All machines' monotonic clocks, milliseconds.
        var monotonic: Int64 = 0
    }

    static let markets = [1, 2, 3, 4, 5, 6, 7]

    let state = Mutex(State())

    func server(_ name: String, counting servers: ServerCount = ServerCount()) -> MarketLeases {
        MarketLeases(
            server: name, address: "\(name):1",
            monotonic: { UInt64(self.state.withLock { $0.monotonic }) * 1_000_000 }, servers: servers,
            exchange: { report in
                try self.state.withLock { state in
                    if state.fault == .notReached { throw Unreachable() }
                    let view = state.table.exchange(report, at: state.time)
                    state.monotonic += state.pause
                    state.time += state.pause
                    if state.fault == .answerLost { throw Unreachable() }
                    return view
                }
            })
    }

    func pass(_ milliseconds: Int64) {
        state.withLock { state in
            state.time += milliseconds
            state.monotonic += milliseconds
        }
    }
}

extension MarketLeases {
    fileprivate func say() async {
        await report(LeaseWorld.markets)
        await handOver(LeaseWorld.markets) { _ in }
    }

    fileprivate var written: Set<Int> { Set(LeaseWorld.markets.filter { permit(for: $0) != nil }) }
}

@Suite("Leases of markets")
struct LeaseTests {
    @Test("one server writes everything; of two each writes its share, and knows where the rest is")
    func shares() async {
        let world = LeaseWorld()
        let (ana, ben) = (world.server("ana"), world.server("ben"))
        await ana.say()
        #expect(ana.written == Set(LeaseWorld.markets))
        await ben.say()
        // Ben is there, and has nothing before Ana has given it up.
        #expect(ben.written.isEmpty && ben.place(of: 1) == .at("ana:1"))
        await ana.say()
        await ben.say()
        #expect(!ana.written.isEmpty && !ben.written.isEmpty)
        #expect(ana.written.isDisjoint(with: ben.written))
        #expect(ana.written.union(ben.written) == Set(LeaseWorld.markets))
        for market in ana.written { #expect(ben.place(of: market) == .at("ana:1")) }
        await ana.say()
        for market in ben.written { #expect(ana.place(of: market) == .at("ben:1")) }
    }

    @Test("a server that leaves gives everything up at once; one that vanishes does when its time is over")
    func takeover() async {
        let world = LeaseWorld()
        let (ana, ben) = (world.server("ana"), world.server("ben"))
        for _ in 0..<2 {
            await ana.say()
            await ben.say()
        }
        await ben.leave(LeaseWorld.markets) { _ in }
        #expect(ben.written.isEmpty)
        await ana.say()
        #expect(ana.written == Set(LeaseWorld.markets))
        let carla = world.server("carla")
        // Ana is not heard of again.
        world.pass(4900)
        await carla.say()
        #expect(ana.written.isEmpty && carla.written.isEmpty)
        world.pass(101)
        await carla.say()
        #expect(carla.written == Set(LeaseWorld.markets))
        let epochs = world.state.withLock { $0.table.leases.values.map(\.epoch) }
        #expect(epochs.allSatisfy { $0 >= 2 })
    }

    @Test("a lease is trusted from before it was asked for: an answer that comes after a long stop is worth nothing")
    func stopped() async {
        let world = LeaseWorld()
        let ana = world.server("ana")
        world.state.withLock { $0.pause = 4000 }
        await ana.say()
        #expect(ana.written.isEmpty)
        world.state.withLock { $0.pause = 3999 }
        await ana.report(LeaseWorld.markets)
        #expect(ana.written == Set(LeaseWorld.markets))
        world.pass(1)
        #expect(ana.written.isEmpty)
    }

    @Test("lost reports end it in time; what was granted in an answer that was lost is made longer before it is used")
    func lost() async {
        let world = LeaseWorld()
        let ana = world.server("ana")
        world.state.withLock { $0.fault = .answerLost }
        await ana.say()
        #expect(ana.written.isEmpty)
        world.pass(4500)
        world.state.withLock { $0.fault = .fine }
        await ana.say()
        let left = world.state.withLock { state in state.table.leases.values.map { $0.until - state.time } }
        #expect(ana.written == Set(LeaseWorld.markets) && left.allSatisfy { $0 == LeaseTable.lifetime })
        world.state.withLock { $0.fault = .notReached }
        for _ in 0..<3 {
            world.pass(1000)
            await ana.say()
            #expect(ana.written == Set(LeaseWorld.markets))
        }
        world.pass(1000)
        await ana.say()
        #expect(ana.written.isEmpty)
    }

    @Test("never two at once, whatever is lost, stopped, begun and ended", arguments: 0..<40 as Range<UInt64>)
    func neverTwo(seed: UInt64) async {
        let world = LeaseWorld()
        var random = SplitMix64(seed: seed)
        var servers = ["a", "b", "c"].map { world.server($0) }
        var written = 0
        let faults: [LeaseWorld.Fault] = [.fine, .fine, .fine, .notReached, .answerLost]
        for round in 0..<400 {
            world.state.withLock { state in
                state.fault = faults.randomElement(using: &random) ?? .fine
                state.pause = Int.random(in: 0..<10, using: &random) == 0 ? .random(in: 0...8000, using: &random) : 0
            }
            let place = Int.random(in: 0..<3, using: &random)
            switch Int.random(in: 0..<20, using: &random) {
            case 0: servers[place] = world.server("\(round)")
            case 1:
                await servers[place].leave(LeaseWorld.markets) { _ in }
                servers[place] = world.server("\(round)")
            default: await servers[place].say()
            }
            world.pass(.random(in: 0...1500, using: &random))
            for market in LeaseWorld.markets {
                let writers = servers.filter { $0.permit(for: market) != nil }
                #expect(writers.count <= 1)
                written += writers.count
            }
        }
        #expect(written > 200)
    }

    @Test("when the database's clock jumps, two may believe to write, and only the newer epoch is the database's")
    func clockJumps() async {
        let world = LeaseWorld()
        let (ana, ben) = (world.server("ana"), world.server("ben"))
        await ana.say()
        world.state.withLock { $0.time += 3_600_000 }
        await ben.say()
        #expect(ana.written == ben.written)
        for market in LeaseWorld.markets {
            let epoch = world.state.withLock { $0.table.leases[market]?.epoch }
            #expect(ben.permit(for: market)?.epoch == epoch && ana.permit(for: market)?.epoch != epoch)
        }
        // Back again: nothing is granted twice for that.
        world.state.withLock { $0.time -= 3_600_000 }
        await ana.say()
        #expect(ana.written.isEmpty)
    }

    @Test("where nobody listens any more, others need not wait: but only once nothing was heard from there for a while")
    func nobodyThere() async {
        let world = LeaseWorld()
        let (ana, ben) = (world.server("ana"), world.server("ben"))
        await ana.say()
        await ben.report(LeaseWorld.markets, nobodyAt: "ana:1")
        world.pass(LeaseTable.silence - 1)
        await ben.report(LeaseWorld.markets, nobodyAt: "ana:1")
        // Ana's listener alone may be gone, or the way to it.
        #expect(ana.written == Set(LeaseWorld.markets) && ben.written.isEmpty)
        world.pass(1)
        await ben.report(LeaseWorld.markets, nobodyAt: "elsewhere:1")
        #expect(ben.written.isEmpty)
        await ben.report(LeaseWorld.markets, nobodyAt: "ana:1")
        #expect(ben.written == Set(LeaseWorld.markets))
        // If she lives all the same, what she writes has an old epoch, and she learns it with her next report.
        for market in LeaseWorld.markets {
            let epoch = world.state.withLock { $0.table.leases[market]?.epoch }
            #expect(ben.permit(for: market)?.epoch == epoch && ana.permit(for: market)?.epoch != epoch)
        }
        await ana.report(LeaseWorld.markets)
        #expect(ana.written.isEmpty && ben.written == Set(LeaseWorld.markets))
    }

    @Test("a server that begins where another one was takes its place")
    func begunAgain() async {
        let world = LeaseWorld()
        let former = world.server("ana")
        await former.say()
        world.pass(LeaseTable.silence)
        let next = MarketLeases(
            server: "ana again", address: former.address,
            monotonic: { UInt64(world.state.withLock { $0.monotonic }) * 1_000_000 },
            exchange: { report in
                world.state.withLock { $0.table.exchange(report, at: $0.time) }
            })
        await next.say()
        #expect(next.written == Set(LeaseWorld.markets))
    }

    @Test("each server knows how many there are, and goes on believing it while the database says nothing")
    func count() async {
        let world = LeaseWorld()
        let servers = ServerCount()
        let (ana, ben, eva) = (world.server("ana", counting: servers), world.server("ben"), world.server("eva"))
        #expect(servers.value == 1)
        await ana.say()
        #expect(servers.value == 1)
        await ben.say()
        await eva.say()
        await ana.say()
        #expect(servers.value == 3)
        await ben.leave(LeaseWorld.markets) { _ in }
        await ana.say()
        #expect(servers.value == 2)
        world.state.withLock { $0.fault = .notReached }
        world.pass(LeaseTable.lifetime)
        await ana.say()
        #expect(servers.value == 2)
        world.state.withLock { $0.fault = .fine }
        await ana.say()
        #expect(servers.value == 1)
    }

    @Test("markets are spread, and a server that goes moves only what it had")
    func spread() {
        let names = (0..<4).map { "server \($0)" }
        func first(_ market: Int, of names: some Sequence<String>) -> String? {
            names.max { LeaseTable.rank(of: $0, for: market) < LeaseTable.rank(of: $1, for: market) }
        }
        var shares: [String: Int] = [:]
        for market in 0..<1000 {
            guard let all = first(market, of: names) else { continue }
            shares[all, default: 0] += 1
            if all != names[3] { #expect(first(market, of: names.dropLast()) == all) }
        }
        #expect(shares.count == 4 && shares.values.allSatisfy { (150...350).contains($0) })
    }
}
