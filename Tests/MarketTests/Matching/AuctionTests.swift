import Basics
import Testing

@testable import Market

@Suite("Auctions")
struct AuctionTests {
    /// An order that was collected.
    private struct Order {
        let id: Int64
        let account: Int64
        let side: Side
        let ticks: Int64
        var lots: Int64
    }

    /// The auction written down as its rules are said: every price is tried, and every order is looked at.
    private struct Plain {
        var orders: [Order]

        func wanted(_ side: Side, at ticks: Int64) -> [Order] {
            orders.filter { $0.side == side && (side == .buy ? $0.ticks >= ticks : $0.ticks <= ticks) }
        }

        func lots(_ side: Side, at ticks: Int64) -> Int64 { wanted(side, at: ticks).reduce(0) { $0 + $1.lots } }

        func price(last: Int64?) -> (ticks: Int64, lots: Int64)? {
            guard let bid = orders.filter({ $0.side == .buy }).map(\.ticks).max(),
                let ask = orders.filter({ $0.side == .sell }).map(\.ticks).min(), bid >= ask
            else { return nil }
            let reference = last ?? ask + (bid - ask) / 2
            let most = (ask...bid).map { min(lots(.buy, at: $0), lots(.sell, at: $0)) }.max() ?? 0
            guard most > 0 else { return nil }
            let best = (ask...bid).filter { min(lots(.buy, at: $0), lots(.sell, at: $0)) == most }
            func surplus(_ ticks: Int64) -> Int64 { abs(lots(.buy, at: ticks) - lots(.sell, at: ticks)) }
            let least = best.map(surplus).min()
            let ticks = best.filter { surplus($0) == least }.min {
                (abs($0 - reference), $0) < (abs($1 - reference), $1)
            }
            return ticks.map { ($0, most) }
        }

        /// How much of each order trades: the best price first, then the first to come.
        func traded(_ side: Side, at ticks: Int64, _ lots: Int64) -> [Int64: Int64] {
            var left = lots
            let turns = wanted(side, at: ticks).sorted {
                $0.ticks == $1.ticks ? $0.id < $1.id : (side == .buy ? $0.ticks > $1.ticks : $0.ticks < $1.ticks)
            }
            return turns.reduce(into: [:]) { traded, order in
                let some = min(left, order.lots)
                left -= some
                if some > 0 { traded[order.id] = some }
            }
        }
    }

    private func market(_ orders: [Order], last: Int64?) -> Matching<ReferenceBook> {
        var market = Matching<ReferenceBook>()
        market.lastTicks = last
        market.isCollecting = true
        for order in orders {
            market.submit(
                IncomingOrder(
                    id: order.id, account: order.account, OrderTerms(order.side, lots: order.lots, ticks: order.ticks))
            ) { _ in }
        }
        return market
    }

