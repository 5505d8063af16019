import Basics
import Ledger
import Market
import Storage
import TestServer
import Testing

@testable import LedgerService
@testable import MarketService

@Suite("Orders that are amended")
struct AmendTests {
    private func amend(
        _ order: OrderRecord, of trader: Trader, _ amount: String? = nil, at price: String? = nil,
        in world: MarketWorld
    ) async throws -> Amendment {
        try await world.market.amend(order.id, AmendDraft(amount: amount, price: price), for: trader)
    }

    private func refused(
        _ order: OrderRecord, of trader: Trader, _ amount: String? = nil, at price: String? = nil,
        in world: MarketWorld
    ) async throws -> MarketError? {
        try await refusal { _ = try await amend(order, of: trader, amount, at: price, in: world) }
    }

    @Test(
        "less keeps number and place, also over a restart; more or another price does not", arguments: Engine.allCases)
    func place(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "1000"])
            let ben = try await world.person(2, ["CLP": "1000"])
            let eva = try await world.person(3, ["XLM": "100"])
            let first = try await world.limit(ana, .buy, "5", at: "10")
            let second = try await world.limit(ben, .buy, "5", at: "10")
            let less = try await amend(first, of: ana, "2", in: world)
            #expect(less.replaced == nil && less.order.id == first.id && less.order.remaining == 20_000_000)
            #expect(try await world.balance(ana, "CLP") == "1000/980")
            let hash = try await world.hash()
            try await world.expectSecondServer(at: hash)
            #expect(try await amend(first, of: ana, "2.0", at: "10.0", in: world).order == less.order)

            // Its turn is still the first.
            try await world.limit(eva, .sell, "1", at: "10")
            let traded = try await world.market.order(first.id, of: ana).order
            #expect(traded.executed == 10_000_000 && traded.status == .queued)
            #expect(try await world.market.order(second.id, of: ben).order.executed == 0)

            // More, at the same price: another order behind the second, for what is not executed yet.
            let more = try await amend(first, of: ana, "4", in: world)
            let old = try #require(more.replaced)
            #expect(old.id == first.id && old.status == .cancelled && old.reason == .replaced)
            #expect(old.successor == more.order.id && old.executed == 10_000_000)
            #expect(more.order.id != first.id && more.order.terms.lots == 30_000_000)
            #expect(try await world.market.order(first.id, of: ana).order == old)
            #expect(try await world.balance(ana, "CLP") == "990/960")
            try await world.limit(eva, .sell, "5", at: "10")
            #expect(try await world.market.order(second.id, of: ben).order.status == .filled)
            #expect(try await world.market.order(more.order.id, of: ana).order.executed == 0)
            try await world.expectSecondServer(at: try await world.hash())
            try await world.expectClean()
        }
    }

    @Test("what is refused changes nothing, and says why", arguments: Engine.allCases)
    func refusals(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "100", "XLM": "10"])
            let ben = try await world.person(2, ["CLP": "100", "XLM": "10"])
            let order = try await world.limit(ana, .buy, "5", at: "10", postOnly: true)
            try await world.limit(ben, .sell, "1", at: "20")
            try await world.limit(ben, .sell, "2", at: "10.01")
            let plain = try await world.limit(ana, .buy, "1", at: "9")
            let hash = try await world.hash()
            let balance = try await world.balance(ana, "CLP")
            #expect(try await refused(order, of: ana, at: "10.01", in: world) == .postOnlyWouldTake)
            #expect(try await refused(order, of: ana, "10", in: world) == .notEnoughBalance)
            #expect(try await refused(order, of: ana, "0.01", in: world) == .order(.belowMinimum))
            #expect(try await refused(order, of: ana, at: "0", in: world) == .order(.zeroPrice))
            #expect(try await refused(order, of: ana, at: "9.001", in: world) == .order(.offTick))
            #expect(try await refused(order, of: ana, "-1", in: world) == .order(.malformedAmount))
            #expect(try await refused(order, of: ana, in: world) == .invalidOrder)
            #expect(try await refused(order, of: ben, "2", in: world) == .unknownOrder)
            #expect(try await world.hash() == hash)
            #expect(try await world.balance(ana, "CLP") == balance)
            try await world.expectClean()
            #expect(try await world.market.order(plain.id, of: ana).order == plain)
            _ = try await world.market.cancel(plain.id, for: ana)
            #expect(try await refused(plain, of: ana, "2", in: world) == .notOpen(.cancelled))
        }
    }

    @Test(
        "an order that would meet one of its own account first, or is for what is executed, stays as it is",
        arguments: Engine.allCases)
    func ownAndExecuted(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "100", "XLM": "10"])
            let ben = try await world.person(2, ["CLP": "100", "XLM": "10"])
            try await world.limit(ana, .sell, "1", at: "12")
            let order = try await world.limit(ana, .buy, "3", at: "10")
            #expect(try await refused(order, of: ana, at: "12", in: world) == .selfTrade)
            try await world.limit(ben, .sell, "1", at: "10")
            #expect(try await refused(order, of: ana, "1", in: world) == .amountExecuted)
            #expect(try await refused(order, of: ana, "0.5", at: "9", in: world) == .amountExecuted)
            let left = try await amend(order, of: ana, "1.1", in: world)
            #expect(left.replaced == nil && left.order.remaining == 1_000_000)
            try await world.database.write {
                _ = try $0.execute("UPDATE markets SET is_active = 0 WHERE name = 'XLMCLP'")
            }
            #expect(try await refused(order, of: ana, "3", in: world) == .marketInactive)
            try await world.expectClean()
        }
    }

    @Test("a new price trades at once, and stops that it triggers find the old order gone", arguments: Engine.allCases)
    func trading(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "100", "XLM": "10"])
            let ben = try await world.person(2, ["CLP": "100", "XLM": "10"])
            let eva = try await world.person(3, ["CLP": "100", "XLM": "10"])
            try await world.limit(ben, .sell, "1", at: "20")
            let order = try await world.limit(ana, .buy, "2", at: "10")
            // Would sell to whatever stands at 10 once somebody paid 20.
            let stop = try await world.limit(eva, .sell, "1", at: "10", stop: "20")
            let amended = try await amend(order, of: ana, at: "20", in: world)
            #expect(amended.order.executed == 20_000_000 && amended.order.status == .filled)
            #expect(amended.replaced?.executed == 0)
            let sold = try await world.market.order(stop.id, of: eva)
            // It met the new order at 20, and there was no order at 10 any more.
            #expect(sold.order.status == .filled && sold.fills.map(\.ticks) == [2000])
            #expect(try await world.balance(ana, "CLP") == "60/60")
            try await world.expectSecondServer(at: try await world.hash())
            try await world.expectClean()
        }
    }

    @Test(
        "a stop that waits is amended where it waits, and its name still means what was ordered",
        arguments: Engine.allCases)
    func stops(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "100"])
            let name = try #require(ClientOrderID("stop"))
            let draft = OrderDraft(
                market: MarketWorld.xlmclp, side: .buy, kind: .stopLimit, amount: "3", price: "12", stop: "11",
                clientID: name)
            let order = try await world.market.place(draft, for: ana)
            let less = try await amend(order, of: ana, "2", in: world)
            #expect(less.replaced == nil && less.order.status == .waiting)
            #expect(try await world.balance(ana, "CLP") == "100/76")
            #expect(try await world.market.place(draft, for: ana) == less.order)
            try await world.expectSecondServer(at: try await world.hash())
            let other = try await world.market.amend(
                order.id, AmendDraft(price: "13", clientID: ClientOrderID("other")), for: ana)
            #expect(other.order.status == .waiting && other.order.terms.stop == order.terms.stop)
            #expect(other.order.clientID?.text == "other")
            #expect(try await world.balance(ana, "CLP") == "100/74")
            // The name is the first one's, which is answered as it is by now.
            let again = try await world.market.place(draft, for: ana)
            #expect(again == other.replaced && again.successor == other.order.id)
            let taken = try await refusal {
                _ = try await world.market.amend(other.order.id, AmendDraft(price: "14", clientID: name), for: ana)
            }
            #expect(taken == .clientIDUsed)
            _ = try await world.market.cancel(other.order.id, for: ana)
            #expect(try await world.balance(ana, "CLP") == "100/100")
            try await world.expectSecondServer(at: try await world.hash())
            try await world.expectClean()
        }
    }
}
