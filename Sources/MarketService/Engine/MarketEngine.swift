import HTTPKit
import Ledger
import LedgerService
import Market
import ServiceKit
import Storage
import Time

/// One market in memory, and how a batch of commands changes it and the database together.
///
/// The book is a cache of the open orders in the database. From a batch's first change until its commit is known it is
/// not to be trusted: ``isCurrent`` is false meanwhile, and whoever comes next rebuilds it from what was committed. So
/// a closure that is run again, a failed commit and a second server on the same database are all right.
///
/// `@unchecked Sendable`: it has no lock of its own. The one task that runs the market's writer either uses it itself
/// or waits for the one closure of the database that does, never both.
final class MarketEngine: @unchecked Sendable {
    let number: Int
    var rules: MarketRules
    let limits: MarketLimits

    /// Whether the book is what was committed at `sequence`.
    private(set) var isCurrent = false
    var sequence: Int64 = 0
    var matching = Matching<PriceTimeBook>()
    /// The open orders by number.
    var live: [Int64: LiveOrder] = [:]
    var openCounts: [LedgerAccount: Int] = [:]
    var lastBuy: Int64?
    var lastSell: Int64?
    private(set) var changedAt = Timestamp(milliseconds: 0)
    var candles = MarketCandles()
    /// What the last days came to, once somebody has asked.
    var statistics: DayStatistics?
    /// What each account pays, as far as it was asked; until the day ends or the fees change.
    private var rates: [LedgerAccount: FeeTier] = [:]
    private var ratesDay: Int64 = .min

    // What the batch has done so far.
    var ledger = Ledger()
    var events: [MatchingEvent] = []
    var touched: [LiveOrder] = []
    var trails: HistoryChains
    var fills: [StoredFill] = []
    var now = Timestamp(milliseconds: 0)
    /// The open orders that end at a time, the earliest first.
    var endings = EndingQueue()
    /// The orders whose names the batch's commands say, as far as there are any.
    var named = NamedOrders()

    // Statements' texts are put together once.
    private var orderRows = OrderStore.inserter()
    private var fillRows = FillStore.inserter()
    private var balanceRows = BalanceStore.inserter()
    private var candleRows = CandleStore.inserter()

    init(rules: MarketRules, limits: MarketLimits) {
        number = rules.number
        self.rules = rules
        self.limits = limits
        trails = HistoryChains(market: rules.number)
    }

    // MARK: - Batches

    /// Carries out commands in order, within one transaction.
    ///
    /// It is current again only after ``committed()``.
    func run(_ commands: [MarketCommand], at instant: Timestamp, in connection: any Connection) throws -> BatchOutcome {
        try refresh(connection)
        // Times never go back within a market.
        now = max(instant, changedAt)
        let before = sequence
        isCurrent = false
        begin()
        try loadBalances(commands, connection)
        try named.load(for: commands, live, connection)
        try carryOutWhatIsDue(connection)
        var results: [CommandResult] = []
        results.reserveCapacity(commands.count)
        for command in commands {
            results.append(try carryOut(command, connection))
        }
        let outcome = BatchOutcome(
            results: results, trades: fills.map(\.trade), accounts: touched.map(\.account),
            isChanged: sequence != before)
        if outcome.isChanged { try store(from: before, connection) }
        return outcome
    }

    /// Says that the last batch was committed: the book is what the database has.
    func committed() {
        isCurrent = true
    }