    @Test("price, amount and who trades are those of a plain reference", arguments: 0..<400 as Range<UInt64>)
    func property(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let orders = (1...Int64.random(in: 1...40, using: &random)).map { id in
            // Nobody has two orders, so that none is refused for meeting one's own.
            Order(
                id: id, account: id, side: Bool.random(using: &random) ? .buy : .sell,
                ticks: Int64.random(in: 90...110, using: &random), lots: Int64.random(in: 1...9, using: &random))
        }
        let last = Bool.random(using: &random) ? Int64.random(in: 85...115, using: &random) : nil
        let plain = Plain(orders: orders)
        var market = market(orders, last: last)
        var quick = Matching<PriceTimeBook>()
        (quick.lastTicks, quick.isCollecting) = (last, true)
        for order in orders {
            quick.submit(
                IncomingOrder(
                    id: order.id, account: order.account, OrderTerms(order.side, lots: order.lots, ticks: order.ticks))
            ) { #expect($0 == .placed(id: order.id, .done(traded: 0, resting: order.lots, dropped: 0))) }
        }
        #expect(quick.stateHash == market.stateHash)
        let price = plain.price(last: last)
        #expect(quick.auctionPrice() == market.auctionPrice())
        #expect(market.auctionPrice()?.ticks == price?.ticks)
        #expect(market.auctionPrice()?.lots == price.map { Int128($0.lots) })
        var traded: [Int64: Int64] = [:]
        var events: [MatchingEvent] = []
        market.uncross { events.append($0) }
        var others: [MatchingEvent] = []
        quick.uncross { others.append($0) }
        #expect(events == others && quick.stateHash == market.stateHash)
        for case .auctionTrade(let trade) in events {
            #expect(trade.ticks == price?.ticks && trade.maker < trade.taker && trade.lots > 0)
            traded[trade.maker, default: 0] += trade.lots
            traded[trade.taker, default: 0] += trade.lots
            let left = orders.filter { $0.id == trade.maker }.map(\.lots)[0] - (traded[trade.maker] ?? 0)
            #expect(trade.makerLeft == left)
        }
        var expected: [Int64: Int64] = [:]
        if let price {
            for side in Side.allCases {
                expected.merge(plain.traded(side, at: price.ticks, price.lots)) { $1 }
            }
        }
        #expect(traded == expected)
        #expect(market.lastTicks == price?.ticks ?? last)
        // Nothing that could still trade is left, and it trades as always from here on.
        if let bid = market.book.bestBid, let ask = market.book.bestAsk { #expect(bid < ask) }
        #expect(!market.isCollecting && market.auctionPrice() == nil)
    }

    @Test("of prices with as much and as little left over, the one nearest to the last price is taken")
    func nearest() {
        func price(_ last: Int64?) -> Int64? {
            market(
                [
                    Order(id: 1, account: 1, side: .buy, ticks: 110, lots: 5),
                    Order(id: 2, account: 2, side: .sell, ticks: 90, lots: 5),
                ], last: last
            ).auctionPrice()?.ticks
        }
        #expect(price(100) == 100 && price(80) == 90 && price(200) == 110 && price(nil) == 100)
    }

    @Test("orders that would not wait, and those that cross one's own, are not collected")
    func refusals() {
        var market = market([Order(id: 1, account: 1, side: .buy, ticks: 100, lots: 5)], last: nil)
        func place(_ id: Int64, _ account: Int64, _ terms: OrderTerms) -> Placement? {
            var placement: Placement?
            market.submit(IncomingOrder(id: id, account: account, terms)) { event in
                if case .placed(id, let made) = event { placement = made }
            }
            return placement
        }
        #expect(place(2, 2, OrderTerms(.sell, lots: 1, ticks: nil)) == .refused(.collecting))
        for conditions in [
            OrderConditions(timeInForce: .immediateOrCancel), OrderConditions(timeInForce: .fillOrKill),
            OrderConditions(isPostOnly: true),
        ] {
            #expect(place(2, 2, OrderTerms(.sell, lots: 1, ticks: 90, conditions)) == .refused(.collecting))
        }
        #expect(place(2, 1, OrderTerms(.sell, lots: 1, ticks: 100)) == .metItself(traded: 0, dropped: 1))
        let oldest = OrderConditions(selfTrade: .cancelOldest)
        #expect(
            place(2, 1, OrderTerms(.sell, lots: 1, ticks: 100, oldest)) == .done(traded: 0, resting: 1, dropped: 0))
        #expect(market.book.order(1) == nil && market.book.order(2) != nil)
    }

    @Test("stops that the price triggers are placed after it, and trade as always")
    func stops() {
        var market = market(
            [
                Order(id: 1, account: 1, side: .buy, ticks: 105, lots: 5),
                Order(id: 2, account: 2, side: .sell, ticks: 105, lots: 7),
            ], last: 100)
        var events: [MatchingEvent] = []
        market.submit(IncomingOrder(id: 3, account: 3, OrderTerms(.buy, lots: 1, ticks: 106, stop: 105))) { _ in }
        market.uncross { events.append($0) }
        #expect(
            events == [
                .auctionTrade(
                    AuctionTrade(maker: 1, taker: 2, makerLeft: 0, takerLeft: 2, ticks: 105, lots: 5)),
                .stopTriggered(id: 3),
                .book(.trade(maker: 2, makerAccount: 2, makerLeft: 1, taker: 3, ticks: 105, lots: 1), taker: 3),
                .placed(id: 3, .done(traded: 1, resting: 0, dropped: 0)),
            ])
    }
}
