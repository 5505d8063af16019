import Basics
import Market
import Testing

/// Random streams of every kind of order on both books: the same answers, events and states.
@Suite("Order books side by side") struct OrderBookPropertyTests {
    @Test("A random stream has the same events and leaves the same state", arguments: 0..<32 as Range<UInt64>)
    func sameEvents(seed: UInt64) {
        var stream = RandomOrders(seed: seed)
        let reference = BookKind.reference.make()
        let fast = BookKind.fast.make()
        for step in 0..<900 {
            switch stream.next() {
            case .place(let order):
                let expected = reference.place(order)
                let found = fast.place(order)
                #expect(found.placement == expected.placement)
                #expect(found.events == expected.events)
            case .cancel(let id):
                #expect(fast.order(id) == reference.order(id))
                #expect(fast.cancel(id) == reference.cancel(id))
            case .restore(let order):
                #expect(fast.restore(order) == reference.restore(order))
            case .reduce(let id, let lots):
                #expect(fast.reduce(id, by: lots) == reference.reduce(id, by: lots))
                #expect(fast.order(id) == reference.order(id))
            }
            #expect(fast.count == reference.count)
            #expect(fast.bestBid == reference.bestBid)
            #expect(fast.bestAsk == reference.bestAsk)
            guard step % 16 == 0 else { continue }
            #expect(fast.stateHash == reference.stateHash)
            for side in Side.allCases { #expect(fast.levels(side) == reference.levels(side)) }
        }
        #expect(fast.stateHash == reference.stateHash)
    }

    @Test("A book restored from its orders is the same book", arguments: 0..<8 as Range<UInt64>)
    func restored(seed: UInt64) {
        var stream = RandomOrders(seed: seed)
        let book = BookKind.fast.make()
        for _ in 0..<500 {
            if case .place(let order) = stream.next() { _ = book.place(order) }
        }
        let copy = BookKind.fast.make()
        for side in Side.allCases.shuffled() {
            for order in book.orders(side) { #expect(copy.restore(order) == true) }
        }
        #expect(copy.stateHash == book.stateHash)
        for _ in 0..<100 {
            if case .place(let order) = stream.next() { #expect(copy.place(order) == book.place(order)) }
        }
    }

    @Test("Prices that wander over any distance keep their order", arguments: 0..<8 as Range<UInt64>)
    func wanderingPrices(seed: UInt64) {
        // Orders at prices many windows apart, then all of them taken from the best to the worst.
        var random = SplitMix64(seed: seed)
        let book = BookKind.fast.make()
        var prices: [Int64] = []
        for id in 1...600 as ClosedRange<Int64> {
            let ticks = 1 + Int64(random.next() >> 1) >> Int64(random.next() % 62)
            guard ticks < Int64.max else { continue }
            prices.append(ticks)
            _ = book.place(seed % 2 == 0 ? .sell(id, 1, at: ticks) : .buy(id, 1, at: ticks))
            // Now and then the best leaves, which moves the window.
            if random.next() % 8 == 0, let best = seed % 2 == 0 ? prices.min() : prices.max() {
                prices.remove(at: prices.firstIndex(of: best)!)
                _ = book.place(seed % 2 == 0 ? .buy(10_000 + id, 1, at: nil) : .sell(10_000 + id, 1, at: nil))
            }
        }
        prices.sort { seed % 2 == 0 ? $0 < $1 : $0 > $1 }
        #expect(book.orders(seed % 2 == 0 ? .sell : .buy).map(\.ticks) == prices)
        let count = Int64(prices.count)
        let all = book.place(seed % 2 == 0 ? .buy(0, count, at: nil) : .sell(0, count, at: nil))
        let traded = all.events.compactMap { event -> Int64? in
            if case .trade(_, _, _, _, let ticks, _) = event { ticks } else { nil }
        }
        #expect(traded == prices)
        #expect(book.count == 0)
    }

    @Test("Many orders are found by numbers of any pattern", arguments: OrderNumbers.allCases)
    func manyNumbers(numbers: OrderNumbers) {
        var random = SplitMix64(seed: 5)
        let book = BookKind.fast.make()
        var live: [Int64] = []
        for step in 0..<12_000 as Range<Int64> {
            let id = numbers.number(step, using: &random)
            let isNew = book.order(id) == nil
            let placement = book.place(.buy(id, 1 + step % 5, at: 1000 + step % 300)).placement
            #expect(
                placement == (isNew ? .done(traded: 0, resting: 1 + step % 5, dropped: 0) : .refused(.repeatedOrder)))
            if isNew { live.append(id) }
            guard live.count > 3000 else { continue }
            let index = Int(random.next() % UInt64(live.count))
            live.swapAt(index, live.count - 1)
            #expect(book.cancel(live.removeLast()) != nil)
        }
        #expect(book.count == live.count)
        for id in live { #expect(book.cancel(id)?.id == id) }
        #expect(book.stateHash == FNV1a64().value)
    }
}

/// Ways in which orders may be numbered.
enum OrderNumbers: CaseIterable {
    case consecutive
    case ofOneMarketAmongMany
    case negative
    case farApart
    case fromFew
    case anything

    func number(_ step: Int64, using random: inout SplitMix64) -> Int64 {
        switch self {
        case .consecutive: step
        case .ofOneMarketAmongMany: step * 1024 + 7
        case .negative: -step
        case .farApart: step << 40
        case .fromFew: Int64(random.next() % 4000)
        case .anything: Int64(bitPattern: random.next())
        }
    }
}

/// A stream of orders, cancellations and restorations that makes books meet their rules often.
///
/// The seed also chooses how the prices lie and how the orders are numbered.
struct RandomOrders {
    enum Step {
        case place(IncomingOrder)
        case cancel(Int64)
        case restore(BookOrder)
        case reduce(Int64, lots: Int64)
    }

    private var random: SplitMix64
    private let spread: Int64
    private let numbers: OrderNumbers
    private var step: Int64 = 0
    private var middle: Int64
    private var used: [Int64] = []

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        spread = [4, 40, 3000, 1 << 40][Int(seed % 4)]
        numbers = OrderNumbers.allCases[Int(seed / 4) % OrderNumbers.allCases.count]
        middle = spread * 20
    }

    /// The next step; about one in six cancels, one in twelve takes lots away, one in fifty restores.
    mutating func next() -> Step {
        step += 1
        let draw = random.next() % 100
        if draw < 8, !used.isEmpty {
            return .reduce(used[Int(random.next() % UInt64(used.count))], lots: lots() / 3)
        }
        if draw < 24, !used.isEmpty { return .cancel(used[Int(random.next() % UInt64(used.count))]) }
        let id = numbers.number(step, using: &random)
        used.append(id)
        let account = Int64(random.next() % 5)
        let side: Side = random.next() % 2 == 0 ? .buy : .sell
        if draw < 26 {
            return .restore(BookOrder(id: id, account: account, side: side, ticks: price(), lots: lots()))
        }
        let ticks = price()
        var order = IncomingOrder(id: id, account: account, OrderTerms(side, lots: lots(), ticks: ticks))
        switch random.next() % 20 {
        case 0, 1: order.terms.ticks = nil
        case 2, 3: order.terms.conditions.timeInForce = .immediateOrCancel
        case 4, 5: order.terms.conditions.timeInForce = .fillOrKill
        case 6, 7: order.terms.conditions.isPostOnly = true
        case 8:
            order.terms.ticks = nil
            order.terms.conditions.timeInForce = .fillOrKill
        default: break
        }
        order.terms.conditions.selfTrade = SelfTradePrevention.allCases[Int(random.next() % 3)]
        if random.next() % 6 == 0 {
            order.maximumNotional = Int128(middle) * Int128(random.next() % 60)
        }
        return .place(order)
    }

    private mutating func price() -> Int64 {
        if random.next() % 60 == 0 { return [Int64.min, -1, 0, 1, .max - 1, .max][Int(random.next() % 6)] }
        if random.next() % 30 == 0 { middle += (random.next() % 2 == 0 ? 1 : -1) * spread }
        return middle + Int64(random.next() % UInt64(spread)) - Int64(random.next() % UInt64(spread))
    }

    private mutating func lots() -> Int64 {
        if random.next() % 80 == 0 { return [Int64.min, -1, 0, .max][Int(random.next() % 4)] }
        return 1 + Int64(random.next() % 20)
    }
}
