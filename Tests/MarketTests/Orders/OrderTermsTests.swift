import Basics
import Testing

@testable import Market

@Suite("What an order asks for") struct OrderTermsTests {
    @Test("Its kind is told by the prices that it has")
    func kinds() {
        #expect(OrderTerms(.buy, lots: 1, ticks: 5).kind == .limit)
        #expect(OrderTerms(.sell, lots: 1, ticks: 5, stop: 4).kind == .stopLimit)
        #expect(OrderTerms(.buy, lots: 1, ticks: nil).kind == .market)
        #expect(OrderTerms(.buy, lots: 1, ticks: nil, stop: 4).kind == .market)
    }

    /// Every combination of prices and conditions, some of which contradict each other.
    private static let all: [OrderTerms] = {
        let prices: [Int64?] = [nil, .min, -1, 0, 1, 7, .max - 1, .max]
        var all: [OrderTerms] = []
        for ticks in prices {
            for stop in prices {
                for timeInForce in TimeInForce.allCases {
                    for isPostOnly in [false, true] {
                        for selfTrade in SelfTradePrevention.allCases {
                            let conditions = OrderConditions(
                                timeInForce: timeInForce, isPostOnly: isPostOnly, selfTrade: selfTrade)
                            all.append(OrderTerms(.buy, lots: 3, ticks: ticks, stop: stop, conditions))
                        }
                    }
                }
            }
        }
        return all
    }()

    @Test("Both books and a market refuse the same terms, and these are those that contradict themselves")
    func malformed() {
        var count = 0
        for terms in Self.all {
            let (ticks, stop, conditions) = (terms.ticks, terms.stop, terms.conditions)
            let isOutOfRange = [ticks, stop].contains { $0.map { $0 < 1 || $0 == .max } ?? false }
            let rests = ticks != nil && conditions.timeInForce == .goodTillCancelled
            let isContradiction =
                (conditions.isPostOnly && !rests) || (conditions.selfTrade == .passOver && rests)
            let isRefused = isOutOfRange || isContradiction
            if isRefused { count += 1 }
            let order = IncomingOrder(id: 1, account: 1, terms)
            for kind in BookKind.allCases {
                #expect((kind.make().place(order).placement == .refused(.malformed)) == isRefused, "\(terms)")
            }
            var market = Matching<PriceTimeBook>()
            var events: [MatchingEvent] = []
            market.submit(order) { events.append($0) }
            #expect((events == [.placed(id: 1, .refused(.malformed))]) == isRefused, "\(terms)")
            if isRefused { #expect(market.stops.count == 0 && market.book.count == 0) }
        }
        #expect(count > 100 && count < Self.all.count)
    }

    @Test("An order waits for its stop exactly while the market is on the near side of it", arguments: Side.allCases)
    func triggers(side: Side) {
        for (last, isReached) in [(99, side == .sell), (100, true), (101, side == .buy)] as [(Int64, Bool)] {
            var market = Matching<PriceTimeBook>()
            market.lastTicks = last
            market.submit(IncomingOrder(id: 1, account: 1, OrderTerms(side, lots: 1, ticks: 50, stop: 100))) { _ in }
            #expect(market.stops.count == (isReached ? 0 : 1))
            #expect(market.book.count == (isReached ? 1 : 0))
        }
    }

    @Test("What waits comes out as it went in, conditions and all", arguments: 0..<8 as Range<UInt64>)
    func waiting(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var stops = StopBook()
        var plain: [IncomingOrder] = []
        let candidates = Self.all.filter { !$0.isMalformed && $0.stop != nil }
        for id in 1...200 as ClosedRange<Int64> {
            var terms = candidates[Int(random.next() % UInt64(candidates.count))]
            terms.side = random.next() % 2 == 0 ? .buy : .sell
            terms.stop = 90 + Int64(random.next() % 20)
            let order = IncomingOrder(id: id, account: id % 7, terms)
            #expect(stops.add(order) == true)
            plain.append(order)
            if random.next() % 10 == 0 {
                let last = 90 + Int64(random.next() % 20)
                // Said plainly: buys from the lowest stop on, sells from the highest, each in the order of arrival.
                let buys = plain.filter { $0.terms.side == .buy && ($0.terms.stop ?? 0) <= last }
                let sells = plain.filter { $0.terms.side == .sell && ($0.terms.stop ?? 0) >= last }
                let expected =
                    buys.sorted { ($0.terms.stop ?? 0, $0.id) < ($1.terms.stop ?? 0, $1.id) }
                    + sells.sorted { (-($0.terms.stop ?? 0), $0.id) < (-($1.terms.stop ?? 0), $1.id) }
                #expect(stops.triggered(lastTicks: last) == expected)
                plain.removeAll { order in expected.contains { $0.id == order.id } }
            }
        }
        #expect(stops.count == plain.count)
        for order in plain { #expect(stops.order(order.id) == order) }
    }
}
