/// The order book for use: placing, trading and cancelling take constant time, and no operation allocates but to grow.
///
/// Only a price far from the best, beyond the window of its `PriceLadder`, costs a search. Made for one owner: a value
/// that moves but is never copied, whose memory goes when it does.
public struct PriceTimeBook: ~Copyable, OrderBook {
    private var pool = OrderPool()
    private var index = OrderIndex()
    /// Bids and asks, side by side, so that the side selects without a branch.
    private let ladders: UnsafeMutablePointer<PriceLadder>

    /// How many orders rest in the book.
    public private(set) var count = 0

    /// An empty book.
    public init() {
        ladders = .allocate(capacity: 2)
        ladders.initialize(to: PriceLadder())
        (ladders + 1).initialize(to: PriceLadder())
    }

    deinit {
        ladders.deinitialize(count: 2)
        ladders.deallocate()
    }

    /// The best bid: the highest price of the buy side, in ticks.
    public var bestBid: Int64? { best(.buy) }

    /// The best ask: the lowest price of the sell side, in ticks.
    public var bestAsk: Int64? { best(.sell) }

    /// An order as it stands in the book.
    public func order(_ id: Int64) -> BookOrder? {
        let place = index.find(id, in: pool)
        return place == 0 ? nil : order(at: place)
    }

    /// Takes an order out of the book.
    public mutating func cancel(_ id: Int64) -> BookOrder? {
        let place = index.find(id, in: pool)
        guard place != 0 else { return nil }
        let order = order(at: place)
        remove(place)
        return order
    }

    /// Takes lots away from an order, which keeps its place.
    @discardableResult public mutating func reduce(_ id: Int64, by lots: Int64) -> Bool {
        let place = index.find(id, in: pool)
        guard place != 0, lots > 0, lots < pool.slot(place).pointee.lots else { return false }
        pool.slot(place).pointee.lots &-= lots
        let rank = pool.header(place >> OrderPool.widthBits).pointee.rank
        ladder(rank < 0 ? .buy : .sell).pointee.change(rank) { $0.lots &-= lots }
        return true
    }

    /// Visits the orders of a side, the best first.
    public func forEach(_ side: Side, _ visit: (BookOrder) -> Bool) {
        ladder(side).pointee.forEach { _, level in
            var chunk = level.first
            while chunk != 0 {
                let header = pool.header(chunk)
                var live = header.pointee.live
                while live != 0 {
                    let place = chunk << OrderPool.widthBits | UInt32(live.trailingZeroBitCount)
                    live &= live &- 1
                    guard visit(order(at: place)) else { return false }
                }
                chunk = header.pointee.next
            }
            return true
        }
    }

    /// Visits the prices of a side, the best first.
    public func forEachLevel(_ side: Side, _ visit: (_ ticks: Int64, _ lots: Int64) -> Bool) {
        ladder(side).pointee.forEach { rank, level in visit(rank < 0 ? 0 &- rank : rank, level.lots) }
    }

    /// Puts an order at the tail of its price, without matching.
    @discardableResult public mutating func restore(_ order: BookOrder) -> Bool {
        guard order.lots > 0, order.ticks > 0, order.ticks < Int64.max, index.find(order.id, in: pool) == 0 else {
            return false
        }
        let rank = Self.rank(order.ticks, order.side)
        guard ladder(order.side.opposite).pointee.best > 0 &- rank else { return false }
        return rest(order.id, order.account, order.side, rank, order.lots)
    }

    /// Puts an order at the tail of its price, also where it crosses the other side.
    @discardableResult public mutating func collect(_ order: BookOrder) -> Bool {
        guard order.lots > 0, order.ticks > 0, order.ticks < Int64.max, index.find(order.id, in: pool) == 0 else {
            return false
        }
        return rest(order.id, order.account, order.side, Self.rank(order.ticks, order.side), order.lots)
    }