    /// What the last batch changed of these accounts, as long as no other one has begun.
    ///
    /// - Parameter turn: The batch's turn among those of all markets.
    func changes(of accounts: Set<LedgerAccount>, turn: UInt64) -> [LedgerAccount: OwnChanges] {
        var orders: [LedgerAccount: [OrderRecord]] = [:]
        for order in touched where accounts.contains(order.account) {
            orders[order.account, default: []].append(order.record(rules))
        }
        var executions: [LedgerAccount: [FillRecord]] = [:]
        for fill in fills {
            for (account, side) in [(fill.buyer, Side.buy), (fill.seller, .sell)] where accounts.contains(account) {
                executions[account, default: []].append(fill.record(of: side, rules))
            }
        }
        return orders.reduce(into: [:]) { changes, entry in
            let balances = [rules.base, rules.quote].map { asset in
                (asset: asset, balance: ledger[BalanceKey(account: entry.key, asset: asset.number)])
            }
            changes[entry.key] = OwnChanges(
                market: rules, orders: entry.value, fills: executions[entry.key] ?? [], balances: balances,
                turn: turn)
        }
    }

    private func begin() {
        ledger.forgetAll()
        touched.removeAll(keepingCapacity: true)
        fills.removeAll(keepingCapacity: true)
        orderRows.reset()
        fillRows.reset()
        balanceRows.reset()
        candleRows.reset()
    }

    private func carryOut(_ command: MarketCommand, _ connection: any Connection) throws -> CommandResult {
        do {
            return .success(try perform(command, connection))
        } catch let error as MarketError {
            return .failure(.market(error))
        } catch let error as ServiceError {
            return .failure(error)
        }
    }

    /// Does what a command says; a refusal has changed nothing.
    private func perform(_ command: MarketCommand, _ connection: any Connection) throws -> [OrderRecord] {
        switch command {
        case .place(let order): return [try place(order, connection).record(rules)]
        case .cancel(let id, let account): return [try cancel(id, of: account, connection).record(rules)]
        case .placePair(let limit, let stop): return try place(pair: limit, stop, connection).map { $0.record(rules) }
        case .cancelAll(let account, let reason):
            return try cancelAll(of: account, because: reason, connection).map { $0.record(rules) }
        case .cancelAllWhenDue(let account, let instant):
            guard try CancelTimerStore(connection).isDue(account, at: instant) else { return [] }
            return try cancelAll(of: account, because: .timer, connection).map { $0.record(rules) }
        case .lookAtTime:
            try carryOutEndings(connection)
            return []
        case .amend(let command): return try amend(command, connection).map { $0.record(rules) }
        case .once(let command, let keeping):
            try keeping.begin(connection)
            let orders = try perform(command, connection)
            try keeping.keep(orders, connection)
            return orders
        }
    }

    // MARK: - Keeping up with the database

    /// Makes sure that the book is what the database has, within a transaction.
    func refresh(_ connection: any Connection) throws {
        guard let state = try MarketStateStore(connection).state(of: number) else { throw MarketError.unknownMarket }
        if let changed = try state.changed(rules) {
            rules = changed
            rates = [:]
        }
        if !isCurrent || state.sequence != sequence { try rebuild(state, connection) }
        matching.collar = rules.collar
        matching.isCollecting = rules.phase != .trading
    }

    private func rebuild(_ state: MarketState, _ connection: any Connection) throws {
        isCurrent = false
        matching = Matching<PriceTimeBook>()
        // Orders that were collected for an auction may cross, also when it was halted meanwhile.
        matching.isCollecting = rules.phase != .trading
        live = [:]
        endings = EndingQueue()
        openCounts = [:]
        rates = [:]
        trails.forgetAll()
        for order in try OrderStore(connection).open(market: number) {
            live[order.id] = order
            openCounts[order.account, default: 0] += 1
            endings.add(order)
            let isTaken: Bool
            if order.status == .waiting {
                isTaken = matching.restore(waiting: order.incoming)
            } else if let ticks = order.terms.ticks {
                isTaken = matching.restore(
                    BookOrder(
                        id: order.id, account: order.account.rawValue, side: order.terms.side, ticks: ticks,
                        lots: order.remaining))
            } else {
                isTaken = false
            }
            guard isTaken else { throw StorageError.corrupt }
        }
        for order in live.values {
            if let partner = order.partner, live[partner] != nil { matching.pair(order.id, partner) }
        }
        candles = try CandleStore(connection).latest(market: number)
        statistics = nil
        matching.lastTicks = state.lastTicks
        lastBuy = state.lastBuy
        lastSell = state.lastSell
        changedAt = state.changedAt
        sequence = state.sequence
        isCurrent = true
    }

