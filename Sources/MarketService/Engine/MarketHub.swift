import Ledger
import Market
import Synchronization

/// Says what has changed, as version numbers that only grow: whoever follows a market or an account asks now and then,
/// and looks closer only when the number is another one.
///
/// Nothing waits here for anybody, so a reader that never reads costs nothing. Changes of other processes on the same
/// database are noticed within a second or two.
package final class MarketHub: Sendable {
    /// How many of a market's last trades are kept.
    package static let tradesKept = 256

    fileprivate struct MarketState {
        var version: UInt64 = 0
        var trades: [PublicTrade] = []
    }

    fileprivate struct Watched {
        var version: UInt64 = 0
        var watchers = 0
        /// The version at which orders in any market may have changed.
        var everyMarket: UInt64 = 0
        /// The version at which orders in each market changed last.
        var markets: [Int: UInt64] = [:]
    }

    /// What has changed of an account.
    package struct AccountChanges: Sendable, Equatable {
        /// The version that it has now.
        package let version: UInt64
        /// The markets in which orders of it changed; nil when they may be any.
        package let markets: Set<Int>?
    }

    fileprivate struct State {
        var markets: [Int: MarketState] = [:]
        var accounts: [LedgerAccount: Watched] = [:]
        var catalogue: UInt64 = 0
        /// The next version of an account: one count for all, so that one that is watched anew never repeats a version.
        var nextAccountVersion: UInt64 = 1
        var listeners: [UInt64: AsyncStream<Void>.Continuation] = [:]
        var nextListener: UInt64 = 0
        var followers = OwnFollowers()
        var turn: UInt64 = 0
    }

    private let state = Mutex(State())

    /// A hub in which nothing has happened.
    package init() {}

    // MARK: - Asking

    /// Counts the committed changes of a market.
    package func marketVersion(_ number: Int) -> UInt64 {
        state.withLock { $0.markets[number]?.version ?? 0 }
    }

    /// Counts the changes of assets, markets and their rules.
    package func catalogueVersion() -> UInt64 {
        state.withLock { $0.catalogue }
    }

    /// A market's last trades, at most ``tradesKept``, oldest first; those of other processes are not among them.
    package func recentTrades(_ number: Int) -> [PublicTrade] {
        state.withLock { $0.markets[number]?.trades ?? [] }
    }

    /// Begins to count the changes of an account; each call needs one of ``unwatch(_:)``.
    package func watch(_ account: LedgerAccount) {
        state.withLock { state in
            if state.accounts[account] == nil {
                state.accounts[account] = Watched(version: state.nextAccountVersion)
                state.nextAccountVersion += 1
            }
            state.accounts[account]?.watchers += 1
        }
    }

    /// Ends what one call of ``watch(_:)`` began.
    package func unwatch(_ account: LedgerAccount) {
        state.withLock { state in
            guard var watched = state.accounts[account] else { return }
            watched.watchers -= 1
            state.accounts[account] = watched.watchers > 0 ? watched : nil
        }
    }

    /// Grows with each committed change of an account's balances or orders while somebody watches it; else 0.
    package func accountVersion(_ account: LedgerAccount) -> UInt64 {
        state.withLock { $0.accounts[account]?.version ?? 0 }
    }

    /// What has changed of an account that somebody watches since it had this version; of any other account anything
    /// may have.
    package func changes(of account: LedgerAccount, since known: UInt64?) -> AccountChanges {
        state.withLock { state in
            guard let watched = state.accounts[account] else { return AccountChanges(version: 0, markets: nil) }
            guard let known, watched.everyMarket <= known else {
                return AccountChanges(version: watched.version, markets: nil)
            }
            return AccountChanges(
                version: watched.version, markets: Set(watched.markets.filter { $0.value > known }.keys))
        }
    }

    /// Says each time that an account which somebody watches has changed; several changes may be said once.
    package func accountNews() -> AsyncStream<Void> {
        let (news, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let listener = state.withLock { state in
            state.nextListener += 1
            state.listeners[state.nextListener] = continuation
            return state.nextListener
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners[listener] = nil }
        }
        return news
    }

    // MARK: - Telling

    /// Tells of a committed change of a market, of the trades in it, and of the accounts that it touched.
    func changed(market number: Int, trades: [PublicTrade], accounts: some Sequence<LedgerAccount>) {
        publish { state in
            var market = state.markets[number] ?? MarketState()
            market.version += 1
            if !trades.isEmpty {
                market.trades.append(contentsOf: trades.suffix(Self.tradesKept))
                if market.trades.count > Self.tradesKept {
                    market.trades.removeFirst(market.trades.count - Self.tradesKept)
                }
            }
            state.markets[number] = market
            guard !state.accounts.isEmpty else { return false }
            return accounts.reduce(false) { state.touch($1, in: number) || $0 }
        }
    }

    /// Tells that another server has changed orders of these accounts in a market.
    func changedElsewhere(market number: Int, accounts: Set<LedgerAccount>) {
        changed(market: number, trades: [], accounts: accounts)
        changed(accounts: accounts)
    }

    /// Tells of changed balances.
    package func changed(accounts: some Collection<LedgerAccount>) {
        publish { state in accounts.reduce(false) { state.touch($1) || $0 } }
        guard !accounts.isEmpty else { return }
        let stale = state.withLock { state in
            state.followers.isEmpty ? [] : Set(accounts).flatMap { state.followers[$0] }
        }
        for follower in stale { follower.tellStale() }
    }

    /// Tells that anybody's balances and orders may have changed.
    ///
    /// - Parameter isOfOrders: Whether orders may have, too; who follows their own hears of points otherwise.
    func changedEveryAccount(isOfOrders: Bool) {
        if isOfOrders {
            for follower in state.withLock({ $0.followers.all }) { follower.tellStale() }
        }
        publish { state in
            for account in Array(state.accounts.keys) where state.touch(account) {
                let version = state.accounts[account]?.version ?? 0
                state.accounts[account]?.everyMarket = version
            }
            return !state.accounts.isEmpty
        }
    }

    /// Changes something, and wakes who listens when it was of an account that is watched.
    private func publish(_ change: (inout State) -> Bool) {
        let listeners = state.withLock { state in
            change(&state) ? Array(state.listeners.values) : []
        }
        for listener in listeners { listener.yield() }
    }

    // MARK: - Those who follow their own

    /// Lets somebody follow an account.
    func add(_ follower: OwnFollower) {
        state.withLock { $0.followers.add(follower) }
    }

    /// Lets somebody follow no more.
    func remove(_ follower: OwnFollower) {
        state.withLock { $0.followers.remove(follower) }
    }

    /// Hears the number of an account, which may have been made just now.
    func learn(_ number: LedgerAccount, of account: [UInt8]) {
        let stale = state.withLock { state in
            state.followers.isEmpty ? [] : state.followers.learn(number, of: account)
        }
        for follower in stale { follower.tellStale() }
    }

    /// The turn of a transaction that is about to be committed.
    func nextTurn() -> UInt64 {
        state.withLock { state in
            state.turn += 1
            return state.turn
        }
    }

    /// Those of some accounts whom somebody follows.
    func followed(among accounts: some Sequence<LedgerAccount>) -> Set<LedgerAccount> {
        state.withLock { state in
            state.followers.isEmpty ? [] : Set(accounts.filter { state.followers.has($0) })
        }
    }

    /// Tells what a market's committed batch changed of accounts.
    func tell(_ changes: [LedgerAccount: OwnChanges]) {
        for (account, changes) in changes {
            for follower in state.withLock({ $0.followers[account] }) { follower.tell(changes) }
        }
    }

    /// Tells that assets, markets or rules have changed.
    func changedCatalogue() {
        state.withLock { $0.catalogue += 1 }
    }
}

extension MarketHub.State {
    /// Counts a change of an account, of its orders in a market when there is one; false when nobody watches it.
    fileprivate mutating func touch(_ account: LedgerAccount, in market: Int? = nil) -> Bool {
        guard accounts[account] != nil else { return false }
        accounts[account]?.version = nextAccountVersion
        if let market { accounts[account]?.markets[market] = nextAccountVersion }
        nextAccountVersion += 1
        return true
    }
}