    /// Matches an order against the book.
    public mutating func place(_ order: IncomingOrder, _ emit: (BookEvent) -> Void) -> Placement {
        if order.isMalformed { return .refused(.malformed) }
        let terms = order.terms
        if index.find(order.id, in: pool) != 0 { return .refused(.repeatedOrder) }
        if terms.conditions.selfTrade == .passOver { return placePassingOverOwn(order, emit) }
        let rank = terms.ticks.map { Self.rank($0, terms.side) } ?? (Int64.min + 2)
        // A rank on one side is accepted by the other up to its negation.
        let crosses = ladder(terms.side.opposite).pointee.best <= 0 &- rank
        // The worse a price is for an order, the lower is its rank.
        let reach = order.collarTicks.map { max(rank, Self.rank($0, terms.side)) } ?? rank
        var left = terms.lots
        var mayRest = terms.mayRest
        var ending = Ending.open
        if crosses {
            if terms.conditions.isPostOnly { return .refused(.postOnlyWouldTake) }
            if terms.conditions.timeInForce == .fillOrKill, let reason = obstacle(to: order) { return .refused(reason) }
            ending = match(order, limit: 0 &- reach, &left, emit)
            switch ending {
            case .open: break
            case .atBound: mayRest = false
            case .atItself: return .metItself(traded: terms.lots &- left, dropped: left)
            }
        } else if terms.conditions.timeInForce == .fillOrKill {
            return .refused(.fillOrKillShort)
        }
        let traded = terms.lots &- left
        if reach != rank, left > 0, ending == .open,
            mayRest || ladder(terms.side.opposite).pointee.best <= 0 &- rank
        {
            return traded > 0 ? .collared(traded: traded, dropped: left) : .refused(.beyondCollar)
        }
        guard mayRest, left > 0 else { return .done(traded: traded, resting: 0, dropped: left) }
        // The lots at a price can overflow only where orders rest already, and then this one has not traded.
        guard rest(order.id, order.account, terms.side, rank, left) else { return .refused(.bookFull) }
        return .done(traded: traded, resting: left, dropped: 0)
    }

    // MARK: - Prices

    @inline(__always)
    private func ladder(_ side: Side) -> UnsafeMutablePointer<PriceLadder> {
        ladders + Int(truncatingIfNeeded: side.rawValue &- 1)
    }

    /// A price as the ladder of a side ranks it: −1 × ticks for bids.
    @inline(__always)
    private static func rank(_ ticks: Int64, _ side: Side) -> Int64 {
        ticks &* (side.rawValue &* 2 &- 3)
    }

    @inline(__always)
    private func order(at place: UInt32) -> BookOrder {
        let slot = pool.slot(place).pointee
        let rank = pool.header(place >> OrderPool.widthBits).pointee.rank
        return BookOrder(
            id: slot.id, account: slot.account, side: rank < 0 ? .buy : .sell, ticks: rank < 0 ? 0 &- rank : rank,
            lots: slot.lots)
    }

    private func best(_ side: Side) -> Int64? {
        let rank = ladder(side).pointee.best
        return rank == Int64.max ? nil : rank < 0 ? 0 &- rank : rank
    }

    // MARK: - Resting and leaving

    /// Puts an order at the tail of its price.
    ///
    /// - Returns: `false`, and nothing changed, if the lots there overflow or there is no place.
    @inline(__always)
    private mutating func rest(_ id: Int64, _ account: Int64, _ side: Side, _ rank: Int64, _ lots: Int64) -> Bool {
        let capacity = pool.slotCapacity
        let place = ladder(side).pointee.change(rank) { level -> UInt32 in
            let (sum, overflow) = level.lots.addingReportingOverflow(lots)
            if overflow { return 0 }
            var chunk = level.last
            if chunk == 0 || pool.header(chunk).pointee.used == OrderPool.width {
                chunk = pool.take()
                if chunk == 0 { return 0 }
                pool.header(chunk).pointee = OrderPool.Header(
                    rank: rank, live: 0, used: 1, next: 0, previous: level.last)
                if level.last == 0 { level.first = chunk } else { pool.header(level.last).pointee.next = chunk }
                level.last = chunk
            }
            let header = pool.header(chunk)
            let position = header.pointee.used
            header.pointee.used = position &+ 1
            header.pointee.live |= 1 << position
            level.lots = sum
            let place = chunk << OrderPool.widthBits | position
            pool.slot(place).pointee = OrderPool.Slot(id: id, account: account, lots: lots)
            return place
        }
        if place == 0 { return false }
        count &+= 1
        if pool.slotCapacity != capacity { index.grow(with: pool) } else { index.insert(id, at: place, in: pool) }
        return true
    }

    /// Takes the order at a place out of its price.
    @inline(__always)
    private mutating func remove(_ place: UInt32) {
        let slot = pool.slot(place)
        let chunk = place >> OrderPool.widthBits
        let header = pool.header(chunk)
        let lots = slot.pointee.lots
        slot.pointee.lots = 0
        header.pointee.live &= ~(1 << (place & 15))
        let isEmpty = header.pointee.live == 0
        count &-= 1
        let rank = header.pointee.rank
        ladder(rank < 0 ? .buy : .sell).pointee.change(rank) { level in
            level.lots &-= lots
            guard isEmpty else { return }
            let (next, previous) = (header.pointee.next, header.pointee.previous)
            if next == 0 { level.last = previous } else { pool.header(next).pointee.previous = previous }
            if previous == 0 { level.first = next } else { pool.header(previous).pointee.next = next }
            pool.release(chunk)
        }
    }