    /// Takes over what the last days came to, unless the market has moved on since `sequence`.
    func resume(from known: DayStatistics, at sequence: Int64) {
        if self.sequence == sequence { statistics = known }
    }

    // MARK: - Balances

    private var baseAndQuote: (Int, Int) { (rules.base.number, rules.quote.number) }

    private func loadBalances(_ commands: [MarketCommand], _ connection: any Connection) throws {
        var accounts: [LedgerAccount] = []
        func add(_ account: LedgerAccount) {
            let key = BalanceKey(account: account, asset: rules.base.number)
            guard !ledger.knows(key) else { return }
            // From here on it is known, and does not come twice.
            ledger.load(key, Balance())
            accounts.append(account)
        }
        for command in commands {
            switch command.deed {
            case .place(let order):
                add(order.account)
                add(.fees(ofMarket: number))
            case .placePair(let order, _):
                add(order.account)
            case .cancel(_, let account), .cancelAll(let account, _), .cancelAllWhenDue(let account, _):
                add(account)
            case .amend(let amendment):
                add(amendment.account)
                add(.fees(ofMarket: number))
            case .lookAtTime, .once: break
            }
        }
        try BalanceStore(connection).load(accounts, assets: baseAndQuote, into: &ledger)
    }

    func loadIfNeeded(_ account: LedgerAccount, _ connection: any Connection) throws {
        guard !ledger.knows(BalanceKey(account: account, asset: rules.base.number)) else { return }
        try BalanceStore(connection).load([account], assets: baseAndQuote, into: &ledger)
    }

    /// What an account pays.
    func tier(of account: LedgerAccount, _ connection: any Connection) throws -> FeeTier {
        if rules.fees.tiers.count == 1 { return rules.fees.tiers[0] }
        let day = TradedVolumeStore.day(of: now)
        if day != ratesDay {
            rates = [:]
            ratesDay = day
        }
        if let known = rates[account] { return known }
        let volume = try TradedVolumeStore(connection).volume(of: account, market: number, before: day)
        let tier = rules.fees.tier(for: volume).tier
        rates[account] = tier
        return tier
    }

    func holdKey(_ order: LiveOrder) -> BalanceKey {
        BalanceKey(account: order.account, asset: order.terms.side == .buy ? rules.quote.number : rules.base.number)
    }

    /// What an order that waits holds for so many lots; nothing for a market order.
    func hold(_ order: LiveOrder, lots: Int64) throws -> Int128 {
        guard let ticks = order.terms.ticks else { return 0 }
        do { return try rules.hold(side: order.terms.side, ticks: ticks, lots: lots).amount } catch {
            throw MarketError.order(error)
        }
    }

    /// What an open order holds: of a pair the stop only what it may cost beyond the limit order, which holds the rest.
    func hold(_ order: LiveOrder) throws -> Int128 {
        let all = try hold(order, lots: order.remaining)
        guard order.status == .waiting, let limit = order.partner.flatMap({ live[$0] }) else { return all }
        return max(0, all - (try hold(limit, lots: limit.terms.lots)))
    }

    func touch(_ order: LiveOrder) {
        order.updatedAt = now
        guard !order.isTouched else { return }
        order.isTouched = true
        touched.append(order)
    }

    /// Counts an order out that was cancelled.
    func close(_ order: LiveOrder, because reason: OrderReason, _ connection: any Connection) throws {
        order.status = .cancelled
        order.reason = reason
        try close(order, connection)
    }

