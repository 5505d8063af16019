import Basics
import HTTPKit
import Ledger
import Market
import MarketService

// What is of one trader alone, and is told at once.
extension MarketFeeds {
    /// How much longer than a round took it is waited after it: with thousands who trade at once this takes a part of
    /// one processor, and what is told comes later.
    private static let rest: Int64 = 3

    /// Looks at traders as soon as something of theirs changes.
    func followTraders() async {
        for await _ in source.hub.accountNews() { await lookAtChangedTraders() }
    }

    /// Looks at those of whom something has changed until there are none; each of them now and then at most.
    private func lookAtChangedTraders() async {
        while !Task.isCancelled {
            let changed = traderStates.filter { $0.value.version != source.hub.accountVersion($0.key) }
            guard !changed.isEmpty else { return }
            let begun = SocketServer.milliseconds()
            for (account, state) in changed where !state.isBusy && begun - state.lookedAt >= Times.betweenOwn {
                await lookAtTrader(account, onlyAtNew: false)
            }
            let pause = max(5, (SocketServer.milliseconds() - begun) * Self.rest)
            guard (try? await Task.sleep(for: .milliseconds(min(pause, interval)))) != nil else { return }
        }
    }

    /// Tells what has changed of a trader, or what nobody knows yet.
    func lookAtTrader(_ account: LedgerAccount, onlyAtNew: Bool) async {
        guard traderStates[account]?.isBusy == false else { return }
        traderStates[account]?.isBusy = true
        do { try await tellTrader(account, onlyAtNew: onlyAtNew) } catch { unread(error) }
        traderStates[account]?.isBusy = false
        if !onlyAtNew { traderStates[account]?.lookedAt = SocketServer.milliseconds() }
    }

    private func tellTrader(_ account: LedgerAccount, onlyAtNew: Bool) async throws(ServiceError) {
        guard let state = traderStates[account] else { return }
        let trader = state.trader
        let changes = source.hub.changes(of: account, since: state.version)
        let hasChanged = state.version != changes.version && !onlyAtNew
        func isDue(_ key: FeedKey) -> Bool {
            topics[key].map { hasChanged || $0.feed.data == nil } ?? false
        }
        /// The markets whose orders are to be read for a feed: all for one that is new.
        func markets(_ key: FeedKey) -> [MarketRules] {
            let all = catalogue.markets.values.sorted { $0.number < $1.number }
            guard topics[key]?.feed.data != nil, let some = changes.markets else { return all }
            return all.filter { some.contains($0.number) }
        }
        let (balance, balances) = (FeedKey.balance(account), FeedKey.balances(account))
        if isDue(balance) || isDue(balances) {
            let json = TraderFeedJSON.balance(try await source.balances(of: trader))
            for key in [balance, balances] where topics[key] != nil { publish(key, json) }
        }
        let (open, closed) = (FeedKey.openOrders(account), FeedKey.historicalOrders(account))
        if isDue(open) {
            let isKnown = topics[open]?.feed.data != nil
            let read = try await source.openOrders(of: trader, in: markets(open), count: TraderFeedJSON.openOrders)
            let before = traderStates[account]?.open ?? [:]
            let ended = read.flatMap { number, orders in
                Set((before[number] ?? []).map(\.id)).subtracting(orders.map(\.id))
            }
            traderStates[account]?.open.merge(read) { $1 }
            let orders = Self.newest(
                traderStates[account]?.open ?? [:], TraderFeedJSON.openOrders, by: \.createdAt.milliseconds)
            publish(open, FeedOrder.json(orders, of: trader, arePast: false))
            if isKnown, !ended.isEmpty {
                let orders = try await source.orders(ended.sorted(), of: trader).filter { !$0.status.isOpen }
                send(SocketMessage(event: "orders-ended", FeedOrder.ended(orders)), to: open)
            }
        }
        if isDue(closed) {
            let read = try await source.closedOrders(
                of: trader, in: markets(closed), count: TraderFeedJSON.closedOrders)
            traderStates[account]?.closed.merge(read) { $1 }
            let orders = Self.newest(
                traderStates[account]?.closed ?? [:], TraderFeedJSON.closedOrders, by: \.updatedAt.milliseconds)
            publish(closed, FeedOrder.json(orders, of: trader, arePast: true))
        }
        try await tellTier(of: trader, onlyAtNew: onlyAtNew)
        if hasChanged { traderStates[account]?.version = changes.version }
    }

    private func tellTier(of trader: Trader, onlyAtNew: Bool) async throws(ServiceError) {
        let now = SocketServer.milliseconds()
        let operated = FeedKey.operated(trader.number)
        let isOld = !onlyAtNew && now - (traderStates[trader.number]?.tierAt ?? 0) >= Times.operated
        guard topics[operated].map({ isOld || $0.feed.data == nil }) ?? false else { return }
        var tiers: [(market: MarketRules, tier: TradingTier)] = []
        for market in catalogue.markets.values.sorted(by: { $0.number < $1.number }) {
            tiers.append((market, try await source.tier(of: trader, market: market.name)))
        }
        traderStates[trader.number]?.tierAt = now
        publish(operated, TraderFeedJSON.operated(tiers))
    }

    /// The newest of all markets' orders; within one market they stay in their order.
    private static func newest(
        _ orders: [Int: [OrderRecord]], _ count: Int, by instant: (OrderRecord) -> Int64
    ) -> [OrderRecord] {
        let all = orders.sorted { $0.key < $1.key }.flatMap(\.value)
        guard orders.values.count(where: { !$0.isEmpty }) > 1 else { return Array(all.prefix(count)) }
        let turns = all.indices.sorted { (instant(all[$1]), $0) < (instant(all[$0]), $1) }
        return turns.prefix(count).map { all[$0] }
    }
}
