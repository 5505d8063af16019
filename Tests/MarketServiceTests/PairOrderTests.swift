import Basics
import Ledger
import Market
import Storage
import TestServer
import Testing

@testable import LedgerService
@testable import MarketService

@Suite("Pairs of orders in a market")
struct PairOrderTests {
    private func pair(
        _ side: Side, _ amount: String, at price: String, stop: String, _ stopPrice: String, name: String? = nil,
        until: Timestamp? = nil
    ) -> OrderPair {
        func draft(_ kind: OrderKind, _ price: String, _ stop: String?, _ suffix: String) -> OrderDraft {
            OrderDraft(
                market: MarketWorld.xlmclp, side: side, kind: kind, amount: amount, price: price, stop: stop,
                clientID: name.flatMap { ClientOrderID($0 + suffix) }, expiresAt: until)
        }
        return OrderPair(limit: draft(.limit, price, nil, "-l"), stop: draft(.stopLimit, stopPrice, stop, "-s"))
    }

    private func states(_ orders: [OrderRecord], of trader: Trader, in world: MarketWorld) async throws -> [String] {
        var states: [String] = []
        for order in orders {
            let now = try await world.market.order(order.id, of: trader).order
            states.append("\(now.status)" + (now.reason.map { " \($0)" } ?? ""))
        }
        return states
    }