    /// Counts an order out, whose status says what has become of it.
    func close(_ order: LiveOrder, _ connection: any Connection) throws {
        forget(order)
        order.previousClosed = try trails.add(order.id, to: HistoryChain(of: order), of: order.account, connection)
        touch(order)
    }

    func forget(_ order: LiveOrder) {
        live[order.id] = nil
        let left = openCounts[order.account, default: 1] - 1
        openCounts[order.account] = left > 0 ? left : nil
    }

    /// Asks anew what everybody pays.
    func forgetRates() {
        rates = [:]
    }

    // MARK: - Cancelling

    /// An order that is open.
    func open(_ id: Int64, of account: LedgerAccount, _ connection: any Connection) throws -> LiveOrder {
        guard let order = live[id] else {
            // In this batch it may have been closed already; else the database knows.
            let closed = try touched.first { $0.id == id } ?? OrderStore(connection).order(id)
            throw closed?.account == account ? MarketError.notOpen : MarketError.unknownOrder
        }
        guard order.account == account else { throw MarketError.unknownOrder }
        return order
    }

    func cancel(
        _ id: Int64, of account: LedgerAccount, _ connection: any Connection
    ) throws -> LiveOrder {
        let order = try open(id, of: account, connection)
        try cancel(order, because: .user, connection)
        return order
    }

    /// Cancels an open order, and the other one of its pair with it.
    func cancel(
        _ order: LiveOrder, because reason: OrderReason, partnerBecause other: OrderReason = .partner,
        _ connection: any Connection
    ) throws {
        let partner = order.partner.flatMap { live[$0] }
        try loadIfNeeded(order.account, connection)
        // Of a pair the hold is one: both are released before either is gone.
        let held = try [order, partner].compactMap(\.self).map { ($0, try hold($0)) }
        for (order, amount) in held {
            guard matching.cancel(order.id) != nil else { throw StorageError.corrupt }
            try ledger.release(amount, holdKey(order))
        }
        for (ended, _) in held {
            sequence += 1
            try close(ended, because: ended === order ? reason : other, connection)
        }
    }

    /// Cancels every open order of an account.
    private func cancelAll(
        of account: LedgerAccount, because reason: OrderReason, _ connection: any Connection
    ) throws -> [LiveOrder] {
        let orders = live.values.filter { $0.account == account }.sorted { $0.id < $1.id }
        for order in orders where order.status.isOpen {
            try cancel(order, because: reason, partnerBecause: reason, connection)
        }
        return orders
    }

    // MARK: - Amending

    /// Makes an open order another: it keeps its number and its place when only its amount becomes less, else another
    /// order comes in its place at once.
    ///
    /// What is refused has changed nothing.
    ///
    /// - Returns: The order as it is now, and after it the one whose place it took.
    private func amend(_ command: AmendCommand, _ connection: any Connection) throws -> [LiveOrder] {
        let order = try open(command.id, of: command.account, connection)
        guard let oldTicks = order.terms.ticks else { throw StorageError.corrupt }
        if let partner = order.partner, live[partner] != nil { throw MarketError.paired }
        let (ticks, lots) = (command.ticks ?? oldTicks, command.lots ?? order.terms.lots)
        guard lots > order.executed else { throw MarketError.amountExecuted }
        try loadIfNeeded(order.account, connection)
        guard ticks != oldTicks || lots > order.terms.lots else {
            let less = order.terms.lots - lots
            guard less > 0 else { return [order] }
            guard matching.reduce(order.id, by: less) else { throw StorageError.corrupt }
            try ledger.release(try hold(order, lots: less), holdKey(order))
            sequence += 1
            order.want(lots: lots)
            touch(order)
            return [order]
        }
        return try replace(order, ticks: ticks, lots: lots - order.executed, calling: command.clientID, connection)
    }

