import Basics
import Testing

@testable import Market

@Suite("Price collars")
struct CollarTests {
    @Test("bounds are worked out towards the last price, and stay within what a price can be")
    func bounds() throws {
        let tenth = try #require(PriceCollar(millionths: 100_000))
        #expect(tenth.worstTicks(.buy, last: 109) == 119 && tenth.worstTicks(.sell, last: 109) == 99)
        #expect(tenth.worstTicks(.buy, last: 5) == 5 && tenth.worstTicks(.sell, last: 5) == 5)
        let whole = try #require(PriceCollar(millionths: 1_000_000))
        #expect(whole.worstTicks(.buy, last: .max - 1) == .max - 1 && whole.worstTicks(.sell, last: 7) == 1)
        #expect(PriceCollar(millionths: 0) == nil && PriceCollar(millionths: 1_000_001) == nil)
    }

    /// A market that last traded at 100, lets orders trade from 90 to 110, and is asked for 2 at 105, 110 and 111.
    private func market() -> Matching<ReferenceBook> {
        var market = Matching<ReferenceBook>()
        for (id, ticks) in [(1, 105), (2, 110), (3, 111)] as [(Int64, Int64)] {
            market.submit(IncomingOrder(id: id, account: id, OrderTerms(.sell, lots: 2, ticks: ticks))) { _ in }
        }
        market.lastTicks = 100
        market.collar = PriceCollar(millionths: 100_000)
        return market
    }

    @Test(
        "what could go on only beyond ends, and what could do nothing else is refused",
        arguments: [
            // lots, limit, how long, what becomes of it
            (4, 110, TimeInForce.goodTillCancelled, Placement.done(traded: 4, resting: 0, dropped: 0)),
            (5, 110, .goodTillCancelled, .done(traded: 4, resting: 1, dropped: 0)),
            (5, 111, .goodTillCancelled, .collared(traded: 4, dropped: 1)),
            (5, 111, .immediateOrCancel, .collared(traded: 4, dropped: 1)),
            (5, 110, .immediateOrCancel, .done(traded: 4, resting: 0, dropped: 1)),
            (5, 111, .fillOrKill, .refused(.beyondCollar)), (5, 110, .fillOrKill, .refused(.fillOrKillShort)),
            (9, 111, .fillOrKill, .refused(.fillOrKillShort)),
            (4, 111, .fillOrKill, .done(traded: 4, resting: 0, dropped: 0)),
        ] as [(Int64, Int64, TimeInForce, Placement)])
    func endings(lots: Int64, limit: Int64, time: TimeInForce, expected: Placement) {
        var market = market()
        var placement: Placement?
        let terms = OrderTerms(.buy, lots: lots, ticks: limit, OrderConditions(timeInForce: time))
        market.submit(IncomingOrder(id: 9, account: 9, terms)) { event in
            if case .placed(9, let made) = event { placement = made }
        }
        #expect(placement == expected)
    }

    @Test("an order that finds nothing within the collar does not rest beyond it; one within it does")
    func resting() {
        var market = market()
        market.collar = PriceCollar(millionths: 40_000)
        func place(_ id: Int64, _ side: Side, _ ticks: Int64?) -> Placement? {
            var placement: Placement?
            let time: TimeInForce = ticks == nil ? .immediateOrCancel : .goodTillCancelled
            market.submit(
                IncomingOrder(
                    id: id, account: id, OrderTerms(side, lots: 1, ticks: ticks, OrderConditions(timeInForce: time)))
            ) { event in
                if case .placed(id, let made) = event { placement = made }
            }
            return placement
        }
        #expect(place(10, .buy, 105) == .refused(.beyondCollar))
        #expect(place(11, .buy, nil) == .refused(.beyondCollar))
        #expect(place(12, .buy, 104) == .done(traded: 0, resting: 1, dropped: 0))
        #expect(place(13, .sell, 1000) == .done(traded: 0, resting: 1, dropped: 0))
        #expect(place(14, .sell, 95) == .done(traded: 1, resting: 0, dropped: 0))
        // What it traded moved the collar: from 104 it reaches to 108.
        #expect(market.lastTicks == 104)
        #expect(place(15, .buy, 108) == .done(traded: 1, resting: 0, dropped: 0))
    }

    @Test(
        "no order trades beyond its collar, on the quick book as on the plain one", arguments: 0..<40 as Range<UInt64>)
    func property(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var plain = Matching<ReferenceBook>()
        var quick = Matching<PriceTimeBook>()
        let collar = PriceCollar(millionths: Int64.random(in: 1...80_000, using: &random))
        plain.collar = collar
        quick.collar = collar
        plain.lastTicks = 1000
        quick.lastTicks = 1000
        var sides: [Int64: Side] = [:]
        for id in 1...400 as ClosedRange<Int64> {
            let side: Side = Bool.random(using: &random) ? .buy : .sell
            let time = TimeInForce.allCases.randomElement(using: &random) ?? .goodTillCancelled
            let isMarket = time == .immediateOrCancel && Bool.random(using: &random)
            var terms = OrderTerms(
                side, lots: Int64.random(in: 1...9, using: &random),
                ticks: isMarket ? nil : Int64.random(in: 900...1100, using: &random),
                OrderConditions(
                    timeInForce: time,
                    selfTrade: [.cancelNewest, .cancelOldest, .cancelBoth].randomElement(using: &random)
                        ?? .cancelNewest))
            if !isMarket, Int.random(in: 0..<6, using: &random) == 0 {
                terms.stop = Int64.random(in: 950...1050, using: &random)
            }
            let order = IncomingOrder(id: id, account: Int64.random(in: 1...6, using: &random), terms)
            var (some, others): ([MatchingEvent], [MatchingEvent]) = ([], [])
            var last = plain.lastTicks ?? 0
            plain.submit(order) { some.append($0) }
            quick.submit(order) { others.append($0) }
            #expect(some == others)
            var newest = last
            sides[id] = side
            for event in some {
                switch event {
                case .book(.trade(_, _, _, let taker, let ticks, _), _):
                    guard let side = sides[taker], let collar else { continue }
                    let worst = collar.worstTicks(side, last: last)
                    #expect(side == .buy ? ticks <= worst : ticks >= worst)
                    newest = ticks
                // The next one is bound by what this one traded.
                case .placed: last = newest
                default: break
                }
            }
        }
        #expect(plain.stateHash == quick.stateHash)
    }
}
