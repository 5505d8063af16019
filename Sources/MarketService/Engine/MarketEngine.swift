import Basics
import HTTPKit
import Ledger
import LedgerService
import Market
import ServiceKit
import Storage

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
    var isCurrent = false
    var sequence: Int64 = 0
    /// How often the right to write the market went to another server, at the last look.
    var epoch: Int64 = 0
    var matching = Matching<PriceTimeBook>()
    /// The open orders by number.
    var live: [Int64: LiveOrder] = [:]
    var openCounts: [LedgerAccount: Int] = [:]
    var lastBuy: Int64?
    var lastSell: Int64?
    var changedAt = Timestamp(milliseconds: 0)
    var candles = MarketCandles()
    /// What the last days came to, once somebody has asked.
    var statistics: DayStatistics?
    /// What each account pays, as far as it was asked; until the day ends or the fees change.
    var rates: [LedgerAccount: FeeTier] = [:]
    var ratesDay: Int64 = .min

    // What the batch has done so far.
    var ledger = Ledger()
    var events: [MatchingEvent] = []
    var touched: [LiveOrder] = []
    var trails: HistoryChains
    var fills: [StoredFill] = []
    var now = Timestamp(milliseconds: 0)
    /// The open orders that end at a time, the earliest first.
    var endings = EndingQueue()
    /// Whether the timers of accounts were looked at since the book was made.
    var hasSeenTimers = false
    /// The orders whose names the batch's commands say, as far as there are any.
    var named = NamedOrders()

    // Statements' texts are put together once.
    var orderRows = OrderStore.inserter()
    var fillRows = FillStore.inserter()
    var balanceRows = BalanceStore.inserter()
    var candleRows = CandleStore.inserter()

    init(rules: MarketRules, limits: MarketLimits) {
        number = rules.number
        self.rules = rules
        self.limits = limits
        trails = HistoryChains(market: rules.number)
    }

    /// Carries out commands in order, within one transaction.
    ///
    /// It is current again only after ``committed()``.
    ///
    /// - Parameter permitted: The epoch for which this server may write; nil when it is alone. Throws
    ///   ``WriterFault/notHere`` when the database has another.
    func run(
        _ commands: [MarketCommand], at instant: Timestamp, epoch permitted: Int64? = nil, in connection: any Connection
    ) throws -> BatchOutcome {
        try refresh(connection)
        if let permitted, permitted != epoch { throw WriterFault.notHere }
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
            try keeping.answer.begin(connection)
            let orders = try perform(command, connection)
            try keeping.answer.keep(orders, connection)
            return orders
        }
    }
}