    private func replace(
        _ order: LiveOrder, ticks: Int64, lots: Int64, calling clientID: ClientOrderID?, _ connection: any Connection
    ) throws -> [LiveOrder] {
        try requireOpen()
        let key = clientID.map { ClientOrderKey(account: order.account, clientID: $0) }
        guard named[key] == nil else { throw MarketError.clientIDUsed }
        // The order's end counts one, and then the new one comes.
        let new = try order.replacement(
            ticks: ticks, lots: lots, calling: clientID, at: sequence + 2, now, rules)
        if let obstacle = matching.obstacle(toReplacing: new.incoming) { throw MarketError(obstacle) }
        let (old, wanted) = (try hold(order, lots: order.remaining), try hold(new, lots: lots))
        try ledger.release(old, holdKey(order))
        do {
            try ledger.hold(wanted, holdKey(new))
        } catch LedgerFault.insufficient {
            try ledger.hold(old, holdKey(order))
            throw MarketError.notEnoughBalance
        }
        guard matching.cancel(order.id) != nil else { throw StorageError.corrupt }
        sequence += 1
        order.successor = new.id
        try close(order, because: .replaced, connection)
        // What could refuse it was looked at before; a batch that finds something else does not happen.
        guard try submit(new, connection) == nil else { throw StorageError.corrupt }
        named.add(new)
        return [new, order]
    }

    // MARK: - Placing

    func place(_ command: PlaceCommand, _ connection: any Connection) throws -> LiveOrder {
        if let known = named[command.key] {
            guard MarketNumbering.market(of: known.id) == number, known.isPlaced(by: command) else {
                throw MarketError.clientIDUsed
            }
            return known
        }
        try requireOpen(for: command)
        let terms = command.terms
        let mayWait = terms.conditions.timeInForce == .goodTillCancelled || terms.stop != nil
        guard !mayWait || openCounts[command.account, default: 0] < limits.openOrders else {
            throw MarketError.limitReached
        }
        try loadIfNeeded(command.account, connection)
        let order = LiveOrder(
            id: MarketNumbering.number(at: sequence + 1, market: number), placing: command, placed: sequence + 1,
            at: now)
        if terms.ticks == nil {
            try checkFunds(command, connection)
        } else {
            do {
                try ledger.hold(try hold(order, lots: terms.lots), holdKey(order))
            } catch LedgerFault.insufficient {
                throw MarketError.notEnoughBalance
            }
        }
        if let occasion = command.instant?.occasion, try !occasion.isDue(connection) { throw MarketError.notOpen }
        guard let refusal = try submit(order, connection) else {
            try command.instant?.occasion?.keepDone(now, connection)
            named.add(order)
            return order
        }
        // Nothing happened, and nothing of it is kept: not even its number.
        forget(order)
        if MarketNumbering.number(at: sequence, market: number) == order.id { sequence -= 1 }
        throw refusal
    }

    /// Lets the market have an order whose money is held, and carries out what it does; returns why it is refused.
    func submit(_ order: LiveOrder, _ connection: any Connection) throws -> MarketError? {
        sequence += 1
        live[order.id] = order
        openCounts[order.account, default: 0] += 1
        endings.add(order)
        events.removeAll(keepingCapacity: true)
        matching.submit(order.incoming) { events.append($0) }
        var refusal: MarketError?
        for event in events {
            if let reason = try apply(event, connection), refusal == nil, case .placed(order.id, _) = event {
                refusal = reason
            }
        }
        if refusal == nil { touch(order) }
        return refusal
    }

