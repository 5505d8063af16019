import Basics
import Ledger
import LedgerService
import Market
import ServiceKit
import Storage

// What happens in a market because of the time: orders end, and auctions do.
extension MarketEngine {
    /// Why no order is taken, if none is.
    func requireOpen() throws(MarketError) {
        guard rules.isActive else { throw .marketInactive }
        guard rules.phase != .halted else { throw .halted }
    }

    /// Why this order is not taken, if none like it is.
    func requireOpen(for command: PlaceCommand) throws(MarketError) {
        try requireOpen()
        let conditions = command.terms.conditions
        let mayWait = command.terms.ticks != nil && conditions.timeInForce == .goodTillCancelled
        if rules.phase.isAuction, command.terms.stop == nil, !mayWait || conditions.isPostOnly { throw .collecting }
        if let expiresAt = command.expiresAt, expiresAt <= now { throw .invalidExpiry }
    }

    /// Carries out what was due by now, in its order, before anything else happens.
    ///
    /// An order that was to end before the auction did, by itself or with all of its owner's, is not in it, however late
    /// that is noticed.
    func carryOutWhatIsDue(_ connection: any Connection) throws {
        if case .auction(let until) = rules.phase, until <= now, rules.isActive {
            try endOrders(dueBy: until, connection)
            try endOrders(ofTimersDueBy: until, connection)
            try endAuction(connection)
        }
        try endOrders(dueBy: now, connection)
        // Of a server that has just begun nobody has looked whose time was up meanwhile.
        guard !hasSeenTimers else { return }
        try endOrders(ofTimersDueBy: now, connection)
        hasSeenTimers = true
    }

    /// Ends the orders here of owners who had not said in time that they were still there; the timers go when that has
    /// happened in every market.
    private func endOrders(ofTimersDueBy instant: Timestamp, _ connection: any Connection) throws {
        for timer in try CancelTimerStore(connection).due(at: instant, limit: .max) {
            _ = try cancelAll(of: timer.account, because: .timer, connection)
        }
    }

    private func endOrders(dueBy instant: Timestamp, _ connection: any Connection) throws {
        while let id = endings.next(dueBy: instant) {
            guard let order = live[id] else { continue }
            try cancel(order, because: .expired, partnerBecause: .expired, connection)
        }
        if endings.count > live.count * 2 + 1024 { endings = EndingQueue(live.values) }
    }

    /// Ends orders as an operator has asked for, and forgets that.
    func carryOutEndings(_ connection: any Connection) throws {
        for ending in try OrderEndingStore(connection).take(of: number) {
            let orders = live.values.filter { ending.account == nil || $0.account == ending.account }
            for order in orders.sorted(by: { $0.id < $1.id }) where order.status.isOpen {
                try cancel(order, because: ending.reason, partnerBecause: ending.reason, connection)
            }
        }
    }

    /// Lets all that can trade do so at one price, and goes on as a market that trades.
    private func endAuction(_ connection: any Connection) throws {
        sequence += 1
        events.removeAll(keepingCapacity: true)
        matching.uncross { events.append($0) }
        for event in events { _ = try apply(event, connection) }
        rules = try rules.with(fees: rules.fees, isActive: rules.isActive, collar: rules.collar, phase: .trading)
        guard try CatalogueStore(connection).setPhase(.trading, market: rules.name) else {
            throw StorageError.corrupt
        }
    }

    /// Carries out a trade of two orders that had waited.
    func carryOut(_ trade: AuctionTrade, _ connection: any Connection) throws {
        guard let maker = live[trade.maker], let taker = live[trade.taker] else { throw StorageError.corrupt }
        try self.trade(maker, taker, ticks: trade.ticks, lots: trade.lots, isAuction: true, connection)
        for (order, left) in [(maker, trade.makerLeft), (taker, trade.takerLeft)] where left == 0 {
            order.status = .filled
            try close(order, connection)
        }
    }
}

/// The open orders that end at a time; those that have ended before are in it until then.
struct EndingQueue {
    private struct Ending {
        let at: Timestamp
        let id: Int64

        static func < (left: Ending, right: Ending) -> Bool {
            left.at == right.at ? left.id < right.id : left.at < right.at
        }
    }

    /// A heap: none is before the one at half its place.
    private var heap: [Ending] = []

    /// No orders.
    init() {}

    /// Those of `orders` that end at a time.
    init(_ orders: some Sequence<LiveOrder>) {
        for order in orders { add(order) }
    }

    /// How many entries there are.
    var count: Int { heap.count }

    /// Adds an order if it ends at a time.
    mutating func add(_ order: LiveOrder) {
        guard let expiresAt = order.expiresAt else { return }
        heap.append(Ending(at: expiresAt, id: order.id))
        var place = heap.count - 1
        while place > 0, heap[place] < heap[(place - 1) / 2] {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// Takes the earliest one out if it was to end by `instant`; gives its order's number.
    mutating func next(dueBy instant: Timestamp) -> Int64? {
        guard let first = heap.first, first.at <= instant else { return nil }
        let last = heap.removeLast()
        guard !heap.isEmpty else { return first.id }
        heap[0] = last
        var place = 0
        while true {
            var least = place
            for child in [place * 2 + 1, place * 2 + 2] where child < heap.count && heap[child] < heap[least] {
                least = child
            }
            guard least != place else { return first.id }
            heap.swapAt(place, least)
            place = least
        }
    }
}
