import Ledger
import ServiceKit
import Storage

/// Where the trails of one market's accounts begin, as far as the market's writer has come across them.
///
/// Nobody else writes them, so that they stay known from one batch to the next for as long as the book does.
struct HistoryChains: ~Copyable {
    private struct Known {
        var heads: TrailHeads
        var isChanged = false
    }

    /// Beyond this many accounts everything is forgotten, between two batches.
    private static let limit = 100_000

    private let market: Int
    private var known: [LedgerAccount: Known] = [:]
    private var changed: [LedgerAccount] = []
    private var rows = TrailStore.inserter()

    /// The trails of a market, of which nothing is known yet.
    init(market: Int) {
        self.market = market
    }

    /// Knows nothing any more.
    mutating func forgetAll() {
        known = [:]
        changed = []
        rows.reset()
    }

    /// Puts an entry before the others of one of the account's chains; gives the one that was the first until now, or 0.
    mutating func add(
        _ entry: Int64, to chain: HistoryChain, of account: LedgerAccount, _ connection: any Connection
    ) throws -> Int64 {
        var heads = try known[account]?.heads ?? TrailStore(connection).heads(of: account, market: market)
        let previous = heads[chain]
        heads[chain] = entry
        let old = known.updateValue(Known(heads: heads, isChanged: true), forKey: account)
        if old?.isChanged != true { changed.append(account) }
        return previous
    }

    /// Keeps what has changed.
    mutating func store(_ connection: any Connection) throws {
        let store = TrailStore(connection)
        for account in changed {
            guard let heads = known[account]?.heads else { continue }
            known[account]?.isChanged = false
            try store.put(heads, of: account, market: market, with: &rows)
        }
        try rows.finish(connection)
        changed.removeAll(keepingCapacity: true)
        if known.count > Self.limit { known = [:] }
    }
}
