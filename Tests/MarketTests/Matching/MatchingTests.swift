import Basics
import Market
import Testing

@Suite("Matching with stops") struct MatchingTests {
    @Test("A stop waits, then is placed after the order that traded at its price")
    func stopTriggers() {
        var market = Matching<PriceTimeBook>()
        var events: [MatchingEvent] = []
        market.submit(.sell(1, 1, at: 100)) { _ in }
        market.submit(.sell(2, 5, at: 101)) { _ in }
        market.submit(.buy(3, 2, at: 101, stop: 100)) { events.append($0) }
        #expect(events == [.stopAccepted(id: 3)])
        events = []
        market.submit(.buy(4, 1, at: 100)) { events.append($0) }
        #expect(
            events == [
                .book(.trade(maker: 1, makerAccount: 1, makerLeft: 0, taker: 4, ticks: 100, lots: 1), taker: 4),
                .placed(id: 4, .done(traded: 1, resting: 0, dropped: 0)),
                .stopTriggered(id: 3),
                .book(.trade(maker: 2, makerAccount: 2, makerLeft: 3, taker: 3, ticks: 101, lots: 2), taker: 3),
                .placed(id: 3, .done(traded: 2, resting: 0, dropped: 0)),
            ])
        #expect(market.lastTicks == 101)
        #expect(market.stops.count == 0)
    }

    @Test("Stops that stops trigger come after them, each once")
    func cascade() {
        var market = Matching<PriceTimeBook>()
        for id in 1...20 as ClosedRange<Int64> { market.submit(.sell(id, 1, at: 100 + id)) { _ in } }
        for id in 1...10 as ClosedRange<Int64> { market.submit(.buy(100 + id, 1, at: nil, stop: 100 + id)) { _ in } }
        var triggered: [Int64] = []
        market.submit(.buy(200, 1, at: nil)) { event in
            if case .stopTriggered(let id) = event { triggered.append(id) }
        }
        #expect(triggered == Array(101...110))
        #expect(market.book.bestAsk == 112)
    }

    @Test("Every price that an order trades at triggers, not only its last")
    func pricesOnTheWay() {
        var market = Matching<PriceTimeBook>()
        market.lastTicks = 120
        market.submit(.sell(1, 1, at: 100)) { _ in }
        market.submit(.sell(2, 1, at: 110)) { _ in }
        market.submit(.sell(3, 1, at: 90, stop: 105)) { _ in }
        var triggered: [Int64] = []
        market.submit(.buy(4, 2, at: nil)) { event in
            if case .stopTriggered(let id) = event { triggered.append(id) }
        }
        #expect(triggered == [3])
    }

    @Test("A stop whose price has been reached already is placed at once")
    func reachedAlready() {
        var market = Matching<PriceTimeBook>()
        market.lastTicks = 100
        var events: [MatchingEvent] = []
        market.submit(.buy(1, 2, at: 90, stop: 100)) { events.append($0) }
        #expect(
            events == [
                .stopAccepted(id: 1), .stopTriggered(id: 1), .placed(id: 1, .done(traded: 0, resting: 2, dropped: 0)),
            ])
    }

    @Test("Numbers are unique among resting and waiting orders, and bad stops are refused")
    func refusals() {
        var market = Matching<ReferenceBook>()
        market.submit(.buy(1, 2, at: 90)) { _ in }
        market.submit(.buy(2, 2, at: 90, stop: 100)) { _ in }
        var events: [MatchingEvent] = []
        market.submit(.buy(1, 2, at: 90, stop: 100)) { events.append($0) }
        market.submit(.buy(2, 2, at: 90, stop: 100)) { events.append($0) }
        market.submit(.buy(2, 2, at: 90)) { events.append($0) }
        market.submit(.buy(3, 2, at: 90, stop: 0)) { events.append($0) }
        market.submit(.buy(3, 0, at: 90, stop: 100)) { events.append($0) }
        #expect(
            events == [
                .placed(id: 1, .refused(.repeatedOrder)), .placed(id: 2, .refused(.repeatedOrder)),
                .placed(id: 2, .refused(.repeatedOrder)), .placed(id: 3, .refused(.malformed)),
                .placed(id: 3, .refused(.malformed)),
            ])
        #expect(market.cancel(2) == .waiting(.buy(2, 2, at: 90, stop: 100)))
        #expect(market.cancel(1) == .resting(BookOrder(id: 1, account: 1, side: .buy, ticks: 90, lots: 2)))
        #expect(market.cancel(1) == nil)
        #expect(market.stateHash == FNV1a64().value)
    }

    @Test(
        "Both books give the same market, and one restored goes on as it would have", arguments: 0..<16 as Range<UInt64>
    )
    func sameMarket(seed: UInt64) {
        var stream = RandomOrders(seed: seed)
        var random = SplitMix64(seed: seed)
        var reference = Matching<ReferenceBook>()
        var fast = Matching<PriceTimeBook>()
        for step in 0..<600 {
            if step == 400 { fast = restored(from: fast) }
            switch stream.next() {
            case .place(var order):
                if random.next() % 3 == 0 { order.terms.stop = order.terms.ticks ?? 100 }
                var expected: [MatchingEvent] = []
                var found: [MatchingEvent] = []
                reference.submit(order) { expected.append($0) }
                fast.submit(order) { found.append($0) }
                #expect(found == expected)
            case .cancel(let id):
                #expect(fast.cancel(id) == reference.cancel(id))
            case .restore(let order):
                #expect(fast.restore(order) == reference.restore(order))
            case .reduce(let id, let lots):
                #expect(fast.reduce(id, by: lots) == reference.reduce(id, by: lots))
                #expect(fast.stops.order(id) == reference.stops.order(id))
            }
            if step % 16 == 0 { #expect(fast.stateHash == reference.stateHash) }
        }
        #expect(fast.stateHash == reference.stateHash)
    }

    @Test("What would keep an order from another's place is what keeps it", arguments: 0..<16 as Range<UInt64>)
    func obstacles(seed: UInt64) {
        var stream = RandomOrders(seed: seed)
        var market = Matching<PriceTimeBook>()
        var counts: [Bool: Int] = [:]
        for _ in 0..<900 {
            switch stream.next() {
            case .place(var order):
                order.maximumNotional = nil
                order.terms.conditions.timeInForce = .goodTillCancelled
                guard order.terms.ticks != nil, market.stops.order(order.id) == nil else { continue }
                let obstacle = market.obstacle(toReplacing: order)
                var events: [MatchingEvent] = []
                market.submit(order) { events.append($0) }
                let found: PlacementRefusal? =
                    switch (events.count, events.last) {
                    case (1, .placed(_, .refused(let reason))): reason
                    case (1, .placed(_, .metItself(traded: 0, _))): .metItself
                    default: nil
                    }
                #expect(obstacle == found, "\(order)")
                counts[found == nil, default: 0] += 1
            case .cancel(let id): market.cancel(id)
            case .restore(let order): market.restore(order)
            case .reduce(let id, let lots): market.reduce(id, by: lots)
            }
        }
        #expect(counts[true, default: 0] > 100 && counts[false, default: 0] > 5)
    }

    /// A market made of what another one holds, as a server does after a restart.
    private func restored(from market: borrowing Matching<PriceTimeBook>) -> Matching<PriceTimeBook> {
        var copy = Matching<PriceTimeBook>()
        var orders: [BookOrder] = []
        var stops: [IncomingOrder] = []
        for side in Side.allCases {
            market.book.forEach(side) { order in
                orders.append(order)
                return true
            }
            market.stops.forEach(side) { stop in
                stops.append(stop)
                return true
            }
        }
        for order in orders { #expect(copy.restore(order) == true) }
        for stop in stops { #expect(copy.restore(waiting: stop) == true) }
        copy.lastTicks = market.lastTicks
        #expect(copy.stateHash == market.stateHash)
        return copy
    }
}