    // MARK: - Matching

    /// Trades until the order is filled, finds no acceptable price, comes to its bound or meets its own account.
    ///
    /// - Parameter limit: The worst rank that it accepts.
    /// - Returns: Why it has ended; what is left may rest when it has not.
    @inline(__always)
    private mutating func match(
        _ order: IncomingOrder, limit: Int64, _ left: inout Int64, _ emit: (BookEvent) -> Void
    ) -> Ending {
        let ladder = ladder(order.terms.side.opposite)
        let selfTrade = order.terms.conditions.selfTrade
        var budget = order.maximumNotional
        while left > 0, ladder.pointee.best <= limit {
            let rank = ladder.pointee.best
            let ticks = rank < 0 ? 0 &- rank : rank
            let level = ladder.pointee.bestLevel
            let chunk = level.pointee.first
            let header = pool.header(chunk)
            var live = header.pointee.live
            var ending = Ending.open
            var taken: Int64 = 0
            repeat {
                let slot = pool.slot(chunk << OrderPool.widthBits | UInt32(live.trailingZeroBitCount))
                let maker = slot.pointee
                if maker.account == order.account {
                    if selfTrade != .cancelOldest { ending = .atItself }
                    if selfTrade == .cancelNewest { break }
                    slot.pointee.lots = 0
                    live &= live &- 1
                    count &-= 1
                    taken &+= maker.lots
                    emit(
                        .makerCancelled(
                            id: maker.id, account: maker.account, side: order.terms.side.opposite, ticks: ticks,
                            left: maker.lots))
                    if ending == .atItself { break }
                    continue
                }
                var lots = min(left, maker.lots)
                if let most = budget {
                    lots = Int64(truncatingIfNeeded: min(Int128(lots), most / Int128(ticks)))
                    if lots == 0 {
                        ending = .atBound
                        break
                    }
                    budget = most - Int128(lots) * Int128(ticks)
                }
                left &-= lots
                taken &+= lots
                slot.pointee.lots = maker.lots &- lots
                if lots == maker.lots {
                    live &= live &- 1
                    count &-= 1
                }
                emit(
                    .trade(
                        maker: maker.id, makerAccount: maker.account, makerLeft: maker.lots &- lots, taker: order.id,
                        ticks: ticks, lots: lots))
            } while left > 0 && live != 0
            header.pointee.live = live
            level.pointee.lots &-= taken
            if live == 0 {
                let next = header.pointee.next
                pool.release(chunk)
                if next == 0 {
                    ladder.pointee.removeBest()
                } else {
                    level.pointee.first = next
                    pool.header(next).pointee.previous = 0
                }
            }
            if ending != .open { return ending }
        }
        return .open
    }

    /// How matching came to an end.
    private enum Ending {
        /// It found no more at its price, or nothing is left of it.
        case open
        /// It came to its bound.
        case atBound
        /// It met its own account.
        case atItself
    }

    /// What keeps all of the order from being traded at once; nil when nothing does.
    private func obstacle(to order: IncomingOrder) -> PlacementRefusal? {
        let obstacle = obstacle(to: order, upTo: order.worstTicks)
        guard obstacle == .fillOrKillShort, order.isCollared else { return obstacle }
        return self.obstacle(to: order, upTo: order.terms.ticks) == nil ? .beyondCollar : obstacle
    }

    /// The same, if it may trade up to `limit`.
    private func obstacle(to order: IncomingOrder, upTo limit: Int64?) -> PlacementRefusal? {
        var obstacle: PlacementRefusal?
        let terms = order.terms
        var left = terms.lots
        var budget = order.maximumNotional
        forEach(terms.side.opposite) { maker in
            if let limit, terms.side == .buy ? maker.ticks > limit : maker.ticks < limit { return false }
            if maker.account == order.account {
                if terms.conditions.selfTrade != .cancelOldest { obstacle = .metItself }
                return obstacle == nil
            }
            let lots = min(left, maker.lots)
            if let most = budget {
                let cost = Int128(lots) * Int128(maker.ticks)
                guard cost <= most else { return false }
                budget = most - cost
            }
            left -= lots
            return left > 0
        }
        return left == 0 ? nil : obstacle ?? .fillOrKillShort
    }
}

// Its pointers lead to memory that nobody else has, and it is never copied.
extension PriceTimeBook: @unchecked Sendable {}
