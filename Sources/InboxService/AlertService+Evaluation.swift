import Basics
import HTTPKit
import Ledger
import LedgerService
import Market
import MarketService
import ServiceKit
import Storage

extension AlertService {
    /// How many seconds back decisions about money are looked at again, for those whose commit came late; telling of one
    /// twice is impossible.
    static let decisionOverlapSeconds: Int64 = 60
    /// Where the place is kept up to which decisions have been looked at; no market has this number.
    static let decisionProgress = -1
    private static let decisionsAtOnce = 500

    /// Tells of what happened in a market since the last look, and says whether there may be more.
    ///
    /// The trades are looked at, what they mean is told, alerts that fire are removed and the place is noted in one
    /// transaction: whatever ends the process, nothing is told twice and nothing is left out.
    func look(at rules: MarketRules) async throws(ServiceError) -> Bool {
        let number = rules.number
        let inbox = inbox
        let now = inbox.clock.now()
        // Most looks find nothing; those need no turn at the writer's.
        let isIdle = try await database.reading { connection in
            let store = AlertStore(connection)
            guard try store.isWatched(number) else { return true }
            return try MarketTape(connection).lastTrade(of: number) <= store.progress(of: number) ?? 0
        }
        if isIdle { return false }
        let (told, isMore): ([Told], Bool) = try await database.writing { connection in
            let (store, tape) = (AlertStore(connection), MarketTape(connection))
            // A market that was made after whoever asks for all of them had asked: all its trades are news.
            if try store.progress(of: number) == nil { try store.setProgress(0, of: number) }
            guard let last = try store.progress(of: number) else { return ([], false) }
            let trades = try tape.trades(of: number, after: last, limit: Self.tradesAtOnce)
            guard let newest = trades.last, try store.advance(number, from: last, to: newest.id) else {
                return ([], false)
            }
            var told: [Told] = []
            func tell(_ account: [UInt8], _ content: InboxContent, _ at: Timestamp, _ source: String?) throws {
                if let new = try inbox.deliver(account, content, at: at, now: now, source: source, in: connection) {
                    told.append(Told(account: account, notification: new))
                }
            }
            let prices = trades.map(\.ticks)
            let alerts = try store.priceAlerts(of: number, from: prices.min() ?? 0, to: prices.max() ?? 0)
            for alert in alerts {
                guard let condition = alert.condition,
                    let trade = trades.first(where: { condition.isReached(by: $0, after: alert.afterTrade) }),
                    try store.delete(alert.id, of: alert.account)
                else { continue }
                try tell(
                    alert.account,
                    .priceReached(
                        market: rules.name.text, isAbove: condition.isAbove, price: rules.priceText(condition.ticks)),
                    trade.at, nil)
            }
            var lastTimes: [Int64: Timestamp] = [:]
            let traders = try store.tradersWithOrderAlerts(in: number)
            for trade in trades {
                if traders.contains(trade.buyer) { lastTimes[trade.buyOrder] = trade.at }
                if traders.contains(trade.seller) { lastTimes[trade.sellOrder] = trade.at }
            }
            for order in try tape.executed(lastTimes.keys.sorted()) {
                let name = "O\(order.id)"
                try tell(
                    order.account,
                    .orderExecuted(
                        order: name, market: rules.name.text, side: order.isBuy ? "buy" : "sell",
                        amount: rules.amountText(order.lots), price: order.ticks.map(rules.priceText)),
                    lastTimes[order.id] ?? now, "order \(order.id)")
            }
            return (told, trades.count == Self.tradesAtOnce)
        }
        for one in told { inbox.publish(one.notification, to: one.account) }
        return isMore
    }

    /// Tells of decisions about requests to move money since the last look.
    func lookAtRequests() async throws(ServiceError) {
        let (inbox, witness) = (inbox, market.witness)
        let now = inbox.clock.now()
        let decided = try await database.reading { connection in
            guard let last = try AlertStore(connection).progress(of: Self.decisionProgress) else {
                return nil as [LedgerNews.Decision]?
            }
            return try Self.untold(
                since: Timestamp(milliseconds: last).advanced(bySeconds: -Self.decisionOverlapSeconds), connection)
        }
        guard let decided else {
            // The first look of all: what was decided before there was an inbox is no news.
            return try await database.writing {
                try AlertStore($0).setProgress(now.milliseconds, of: Self.decisionProgress)
            }
        }
        guard !decided.isEmpty else { return }
        let told: [Told] = try await database.writing { connection in
            var told: [Told] = []
            for decision in decided {
                let content = InboxContent.requestDecided(
                    request: "\(decision.request)", isDeposit: decision.isDeposit, isSettled: decision.isSettled,
                    asset: decision.asset, amount: decision.amount)
                let new = try inbox.deliver(
                    decision.account, content, at: decision.at, now: now, source: Self.source(of: decision),
                    in: connection)
                // Decisions about withdrawals also go to the account's trail.
                if new != nil, !decision.isDeposit {
                    let amount = "\(decision.amount) \(decision.asset)"
                    try witness(decision.isSettled ? .settled : .refused, amount, decision.account, connection)
                }
                if let new { told.append(Told(account: decision.account, notification: new)) }
            }
            let newest = decided.map(\.at.milliseconds).max() ?? 0
            try AlertStore(connection).setProgress(newest, of: Self.decisionProgress)
            return told
        }
        for one in told { inbox.publish(one.notification, to: one.account) }
    }

    /// The first decisions after an instant that were not told yet, in order.
    private static func untold(since instant: Timestamp, _ connection: any Connection) throws -> [LedgerNews.Decision] {
        let (news, inbox) = (LedgerNews(connection), InboxStore(connection))
        var (instant, request) = (instant, Int64.max)
        while true {
            let decisions = try news.decisions(after: instant, request: request, limit: decisionsAtOnce)
            let untold = try decisions.filter { try !inbox.hasTold(of: source(of: $0)) }
            guard untold.isEmpty, decisions.count == decisionsAtOnce, let last = decisions.last else { return untold }
            (instant, request) = (last.at, last.request)
        }
    }

    private static func source(of decision: LedgerNews.Decision) -> String { "request \(decision.request)" }
}

/// A notification that was committed and is to be pushed.
private struct Told: Sendable {
    let account: [UInt8]
    let notification: InboxNotification
}

extension AlertCondition {
    fileprivate func isReached(by trade: MarketTape.Trade, after last: Int64) -> Bool {
        trade.id > last && (isAbove ? trade.ticks >= ticks : trade.ticks <= ticks)
    }
}