    /// Carries out what the book did; returns why an order that has just come is refused.
    func apply(_ event: MatchingEvent, _ connection: any Connection) throws -> MarketError? {
        switch event {
        case .book(.trade(let maker, _, let makerLeft, _, let ticks, let lots), let taker):
            guard let maker = live[maker], let taker = live[taker] else { throw StorageError.corrupt }
            try trade(maker, taker, ticks: ticks, lots: lots, connection)
            if makerLeft == 0 {
                maker.status = .filled
                try close(maker, connection)
            }
        case .book(.makerCancelled(let id, _, _, _, _), _):
            guard let order = live[id] else { throw StorageError.corrupt }
            try loadIfNeeded(order.account, connection)
            try ledger.release(try hold(order, lots: order.remaining), holdKey(order))
            try close(order, because: .selfTrade, connection)
        case .partnerEnded(let id, let partner):
            guard let order = live[id], let partner = live[partner] ?? touched.last(where: { $0.id == partner }) else {
                throw StorageError.corrupt
            }
            try endPartner(order, of: partner, connection)
        case .auctionTrade(let trade):
            try carryOut(trade, connection)
        case .stopAccepted:
            break
        case .stopTriggered(let id):
            guard let order = live[id] else { throw StorageError.corrupt }
            sequence += 1
            order.status = .queued
            order.placed = sequence
            touch(order)
        case .placed(let id, let placement):
            guard let order = live[id] else { throw StorageError.corrupt }
            try loadIfNeeded(order.account, connection)
            return try placed(order, placement, connection)
        }
        return nil
    }

    private func placed(
        _ order: LiveOrder, _ placement: Placement, _ connection: any Connection
    ) throws -> MarketError? {
        switch placement {
        case .done(_, let resting, let dropped):
            if resting > 0 { return nil }
            guard dropped > 0 else {
                order.status = .filled
                try close(order, connection)
                return nil
            }
            try ledger.release(try hold(order, lots: dropped), holdKey(order))
            try close(order, because: .immediateRest, connection)
            return nil
        case .metItself(let traded, let dropped):
            try ledger.release(try hold(order, lots: dropped), holdKey(order))
            // It met an order of its own account before any other: when that changed nothing, it is refused, whatever
            // its kind.
            if traded == 0, order.terms.stop == nil, events.count == 1 { return .selfTrade }
            try close(order, because: .selfTrade, connection)
            return nil
        case .collared(_, let dropped):
            try ledger.release(try hold(order, lots: dropped), holdKey(order))
            try close(order, because: .collar, connection)
            return nil
        case .refused(let reason):
            try ledger.release(try hold(order, lots: order.remaining), holdKey(order))
            guard order.terms.stop != nil else { return MarketError(reason) }
            // Its sender was answered when it began to wait, or is answered that it was accepted.
            try close(order, because: OrderReason(stop: reason), connection)
            return nil
        }
    }

    // MARK: - Storing

    func store(from before: Int64, _ connection: any Connection) throws {
        changedAt = now
        let state = MarketState(
            sequence: sequence, lastTicks: matching.lastTicks, lastBuy: lastBuy, lastSell: lastSell, changedAt: now)
        guard try MarketStateStore(connection).replace(state, of: number, at: before) else {
            // Nobody else writes within this transaction; if somebody did, it has to be run again.
            throw StorageError.busy
        }
        let orders = OrderStore(connection)
        var cancelled: [OrderReason: [OrderStore.Cancelled]] = [:]
        for order in touched {
            order.isTouched = false
            if !order.isStored {
                try orders.insert(order, market: number, with: &orderRows)
                order.isStored = true
            } else if order.executed == 0, order.terms.stop == nil, !order.isAmended, let reason = order.reason {
                cancelled[reason, default: []].append((id: order.id, previous: order.previousClosed))
            } else {
                try orders.update(order, market: number)
            }
        }
        try orderRows.finish(connection)
        for (reason, some) in cancelled { try orders.cancel(some, reason, at: now) }
        let fillStore = FillStore(connection)
        for fill in fills { try fillStore.insert(fill, market: number, with: &fillRows) }
        try fillRows.finish(connection)
        try trails.store(connection)
        try BalanceStore(connection).storeChanges(of: ledger, with: &balanceRows)
        for entry in candles.takeChanges() {
            try CandleStore(connection).put(entry, market: number, with: &candleRows)
        }
        try candleRows.finish(connection)
    }
}