    /// A market that last traded at 10.
    private func withMarket(
        _ engine: Engine, _ body: (_ world: MarketWorld, _ ana: Trader, _ ben: Trader) async throws -> Void
    ) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "1000", "XLM": "100"])
            let ben = try await world.person(2, ["CLP": "1000", "XLM": "100"])
            try await world.limit(ben, .sell, "1", at: "10")
            try await world.limit(ana, .buy, "1", at: "10")
            try await body(world, ana, ben)
        }
    }

    @Test("they hold what the dearer one needs, and it is free when either is cancelled", arguments: Engine.allCases)
    func hold(engine: Engine) async throws {
        try await withMarket(engine) { world, ana, _ in
            let before = (try await world.balance(ana, "CLP"), try await world.balance(ana, "XLM"))
            let buys = try await world.market.place(pair(.buy, "10", at: "9", stop: "11", "12"), for: ana)
            #expect(try await world.balance(ana, "CLP") == "990/870")
            let sells = try await world.market.place(pair(.sell, "10", at: "11", stop: "9", "8"), for: ana)
            #expect(try await world.balance(ana, "XLM") == "100.9932/90.9932")
            #expect(buys.map(\.partner) == [buys[1].id, buys[0].id])
            try await world.expectClean()
            try await world.expectSecondServer(at: try await world.hash())
            #expect(try await world.market.cancel(buys[1].id, for: ana).reason == .user)
            #expect(try await states(buys, of: ana, in: world) == ["cancelled partner", "cancelled user"])
            #expect(try await world.market.cancel(sells[0].id, for: ana).reason == .user)
            #expect(try await states(sells, of: ana, in: world) == ["cancelled user", "cancelled partner"])
            let after = (try await world.balance(ana, "CLP"), try await world.balance(ana, "XLM"))
            #expect(after == before)
            // The dearer one has to be covered, not both.
            let most = try await world.market.place(pair(.buy, "82.5", at: "9", stop: "11", "12"), for: ana)
            let more = try await refusal {
                _ = try await world.market.place(pair(.buy, "0.1", at: "9", stop: "11", "12"), for: ana)
            }
            #expect(more == .notEnoughBalance)
            #expect(try await world.market.cancelAll(market: nil, for: ana).map(\.reason) == [.user, .user])
            #expect(try await states(most, of: ana, in: world) == ["cancelled user", "cancelled user"])
            try await world.expectClean()
        }
    }

    @Test(
        "a part of the one that is traded ends the other, and the stop ends the limit order", arguments: Engine.allCases
    )
    func oneOrTheOther(engine: Engine) async throws {
        try await withMarket(engine) { world, ana, ben in
            let first = try await world.market.place(pair(.buy, "10", at: "9", stop: "11", "12"), for: ana)
            try await world.limit(ben, .sell, "4", at: "9")
            #expect(try await states(first, of: ana, in: world) == ["queued", "cancelled partner"])
            #expect(try await world.balance(ana, "CLP") == "954/900")
            try await world.expectClean()
            try await world.expectSecondServer(at: try await world.hash())
            _ = try await world.market.cancel(first[0].id, for: ana)

            // The last price is 9: the stop at 11 is reached by a trade there.
            let second = try await world.market.place(pair(.buy, "5", at: "8", stop: "11", "12"), for: ana)
            try await world.limit(ben, .sell, "3", at: "11")
            let eva = try await world.person(3, ["CLP": "100"])
            try await world.limit(eva, .buy, "1", at: "11")
            #expect(try await states(second, of: ana, in: world) == ["cancelled partner", "queued"])
            let bought = try await world.market.order(second[1].id, of: ana).order
            #expect(bought.executed == 20_000_000 && bought.remaining == 30_000_000)
            #expect(try await world.balance(ana, "CLP") == "932/896")
            try await world.expectClean()
            try await world.expectSecondServer(at: try await world.hash())
        }
    }

    @Test(
        "pairs that make no sense are refused whole; they are not amended; they end together",
        arguments: Engine.allCases)
    func rules(engine: Engine) async throws {
        try await withMarket(engine) { world, ana, ben in
            func refused(_ pair: OrderPair) async throws -> MarketError? {
                try await refusal { _ = try await world.market.place(pair, for: ana) }
            }
            try await world.limit(ben, .sell, "1", at: "10.5")
            #expect(try await refused(pair(.buy, "1", at: "10.5", stop: "11", "12")) == .postOnlyWouldTake)
            #expect(try await refused(pair(.buy, "1", at: "9", stop: "10", "12")) == .stopReached)
            #expect(try await refused(pair(.buy, "1", at: "9", stop: "8", "12")) == .stopReached)
            #expect(try await refused(pair(.sell, "1", at: "9", stop: "11", "12")) == .stopReached)
            var other = pair(.buy, "1", at: "9", stop: "11", "12")
            other.stop.amount = "2"
            #expect(try await refused(other) == .invalidOrder)
            other = pair(.buy, "1", at: "9", stop: "11", "12")
            other.limit.conditions.isPostOnly = true
            #expect(try await refused(other) == .invalidOrder)
            other = pair(.buy, "1", at: "9", stop: "11", "12")
            (other.limit.clientID, other.stop.clientID) = (ClientOrderID("a"), ClientOrderID("a"))
            #expect(try await refused(other) == .invalidOrder)
            let balance = try await world.balance(ana, "CLP")

            let until = world.clock.now.advanced(bySeconds: 60)
            let named = pair(.buy, "1", at: "9", stop: "11", "12", name: "first", until: until)
            let orders = try await world.market.place(named, for: ana)
            #expect(try await world.market.place(named, for: ana) == orders)
            let reused = pair(.buy, "2", at: "9", stop: "11", "12", name: "first", until: until)
            #expect(try await refused(reused) == .clientIDUsed)
            let amended = try await refusal {
                _ = try await world.market.amend(orders[0].id, AmendDraft(amount: "0.5"), for: ana)
            }
            #expect(amended == .paired)
            world.clock.advance(seconds: 60)
            try await world.market.carryOutWhatIsDue()
            #expect(try await states(orders, of: ana, in: world) == ["cancelled expired", "cancelled expired"])
            #expect(try await world.market.place(named, for: ana).map(\.reason) == [.expired, .expired])
            #expect(try await world.balance(ana, "CLP") == balance)
            // An own order that meets the limit order and cancels it ends the stop as well.
            let last = try await world.market.place(pair(.buy, "1", at: "9", stop: "11", "12"), for: ana)
            try await world.limit(ana, .sell, "1", at: "9", selfTrade: .cancelOldest)
            #expect(try await states(last, of: ana, in: world) == ["cancelled selfTrade", "cancelled partner"])
            #expect(try await world.balance(ana, "CLP") == balance)
            try await world.expectClean()
        }
    }

    @Test(
        "after any sequence of orders, pairs and cancellations all balances are right",
        arguments: 0..<6 as Range<UInt64>)
    func property(seed: UInt64) async throws {
        try await MarketWorld.with(.sqlite) { world in
            var random = SplitMix64(seed: seed)
            var traders: [Trader] = []
            for number in 1...4 { traders.append(try await world.person(number, ["CLP": "3000", "XLM": "300"])) }
            var ids: [Int64] = []
            for step in 0..<120 {
                let trader = traders[Int.random(in: 0..<4, using: &random)]
                let side: Side = Bool.random(using: &random) ? .buy : .sell
                let amount = "\(Int.random(in: 1...9, using: &random))"
                let price = Int.random(in: 95...105, using: &random)
                func text(_ tenths: Int) -> String { "\(tenths / 10).\(tenths % 10)" }
                switch Int.random(in: 0..<7, using: &random) {
                case 0, 1:
                    let away = (side == .buy ? 1 : -1) * Int.random(in: 1...6, using: &random)
                    let made = try? await world.market.place(
                        pair(
                            side, amount, at: text(price - away), stop: text(price + away),
                            text(price + away * 2), until: step % 3 == 0 ? world.clock.now.advanced(bySeconds: 30) : nil
                        ),
                        for: trader)
                    ids += made?.map(\.id) ?? []
                case 2:
                    if let id = ids.randomElement(using: &random) {
                        _ = try? await world.market.cancel(id, for: trader)
                    }
                case 3: _ = try? await world.take(trader, side, amount)
                default:
                    let rule: SelfTradePrevention = Bool.random(using: &random) ? .cancelOldest : .cancelNewest
                    _ = try? await world.limit(trader, side, amount, at: text(price), selfTrade: rule)
                }
                world.clock.advance(seconds: Int64.random(in: 0...4, using: &random))
            }
            try await world.expectClean()
            try await world.expectSecondServer(at: try await world.hash())
            for trader in traders { _ = try await world.market.cancelAll(market: nil, for: trader) }
            let held = try await world.database.read { try BalanceStore($0).all() }.filter { $0.balance.held != 0 }
            #expect(held.isEmpty && ids.count > 20)
            try await world.expectClean()
        }
    }
}
