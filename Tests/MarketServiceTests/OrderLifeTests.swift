import Basics
import Ledger
import Market
import Storage
import TestServer
import Testing

@testable import LedgerService
@testable import MarketService

/// Orders that end by the time, by their owner's silence, and by an operator.
@Suite("How orders end")
struct OrderLifeTests {
    private func place(
        _ trader: Trader, _ side: Side, _ amount: String, at price: String, stop: String? = nil, for seconds: Int64?,
        in world: MarketWorld
    ) async throws -> OrderRecord {
        try await world.market.place(
            OrderDraft(
                market: MarketWorld.xlmclp, side: side, kind: stop == nil ? .limit : .stopLimit, amount: amount,
                price: price, stop: stop, expiresAt: seconds.map { world.clock.now.advanced(bySeconds: $0) }),
            for: trader)
    }

    private func order(_ order: OrderRecord, of trader: Trader, in world: MarketWorld) async throws -> OrderRecord {
        try await world.market.order(order.id, of: trader).order
    }

    @Test("an order ends at its time, before anybody who comes then can trade with it", arguments: Engine.allCases)
    func expiry(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "1000"])
            let eva = try await world.person(2, ["XLM": "100"])
            let first = try await place(ana, .buy, "5", at: "10", for: 60, in: world)
            let stop = try await place(ana, .buy, "1", at: "12", stop: "11", for: 60, in: world)
            let later = try await place(ana, .buy, "5", at: "9", for: 61, in: world)
            let kept = try await place(ana, .buy, "5", at: "8", for: nil, in: world)
            #expect(first.expiresAt == world.clock.now.advanced(bySeconds: 60) && kept.expiresAt == nil)
            world.clock.advance(seconds: 60)
            // Nobody has looked at the time: whoever comes finds what is left.
            let sale = try await world.limit(eva, .sell, "1", at: "9")
            #expect(sale.executed == 10_000_000)
            for ended in [first, stop] {
                let now = try await order(ended, of: ana, in: world)
                #expect(now.status == .cancelled && now.reason == .expired && now.executed == 0)
            }
            #expect(try await order(later, of: ana, in: world).executed == 10_000_000)
            #expect(try await world.balance(ana, "CLP") == "991/915")
            // The rest ends when nobody comes, as well.
            world.clock.advance(seconds: 1)
            try await world.market.carryOutWhatIsDue()
            let rest = try await order(later, of: ana, in: world)
            #expect(rest.status == .cancelled && rest.reason == .expired && rest.executed == 10_000_000)
            #expect(try await order(kept, of: ana, in: world).status == .queued)
            let late = try await refusal { _ = try await place(ana, .buy, "1", at: "7", for: 0, in: world) }
            #expect(late == .invalidExpiry)
            let immediate = OrderDraft(
                market: MarketWorld.xlmclp, side: .buy, kind: .market, amount: "1",
                expiresAt: world.clock.now.advanced(bySeconds: 9))
            #expect(
                try await refusal { _ = try await world.market.place(immediate, for: ana) }
                    == .contradiction([.needlessExpiry]))
            try await world.expectSecondServer(at: try await world.hash())
            try await world.expectClean()
        }
    }

    @Test("what was due while no server ran happens before anything else, however many there are")
    func expiryOverRestart() async throws {
        try await MarketWorld.with(.sqlite) { world in
            let ana = try await world.person(1, ["CLP": "1000"])
            let eva = try await world.person(2, ["XLM": "100"])
            var orders: [OrderRecord] = []
            for seconds in [50, 10, 40, 20, 30] as [Int64] {
                orders.append(try await place(ana, .buy, "1", at: "10", for: seconds, in: world))
            }
            await world.market.stop()
            world.clock.advance(seconds: 30)
            try await world.withSecondServer { second in
                let sale = try await second.limit(eva, .sell, "5", at: "10")
                #expect(sale.executed == 20_000_000)
                for (order, isLeft) in zip(orders, [true, false, true, false, false]) {
                    let now = try await self.order(order, of: ana, in: second)
                    #expect(now.status == (isLeft ? .filled : .cancelled) && now.reason == (isLeft ? nil : .expired))
                }
                try await second.expectClean()
            }
        }
    }

    @Test(
        "an amended order ends when the first one would have, and its name still means it", arguments: Engine.allCases)
    func amended(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "1000"])
            let until = world.clock.now.advanced(bySeconds: 60)
            var draft = OrderDraft(
                market: MarketWorld.xlmclp, side: .buy, kind: .limit, amount: "3", price: "10",
                clientID: ClientOrderID("mine"), expiresAt: until)
            let order = try await world.market.place(draft, for: ana)
            #expect(try await world.market.place(draft, for: ana) == order)
            let other = try await world.market.amend(order.id, AmendDraft(price: "9"), for: ana).order
            #expect(other.expiresAt == until)
            draft.expiresAt = nil
            #expect(try await refusal { _ = try await world.market.place(draft, for: ana) } == .clientIDUsed)
            world.clock.advance(seconds: 60)
            try await world.market.carryOutWhatIsDue()
            #expect(try await self.order(other, of: ana, in: world).reason == .expired)
            #expect(try await self.order(order, of: ana, in: world).reason == .replaced)
            try await world.expectClean()
        }
    }

    @Test("all orders of somebody who says nothing end, and nobody else's", arguments: Engine.allCases)
    func timer(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "1000"])
            let ben = try await world.person(2, ["CLP": "1000"])
            let first = try await world.limit(ana, .buy, "1", at: "10")
            let second = try await world.limit(ana, .buy, "0.1", at: "10", in: MarketWorld.ethclp)
            let other = try await world.limit(ben, .buy, "1", at: "10")
            let timer = try #require(try await world.market.cancelAll(after: 60, for: ana))
            #expect(timer.dueAt == world.clock.now.advanced(bySeconds: 60))
            world.clock.advance(seconds: 59)
            #expect(
                try await world.market.cancelAll(after: 30, for: ana)?.dueAt == world.clock.now.advanced(bySeconds: 30))
            world.clock.advance(seconds: 29)
            try await world.market.carryOutWhatIsDue()
            #expect(try await order(first, of: ana, in: world).status == .queued)
            // It is kept where every server finds it.
            await world.market.stop()
            world.clock.advance(seconds: 1)
            try await world.withSecondServer { second in
                try await second.market.carryOutWhatIsDue()
                #expect(try await second.market.cancelTimer(of: ana) == nil)
            }
            world.market.start()
            for ended in [first, second] {
                let now = try await order(ended, of: ana, in: world)
                #expect(now.status == .cancelled && now.reason == .timer)
            }
            #expect(try await order(other, of: ben, in: world).status == .queued)
            #expect(try await world.balance(ana, "CLP") == "1000/1000")
            try await world.expectClean()
        }
    }

    @Test("a word that comes too late does not save what was due, and one that says 0 lets it stay")
    func lateWord() async throws {
        try await MarketWorld.with(.sqlite) { world in
            let ana = try await world.person(1, ["CLP": "1000"])
            try await world.market.cancelAll(after: 10, for: ana)
            #expect(try await world.market.cancelAll(after: 0, for: ana) == nil)
            #expect(try await world.market.cancelTimer(of: ana) == nil)
            let order = try await world.limit(ana, .buy, "1", at: "10")
            try await world.market.cancelAll(after: 10, for: ana)
            world.clock.advance(seconds: 10)
            let again = try await world.market.cancelAll(after: 10, for: ana)
            #expect(again?.dueAt == world.clock.now.advanced(bySeconds: 10))
            #expect(try await self.order(order, of: ana, in: world).reason == .timer)
            let new = try await world.limit(ana, .buy, "1", at: "10")
            try await world.market.carryOutWhatIsDue()
            #expect(try await self.order(new, of: ana, in: world).status == .queued)
        }
    }

    @Test("an operator ends orders of a market, of an account, and of a pause, each with its reason")
    func operators() async throws {
        try await MarketWorld.with(.sqlite) { world in
            let ana = try await world.person(1, ["CLP": "1000"])
            let ben = try await world.person(2, ["CLP": "1000"])
            let ledger = world.market.administration
            func reasons(_ orders: [(OrderRecord, Trader)]) async throws -> [OrderReason?] {
                try await world.market.carryOutWhatIsDue()
                var reasons: [OrderReason?] = []
                for (order, trader) in orders {
                    reasons.append(try await self.order(order, of: trader, in: world).reason)
                }
                return reasons
            }
            let first = try await world.limit(ana, .buy, "1", at: "10")
            let second = try await world.limit(ben, .buy, "1", at: "10")
            let third = try await world.limit(ben, .buy, "0.1", at: "10", in: MarketWorld.ethclp)
            try await ledger.endOrders(market: MarketWorld.xlmclp, of: "person1@example.org", because: .operator)
            #expect(try await reasons([(first, ana), (second, ben), (third, ben)]) == [.operator, nil, nil])
            try await ledger.endOrders(market: nil, of: "person2@example.org", because: .account)
            #expect(try await reasons([(second, ben), (third, ben)]) == [.account, .account])
            let fourth = try await world.limit(ana, .buy, "1", at: "10")
            try await ledger.setActive(false, market: MarketWorld.xlmclp)
            try await ledger.endOrders(market: MarketWorld.xlmclp, of: nil, because: .paused)
            #expect(try await reasons([(fourth, ana)]) == [.paused])
            // It is done once: what is placed later stays.
            try await ledger.setActive(true, market: MarketWorld.xlmclp)
            let fifth = try await world.limit(ana, .buy, "1", at: "10")
            #expect(try await reasons([(fifth, ana)]) == [nil])
            let nobody = try await refusal {
                try await ledger.endOrders(market: nil, of: "nobody@example.org", because: .operator)
            }
            #expect(nobody == .unknownAccount)
            try await world.expectClean()
        }
    }
}
