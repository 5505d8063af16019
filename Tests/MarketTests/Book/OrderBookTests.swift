import Market
import Testing

@Suite("Order book") struct OrderBookTests {
    @Test(
        "The best price trades first, within it the oldest order, at the resting order's price",
        arguments: BookKind.allCases)
    func priceThenTime(kind: BookKind) {
        let book = kind.make()
        for (id, ticks) in [(1, 102), (2, 101), (3, 101), (4, 103)] as [(Int64, Int64)] {
            _ = book.place(.sell(id, 10, at: ticks))
        }
        let taken = book.place(.buy(9, 25, at: 102))
        #expect(taken.placement == .done(traded: 25, resting: 0, dropped: 0))
        #expect(
            taken.events == [
                .trade(maker: 2, makerAccount: 2, makerLeft: 0, taker: 9, ticks: 101, lots: 10),
                .trade(maker: 3, makerAccount: 3, makerLeft: 0, taker: 9, ticks: 101, lots: 10),
                .trade(maker: 1, makerAccount: 1, makerLeft: 5, taker: 9, ticks: 102, lots: 5),
            ])
        #expect(book.levels(.sell) == [[102, 5], [103, 10]])
        #expect(book.count == 2)
    }

    @Test("What is left of a limit order rests behind the orders of its price", arguments: BookKind.allCases)
    func remainderRests(kind: BookKind) {
        let book = kind.make()
        _ = book.place(.buy(1, 7, at: 100))
        _ = book.place(.sell(2, 3, at: 101))
        #expect(book.place(.buy(3, 5, at: 101)).placement == .done(traded: 3, resting: 2, dropped: 0))
        #expect(book.place(.buy(4, 4, at: 101)).placement == .done(traded: 0, resting: 4, dropped: 0))
        #expect(book.orders(.buy).map(\.id) == [3, 4, 1])
        #expect(book.orders(.buy, limit: 2).map(\.lots) == [2, 4])
        #expect(book.levels(.buy) == [[101, 6], [100, 7]])
        #expect(book.levels(.buy, limit: 1) == [[101, 6]])
        #expect(book.bestBid == 101)
        #expect(book.bestAsk == nil)
    }

    @Test("An order that is filled in part keeps its turn", arguments: BookKind.allCases)
    func partialFillKeepsTurn(kind: BookKind) {
        let book = kind.make()
        _ = book.place(.sell(1, 10, at: 50))
        _ = book.place(.sell(2, 10, at: 50))
        _ = book.place(.buy(3, 4, at: 50))
        #expect(book.order(1) == BookOrder(id: 1, account: 1, side: .sell, ticks: 50, lots: 6))
        #expect(book.orders(.sell).map(\.id) == [1, 2])
    }

    @Test("A market order takes what there is at any price and never rests", arguments: BookKind.allCases)
    func marketOrder(kind: BookKind) {
        let book = kind.make()
        #expect(book.place(.sell(1, 5, at: nil)).placement == .done(traded: 0, resting: 0, dropped: 5))
        _ = book.place(.buy(2, 1, at: 1))
        _ = book.place(.buy(3, 1, at: Int64.max - 1))
        let taken = book.place(.sell(4, 5, at: nil))
        #expect(taken.placement == .done(traded: 2, resting: 0, dropped: 3))
        #expect(taken.events.count == 2)
        #expect(book.count == 0)
    }

    @Test("Immediate-or-cancel drops what it does not trade at once", arguments: BookKind.allCases)
    func immediateOrCancel(kind: BookKind) {
        let book = kind.make()
        _ = book.place(.sell(1, 5, at: 100))
        _ = book.place(.sell(2, 5, at: 102))
        #expect(
            book.place(.buy(3, 8, at: 101, .immediateOrCancel)).placement == .done(traded: 5, resting: 0, dropped: 3))
        #expect(book.orders(.buy).isEmpty)
    }

    @Test("Fill-or-kill trades all or changes nothing", arguments: BookKind.allCases)
    func fillOrKill(kind: BookKind) {
        let book = kind.make()
        _ = book.place(.sell(1, 5, at: 100))
        _ = book.place(.sell(2, 5, at: 102))
        let before = book.stateHash
        for order in [IncomingOrder.buy(3, 6, at: 101, .fillOrKill), .buy(3, 11, at: nil, .fillOrKill)] {
            let refused = book.place(order)
            #expect(refused.placement == .refused(.fillOrKillShort))
            #expect(refused.events.isEmpty)
        }
        #expect(book.stateHash == before)
        #expect(book.place(.buy(3, 6, at: 102, .fillOrKill)).placement == .done(traded: 6, resting: 0, dropped: 0))
        #expect(book.place(.buy(4, 4, at: 102, .fillOrKill)).placement == .done(traded: 4, resting: 0, dropped: 0))
        #expect(book.place(.buy(5, 1, at: 102, .fillOrKill)).placement == .refused(.fillOrKillShort))
    }

    @Test("Fill-or-kill counts on no order of its own account", arguments: BookKind.allCases)
    func fillOrKillBesideOwnOrders(kind: BookKind) {
        let book = kind.make()
        _ = book.place(.sell(1, 5, at: 100).with { $0.account = 7 })
        _ = book.place(.sell(2, 5, at: 101))
        for prevention in SelfTradePrevention.allCases {
            let six = IncomingOrder.buy(3, 6, at: 101, .fillOrKill).with {
                $0.account = 7
                $0.terms.conditions.selfTrade = prevention
            }
            let endsThere = prevention == .cancelNewest || prevention == .cancelBoth
            #expect(book.place(six).placement == .refused(endsThere ? .metItself : .fillOrKillShort))
        }
        let five = IncomingOrder.buy(3, 5, at: 101, .fillOrKill).with {
            $0.account = 7
            $0.terms.conditions.selfTrade = .cancelOldest
        }
        #expect(book.place(five).placement == .done(traded: 5, resting: 0, dropped: 0))
        #expect(book.count == 0)
    }

    @Test("A post-only order rests or is refused", arguments: BookKind.allCases)
    func postOnly(kind: BookKind) {
        let book = kind.make()
        _ = book.place(.sell(1, 5, at: 100))
        let refused = book.place(.buy(2, 1, at: 100).with { $0.terms.conditions.isPostOnly = true })
        #expect(refused.placement == .refused(.postOnlyWouldTake))
        #expect(refused.events.isEmpty)
        let taken = book.place(.buy(2, 1, at: 99).with { $0.terms.conditions.isPostOnly = true })
        #expect(taken.placement == .done(traded: 0, resting: 1, dropped: 0))
    }

    @Test("What passes over its own orders leaves them where they are, in their turn", arguments: BookKind.allCases)
    func passOver(kind: BookKind) {
        let book = kind.make()
        // 2, 4 and 6 are its own: alone at the best price, in the middle of the next, and last of all.
        for (id, ticks) in [(2, 99), (1, 100), (4, 100), (3, 100), (5, 101), (6, 101)] as [(Int64, Int64)] {
            _ = book.place(.sell(id, 2, at: ticks).with { $0.account = id % 2 == 0 ? 7 : id })
        }
        func take(_ id: Int64, _ lots: Int64, _ timeInForce: TimeInForce) -> Placement {
            book.place(
                .buy(id, lots, at: nil, timeInForce).with {
                    $0.account = 7
                    $0.terms.conditions.selfTrade = .passOver
                }
            ).placement
        }
        #expect(take(10, 3, .fillOrKill) == .done(traded: 3, resting: 0, dropped: 0))
        #expect(book.orders(.sell).map(\.id) == [2, 4, 3, 5, 6])
        #expect(book.orders(.sell).map(\.lots) == [2, 2, 1, 2, 2])
        #expect(take(11, 4, .fillOrKill) == .refused(.fillOrKillShort))
        #expect(book.orders(.sell).map(\.id) == [2, 4, 3, 5, 6])
        #expect(take(12, 9, .immediateOrCancel) == .done(traded: 3, resting: 0, dropped: 6))
        #expect(book.orders(.sell).map(\.id) == [2, 4, 6])
        let resting = book.place(
            .buy(13, 1, at: 98).with {
                $0.account = 7
                $0.terms.conditions.selfTrade = .passOver
            })
        #expect(resting.placement == .refused(.malformed))
    }

    @Test("What must be filled whole and meets its own account is refused for that", arguments: BookKind.allCases)
    func wholeMeetsItself(kind: BookKind) {
        let book = kind.make()
        _ = book.place(.sell(1, 2, at: 100))
        _ = book.place(.sell(2, 2, at: 101).with { $0.account = 7 })
        let taken = book.place(.buy(3, 4, at: 101, .fillOrKill).with { $0.account = 7 })
        #expect(taken.placement == .refused(.metItself))
        #expect(
            book.place(.buy(3, 5, at: 100, .fillOrKill).with { $0.account = 7 }).placement
                == .refused(.fillOrKillShort))
    }

    @Test("Meeting its own account ends the newest, the oldest or both", arguments: BookKind.allCases)
    func selfTrade(kind: BookKind) {
        let outcomes: [(SelfTradePrevention, Placement, [Int64])] = [
            (.cancelNewest, .metItself(traded: 2, dropped: 8), [2, 3]),
            (.cancelOldest, .done(traded: 4, resting: 6, dropped: 0), []),
            (.cancelBoth, .metItself(traded: 2, dropped: 8), [3]),
        ]
        for (prevention, placement, asks) in outcomes {
            let book = kind.make()
            for id in 1...3 as ClosedRange<Int64> {
                _ = book.place(.sell(id, 2, at: 100).with { $0.account = id == 2 ? 7 : id })
            }
            let taken = book.place(
                .buy(9, 10, at: 100).with {
                    $0.account = 7
                    $0.terms.conditions.selfTrade = prevention
                })
            #expect(taken.placement == placement)
            #expect(book.orders(.sell).map(\.id) == asks)
            let isCancelled = taken.events.contains(
                .makerCancelled(id: 2, account: 7, side: .sell, ticks: 100, left: 2))
            #expect(isCancelled == (prevention != .cancelNewest))
            #expect(book.levels(.sell).first?.last ?? 0 == Int64(asks.count) * 2)
        }
    }

    @Test("A bound on ticks × lots ends an order before it is exceeded", arguments: BookKind.allCases)
    func maximumNotional(kind: BookKind) {
        let book = kind.make()
        _ = book.place(.sell(1, 5, at: 10))
        _ = book.place(.sell(2, 5, at: 30))
        let taken = book.place(.buy(3, 9, at: nil).with { $0.maximumNotional = 119 })
        #expect(taken.placement == .done(traded: 7, resting: 0, dropped: 2))
        #expect(book.levels(.sell) == [[30, 3]])
        let bounded = IncomingOrder.buy(4, 3, at: nil, .fillOrKill).with { $0.maximumNotional = 89 }
        #expect(book.place(bounded).placement == .refused(.fillOrKillShort))
        #expect(
            book.place(bounded.with { $0.maximumNotional = 90 }).placement == .done(traded: 3, resting: 0, dropped: 0))
        #expect(
            book.place(.buy(5, 1, at: 1).with { $0.maximumNotional = 0 }).placement
                == .done(traded: 0, resting: 1, dropped: 0))
    }

    @Test("Cancelling gives the order as it stood, once", arguments: BookKind.allCases)
    func cancelling(kind: BookKind) {
        let book = kind.make()
        for id in 1...40 as ClosedRange<Int64> { _ = book.place(.buy(id, 10, at: 100)) }
        _ = book.place(.sell(90, 3, at: 100))
        #expect(book.cancel(1) == BookOrder(id: 1, account: 1, side: .buy, ticks: 100, lots: 7))
        #expect(book.cancel(1) == nil)
        #expect(book.cancel(-1) == nil)
        for id in 2...40 as ClosedRange<Int64> where id != 20 { #expect(book.cancel(id)?.id == id) }
        #expect(book.orders(.buy).map(\.id) == [20])
        #expect(book.levels(.buy) == [[100, 10]])
        #expect(book.cancel(20) != nil)
        #expect(book.bestBid == nil)
        #expect(book.stateHash == FNV1a64().value)
    }

    @Test("A number may be used again once its order has left", arguments: BookKind.allCases)
    func repeatedNumbers(kind: BookKind) {
        let book = kind.make()
        _ = book.place(.buy(5, 10, at: 100))
        #expect(book.place(.buy(5, 10, at: 90)).placement == .refused(.repeatedOrder))
        #expect(book.place(.sell(5, 10, at: nil)).placement == .refused(.repeatedOrder))
        _ = book.cancel(5)
        #expect(book.place(.buy(5, 10, at: 90)).placement == .done(traded: 0, resting: 10, dropped: 0))
        #expect(book.levels(.buy) == [[90, 10]])
    }

    @Test("What is out of range is refused and changes nothing", arguments: BookKind.allCases)
    func malformed(kind: BookKind) {
        let book = kind.make()
        let orders: [IncomingOrder] = [
            .buy(1, 0, at: 5), .buy(1, -1, at: 5), .buy(1, .min, at: 5), .sell(1, 1, at: 0), .sell(1, 1, at: -5),
            .sell(1, 1, at: .min), .buy(1, 1, at: .max), .buy(1, 0, at: nil),
            .buy(1, 1, at: nil).with { $0.maximumNotional = -1 },
            .buy(1, 1, at: nil).with { $0.terms.conditions.isPostOnly = true },
            .buy(1, 1, at: 5, .immediateOrCancel).with { $0.terms.conditions.isPostOnly = true },
            .buy(1, 1, at: 5, .fillOrKill).with { $0.terms.conditions.isPostOnly = true },
        ]
        for order in orders {
            #expect(book.place(order).placement == .refused(.malformed))
        }
        #expect(book.stateHash == FNV1a64().value)
    }

    @Test("The lots at one price never overflow", arguments: BookKind.allCases)
    func overflow(kind: BookKind) {
        let book = kind.make()
        #expect(book.place(.buy(1, .max, at: 5)).placement == .done(traded: 0, resting: .max, dropped: 0))
        #expect(book.place(.buy(2, 1, at: 5)).placement == .refused(.bookFull))
        #expect(book.restore(BookOrder(id: 2, account: 2, side: .buy, ticks: 5, lots: 1)) == false)
        _ = book.place(.buy(3, .max, at: 6))
        let taken = book.place(.sell(4, .max, at: nil).with { $0.maximumNotional = .max })
        #expect(taken.placement == .done(traded: .max, resting: 0, dropped: 0))
        #expect(book.levels(.buy) == [[5, .max]])
    }

    @Test("Restoring rests an order without matching and refuses what cannot have rested", arguments: BookKind.allCases)
    func restoring(kind: BookKind) {
        let book = kind.make()
        #expect(book.restore(BookOrder(id: 1, account: 1, side: .buy, ticks: 5, lots: 3)))
        #expect(book.restore(BookOrder(id: 2, account: 1, side: .sell, ticks: 6, lots: 3)))
        let impossible = [
            BookOrder(id: 1, account: 1, side: .buy, ticks: 5, lots: 3),
            BookOrder(id: 3, account: 1, side: .sell, ticks: 5, lots: 3),
            BookOrder(id: 3, account: 1, side: .buy, ticks: 6, lots: 3),
            BookOrder(id: 3, account: 1, side: .buy, ticks: 4, lots: 0),
            BookOrder(id: 3, account: 1, side: .buy, ticks: 0, lots: 1),
            BookOrder(id: 3, account: 1, side: .sell, ticks: .max, lots: 1),
        ]
        for order in impossible { #expect(!book.restore(order)) }
        #expect(book.count == 2)
    }

    @Test("The state's hash is FNV-1a of its lines", arguments: BookKind.allCases)
    func hash(kind: BookKind) {
        let book = kind.make()
        _ = book.place(.buy(7, 12, at: 100))
        _ = book.place(.sell(-8, 3, at: 105))
        _ = book.place(.buy(9, 1, at: 101))
        var lines = FNV1a64()
        lines.combine("B,101,9,1\nB,100,7,12\nS,105,-8,3\n")
        #expect(book.stateHash == lines.value)
        // "foobar" is among the test vectors of the hash's authors.
        var vector = FNV1a64()
        vector.combine("foobar")
        #expect(vector.value == 0x8594_4171_f739_67e8)
    }
}
