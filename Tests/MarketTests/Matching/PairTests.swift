import Basics
import Testing

@testable import Market

@Suite("Pairs of orders")
struct PairTests {
    private static func limit(_ id: Int64, _ account: Int64, _ side: Side, _ lots: Int64, _ ticks: Int64)
        -> IncomingOrder
    {
        IncomingOrder(id: id, account: account, OrderTerms(side, lots: lots, ticks: ticks))
    }

    private static func stop(
        _ id: Int64, _ account: Int64, _ side: Side, _ lots: Int64, at stop: Int64, _ ticks: Int64
    ) -> IncomingOrder {
        IncomingOrder(id: id, account: account, OrderTerms(side, lots: lots, ticks: ticks, stop: stop))
    }

    /// A market whose last price was 100, with a pair of account 1: 5 to sell at 110, or at 85 once 90 is reached.
    private func market() -> Matching<PriceTimeBook> {
        var market = Matching<PriceTimeBook>()
        market.lastTicks = 100
        #expect(market.submit(pair: Self.limit(1, 1, .sell, 5, 110), Self.stop(2, 1, .sell, 5, at: 90, 85)) == nil)
        return market
    }

    @Test("a trade of the one, also of a part of it, ends the other, before any stop is looked at")
    func trades() {
        var market = market()
        var events: [MatchingEvent] = []
        market.submit(Self.limit(3, 2, .buy, 2, 110)) { events.append($0) }
        #expect(
            events == [
                .book(.trade(maker: 1, makerAccount: 1, makerLeft: 3, taker: 3, ticks: 110, lots: 2), taker: 3),
                .placed(id: 3, .done(traded: 2, resting: 0, dropped: 0)), .partnerEnded(id: 2, partner: 1),
            ])
        #expect(market.stops.count == 0 && market.book.order(1)?.lots == 3)
        #expect(market.cancel(1) != nil)
    }

    @Test("a stop that is reached ends the other before it is placed")
    func triggers() {
        var market = market()
        market.submit(Self.limit(3, 2, .buy, 1, 90)) { _ in }
        market.submit(Self.limit(4, 4, .buy, 9, 85)) { _ in }
        var events: [MatchingEvent] = []
        market.submit(Self.limit(5, 3, .sell, 1, 90)) { events.append($0) }
        #expect(
            events == [
                .book(.trade(maker: 3, makerAccount: 2, makerLeft: 0, taker: 5, ticks: 90, lots: 1), taker: 5),
                .placed(id: 5, .done(traded: 1, resting: 0, dropped: 0)), .partnerEnded(id: 1, partner: 2),
                .stopTriggered(id: 2),
                .book(.trade(maker: 4, makerAccount: 4, makerLeft: 4, taker: 2, ticks: 85, lots: 5), taker: 2),
                .placed(id: 2, .done(traded: 5, resting: 0, dropped: 0)),
            ])
        #expect(market.book.order(1) == nil)
    }

    @Test("a pair that would trade or trigger at once is refused whole, and changes nothing")
    func refusals() {
        var market = market()
        market.submit(Self.limit(3, 2, .buy, 1, 105)) { _ in }
        let hash = market.stateHash
        func refusal(_ limit: IncomingOrder, _ stop: IncomingOrder) -> PlacementRefusal? {
            market.submit(pair: limit, stop)
        }
        #expect(refusal(Self.limit(4, 3, .sell, 5, 105), Self.stop(5, 3, .sell, 5, at: 90, 85)) == .postOnlyWouldTake)
        #expect(refusal(Self.limit(4, 3, .sell, 5, 106), Self.stop(5, 3, .sell, 5, at: 100, 85)) == .stopReached)
        #expect(refusal(Self.limit(4, 3, .buy, 5, 95), Self.stop(5, 3, .buy, 5, at: 100, 101)) == .stopReached)
        #expect(refusal(Self.limit(4, 3, .sell, 5, 106), Self.stop(4, 3, .sell, 5, at: 90, 85)) == .repeatedOrder)
        #expect(refusal(Self.limit(1, 3, .sell, 5, 106), Self.stop(5, 3, .sell, 5, at: 90, 85)) == .repeatedOrder)
        #expect(refusal(Self.limit(4, 3, .sell, 5, 106), Self.stop(5, 3, .buy, 5, at: 120, 120)) == .malformed)
        #expect(refusal(Self.limit(4, 3, .sell, 5, 106), Self.limit(5, 3, .sell, 5, 106)) == .malformed)
        market.isCollecting = true
        #expect(refusal(Self.limit(4, 3, .sell, 5, 106), Self.stop(5, 3, .sell, 5, at: 90, 85)) == .collecting)
        #expect(market.stateHash == hash)
    }

    @Test("whatever comes, never do both of a pair trade, and none is left over", arguments: 0..<60 as Range<UInt64>)
    func property(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var market = Matching<ReferenceBook>()
        market.lastTicks = 100
        var partners: [Int64: Int64] = [:]
        var traded: Set<Int64> = []
        var next: Int64 = 1
        for _ in 0..<300 {
            let side: Side = Bool.random(using: &random) ? .buy : .sell
            let account = Int64.random(in: 1...5, using: &random)
            let lots = Int64.random(in: 1...6, using: &random)
            let ticks = Int64.random(in: 92...108, using: &random)
            var events: [MatchingEvent] = []
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1:
                let away: Int64 = side == .buy ? 1 : -1
                let limit = Self.limit(next, account, side, lots, (market.lastTicks ?? 100) - away * 3)
                let last = market.lastTicks ?? 100
                let stop = Self.stop(next + 1, account, side, lots, at: last + away * 3, last + away * 5)
                if market.submit(pair: limit, stop) == nil {
                    partners[next] = next + 1
                    partners[next + 1] = next
                }
                next += 2
            case 2:
                let id = Int64.random(in: 1...next, using: &random)
                let other = partners[id]
                if market.cancel(id) != nil, let other { market.cancel(other) }
            default:
                let own: SelfTradePrevention = Bool.random(using: &random) ? .cancelOldest : .cancelNewest
                var order = Self.limit(next, account, side, lots, ticks)
                order.terms.conditions.selfTrade = own
                market.submit(order) { events.append($0) }
                next += 1
            }
            for event in events {
                if case .book(.trade(let maker, _, _, let taker, _, _), _) = event {
                    for id in [maker, taker] {
                        if let partner = partners[id] { #expect(!traded.contains(partner)) }
                        traded.insert(id)
                    }
                }
            }
            for (id, partner) in partners {
                let isHere = market.book.order(id) != nil || market.stops.order(id) != nil
                let isOtherHere = market.book.order(partner) != nil || market.stops.order(partner) != nil
                // Together until something happens to one of them; then at most one is left.
                if traded.contains(id) { #expect(!isOtherHere) }
                if isHere, isOtherHere { #expect(market.stops.order(max(id, partner)) != nil) }
            }
        }
        #expect(!traded.isEmpty && partners.count > 20)
    }
}
