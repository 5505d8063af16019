import Basics
import Ledger
import Market
import Storage
import TestServer
import Testing

@testable import LedgerService
@testable import MarketService

@Suite("Orders under a name of their sender's")
struct ClientOrderTests {
    private func draft(
        _ name: String?, _ amount: String = "2", at price: String? = "10", in market: MarketName = MarketWorld.xlmclp
    ) -> OrderDraft {
        OrderDraft(
            market: market, side: .buy, kind: price == nil ? .market : .limit, amount: amount, price: price,
            clientID: name.map(Self.id))
    }

    private static func id(_ text: String) -> ClientOrderID {
        guard let id = ClientOrderID(text) else { preconditionFailure("\(text) is no name") }
        return id
    }

    @Test("the same order under the same name is placed once, however it ended", arguments: Engine.allCases)
    func once(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "1000"])
            let ben = try await world.person(2, ["CLP": "1000", "XLM": "100"])
            let order = try await world.market.place(draft("a"), for: ana)
            #expect(order.clientID?.text == "a")
            // Written otherwise it is the same order.
            #expect(try await world.market.place(draft("a", "2.0", at: "10.00"), for: ana) == order)
            #expect(try await world.balance(ana, "CLP") == "1000/980")
            // Names are an account's own, and capitals differ.
            let other = try await world.market.place(draft("a"), for: ben)
            let capital = try await world.market.place(draft("A"), for: ana)
            #expect(Set([order.id, other.id, capital.id]).count == 3)
            #expect(try await world.market.order(.client(Self.id("a")), of: ana).order == order)
            _ = try await world.market.cancel(other.id, for: ben)

            // It is answered as it stands now: traded in part, filled, cancelled.
            try await world.limit(ben, .sell, "0.5", at: "10")
            let part = try await world.market.place(draft("a"), for: ana)
            #expect(part.id == order.id && part.executed == 5_000_000 && part.status == .queued)
            try await world.limit(ben, .sell, "1.5", at: "10")
            let filled = try await world.market.place(draft("a"), for: ana)
            #expect(filled.id == order.id && filled.status == .filled)
            _ = try await world.market.cancel(capital.id, for: ana)
            let cancelled = try await world.market.place(draft("A"), for: ana)
            #expect(cancelled.id == capital.id && cancelled.status == .cancelled && cancelled.reason == .user)
            // An order that does not wait as well.
            let nothing = try await world.market.place(draft("m", at: nil), for: ana)
            #expect(nothing.status == .cancelled && nothing.reason == .immediateRest)
            try await world.limit(ben, .sell, "2", at: "10")
            #expect(try await world.market.place(draft("m", at: nil), for: ana) == nothing)

            let found = try await world.market.order(.client(Self.id("a")), of: ana)
            #expect(found.order == filled && found.fills.count == 2)
            // Another server, or this one after it was killed, knows them too.
            try await world.withSecondServer { second in
                for (name, known) in [("a", filled), ("A", cancelled)] {
                    let again = try await second.market.place(draft(name), for: ana)
                    #expect(again == known)
                }
            }
            try await world.expectClean()
        }
    }

    /// What is not the order `draft("a")`.
    private static let others: [OrderDraft] = {
        let same = OrderDraft(
            market: MarketWorld.xlmclp, side: .buy, kind: .limit, amount: "2", price: "10", clientID: id("a"))
        var others = Array(repeating: same, count: 6)
        others[0].amount = "3"
        others[1].price = "11"
        (others[2].kind, others[2].price) = (.market, nil)
        others[3].market = MarketWorld.ethclp
        others[4].conditions.isPostOnly = true
        others[5].conditions.selfTrade = .cancelOldest
        return others
    }()

    /// Why an order is refused, or nil.
    private func refused(_ draft: OrderDraft, by trader: Trader, in world: MarketWorld) async throws -> MarketError? {
        try await refusal { _ = try await world.market.place(draft, for: trader) }
    }

    @Test("another order under a name that is taken is refused, in whatever market", arguments: Engine.allCases)
    func taken(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "100000"])
            let order = try await world.market.place(draft("a"), for: ana)
            let hash = try await world.hash()
            for other in Self.others {
                #expect(try await refused(other, by: ana, in: world) == .clientIDUsed)
            }
            #expect(try await world.hash() == hash)
            #expect(try await world.balance(ana, "CLP") == "100000/99980")
            #expect(try await world.market.openOrders(of: ana, market: nil, page: Page(limit: 10)).items == [order])
            let unknown = try await refusal { _ = try await world.market.order(.client(Self.id("b")), of: ana) }
            #expect(unknown == .unknownOrder)
        }
    }

    @Test("a refused order leaves its name free", arguments: Engine.allCases)
    func refused(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "15"])
            let poor = try await refusal { _ = try await world.market.place(draft("a"), for: ana) }
            #expect(poor == .notEnoughBalance)
            _ = try await world.person(1, ["CLP": "5"])
            let order = try await world.market.place(draft("a"), for: ana)
            #expect(order.status == .queued)
            #expect(try await world.balance(ana, "CLP") == "20/0")
        }
    }

    @Test("a paused market still says what became of an order that it took", arguments: Engine.allCases)
    func paused(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "100"])
            let order = try await world.market.place(draft("a"), for: ana)
            try await world.database.write {
                _ = try $0.execute("UPDATE markets SET is_active = 0 WHERE name = 'XLMCLP'")
            }
            let again = try await world.market.place(draft("a"), for: ana)
            #expect(again.id == order.id && again.status == .queued && !again.market.isActive)
            let new = try await refusal { _ = try await world.market.place(draft("b"), for: ana) }
            #expect(new == .marketInactive)
        }
    }

    @Test(
        "one name that comes many times at once, in one batch and on two servers, is one order",
        arguments: Engine.allCases)
    func atOnce(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "1000", "XLM": "10"])
            // In one batch.
            let same = draft("bulk")
            let many = await world.market.place([same, same, draft("bulk", "3"), draft("else")], for: ana)
            let placed = many.compactMap { try? $0.get().id }
            #expect(placed.count == 3 && placed[0] == placed[1] && placed[1] != placed[2])
            // More names than one statement asks for.
            let drafts = (0..<21).map { draft("n\($0)", "1") }
            let first = await world.market.place(drafts, for: ana).compactMap { try? $0.get().id }
            let again = await world.market.place(drafts.reversed(), for: ana).compactMap { try? $0.get().id }
            #expect(Set(first).count == 21 && again == first.reversed())

            try await world.withSecondServer { second in
                let ids = try await withThrowingTaskGroup(of: Int64.self) { group in
                    for turn in 0..<20 {
                        group.addTask {
                            let market = turn % 2 == 0 ? world.market : second.market
                            return try await market.place(draft("race"), for: ana).id
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(ids.count == 20 && Set(ids).count == 1)
                // In two markets at once: one of them has it, the other says so.
                let outcomes = try await withThrowingTaskGroup(of: Bool.self) { group in
                    for name in [MarketWorld.xlmclp, MarketWorld.ethclp] {
                        group.addTask {
                            let draft = draft("both", "1", in: name)
                            return try await refusal { _ = try await second.market.place(draft, for: ana) }
                                == .clientIDUsed
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(outcomes.sorted { !$0 && $1 } == [false, true])
            }
            try await world.expectClean()
        }
    }

    @Test("what may be a name, and what may not")
    func names() {
        for good in ["a", "0", "A-b_c.d9", String(repeating: "x", count: 64)] {
            #expect(ClientOrderID(good)?.text == good)
        }
        for bad in [
            "", ".", "a:b", "..", "-a", "a b", "a/b", "a%20", "ä", "a\n", "a\u{0}", "a'", "１",
            String(repeating: "x", count: 65),
        ] {
            #expect(ClientOrderID(bad) == nil, "\(bad)")
        }
    }
}
