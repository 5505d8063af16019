import Ledger
import Market
import Synchronization

/// Says what has changed, as version numbers that only grow: whoever follows a market or an account asks now and then,
/// and looks closer only when the number is another one.
///
/// Nothing waits here for anybody, so a reader that never reads costs nothing. Changes of other processes on the same
/// database are noticed within a second or two.
public final class MarketHub: Sendable {
    /// How many of a market's last trades are kept.
    public static let tradesKept = 256

    fileprivate struct MarketState {
        var version: UInt64 = 0
        var trades: [PublicTrade] = []
    }

    fileprivate struct Watched {
        var version: UInt64 = 0
        var watchers = 0
    }

    fileprivate struct State {
        var markets: [Int: MarketState] = [:]
        var accounts: [LedgerAccount: Watched] = [:]
        var catalogue: UInt64 = 0
        /// The next version of an account: one count for all, so that one that is watched anew never repeats a version.
        var nextAccountVersion: UInt64 = 1
    }

    private let state = Mutex(State())

    /// A hub in which nothing has happened.
    public init() {}

    // MARK: - Asking

    /// Counts the committed changes of a market.
    public func marketVersion(_ number: Int) -> UInt64 {
        state.withLock { $0.markets[number]?.version ?? 0 }
    }

    /// Counts the changes of assets, markets and their rules.
    public func catalogueVersion() -> UInt64 {
        state.withLock { $0.catalogue }
    }

    /// A market's last trades, at most ``tradesKept``, oldest first; those of other processes are not among them.
    public func recentTrades(_ number: Int) -> [PublicTrade] {
        state.withLock { $0.markets[number]?.trades ?? [] }
    }

    /// Begins to count the changes of an account; each call needs one of ``unwatch(_:)``.
    public func watch(_ account: LedgerAccount) {
        state.withLock { state in
            if state.accounts[account] == nil {
                state.accounts[account] = Watched(version: state.nextAccountVersion)
                state.nextAccountVersion += 1
            }
            state.accounts[account]?.watchers += 1
        }
    }

    /// Ends what one call of ``watch(_:)`` began.
    public func unwatch(_ account: LedgerAccount) {
        state.withLock { state in
            guard var watched = state.accounts[account] else { return }
            watched.watchers -= 1
            state.accounts[account] = watched.watchers > 0 ? watched : nil
        }
    }

    /// Grows with each committed change of an account's balances or orders while somebody watches it; else 0.
    public func accountVersion(_ account: LedgerAccount) -> UInt64 {
        state.withLock { $0.accounts[account]?.version ?? 0 }
    }

    // MARK: - Telling

    /// Tells of a committed change of a market, of the trades in it, and of the accounts that it touched.
    func changed(market number: Int, trades: [PublicTrade], accounts: some Sequence<LedgerAccount>) {
        state.withLock { state in
            var market = state.markets[number] ?? MarketState()
            market.version += 1
            if !trades.isEmpty {
                market.trades.append(contentsOf: trades.suffix(Self.tradesKept))
                if market.trades.count > Self.tradesKept {
                    market.trades.removeFirst(market.trades.count - Self.tradesKept)
                }
            }
            state.markets[number] = market
            guard !state.accounts.isEmpty else { return }
            for account in accounts { state.touch(account) }
        }
    }

    /// Tells of changed balances.
    func changed(accounts: some Sequence<LedgerAccount>) {
        state.withLock { state in
            for account in accounts { state.touch(account) }
        }
    }

    /// Tells that anybody's balances and orders may have changed.
    func changedEveryAccount() {
        state.withLock { state in
            for account in Array(state.accounts.keys) { state.touch(account) }
        }
    }

    /// Tells that assets, markets or rules have changed.
    func changedCatalogue() {
        state.withLock { $0.catalogue += 1 }
    }
}

extension MarketHub.State {
    fileprivate mutating func touch(_ account: LedgerAccount) {
        guard accounts[account] != nil else { return }
        accounts[account]?.version = nextAccountVersion
        nextAccountVersion += 1
    }
}
