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
            return try store.lastTrade(of: number) <= store.progress(of: number) ?? 0
        }
        if isIdle { return false }
        let (told, isMore): ([Told], Bool) = try await database.writing { connection in
            let store = AlertStore(connection)
            // A market that was made after whoever asks for all of them had asked: all its trades are news.
            if try store.progress(of: number) == nil { try store.setProgress(0, of: number) }
            guard let last = try store.progress(of: number) else { return ([], false) }
            let trades = try store.trades(
                of: number, after: last, limit: Self.tradesAtOnce,
                orders: try store.tradersWithOrderAlerts(in: number))
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
            for trade in trades { for order in trade.orders { lastTimes[order] = trade.at } }
            for order in try store.executed(lastTimes.keys.sorted(), in: number) {
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
            let store = MoneyDecisionStore(connection)
            guard let last = try AlertStore(connection).progress(of: MoneyDecisionStore.progress) else {
                return nil as [MoneyDecision]?
            }
            return try store.decided(since: last - Self.decisionOverlapSeconds * 1000)
        }
        guard let decided else {
            // The first look of all: what was decided before there was an inbox is no news.
            return try await database.writing {
                try AlertStore($0).setProgress(now.milliseconds, of: MoneyDecisionStore.progress)
            }
        }
        guard !decided.isEmpty else { return }
        let told: [Told] = try await database.writing { connection in
            var told: [Told] = []
            for decision in decided {
                let new = try inbox.deliver(
                    decision.account, decision.content, at: decision.at, now: now,
                    source: "request \(decision.request)", in: connection)
                if new != nil, let step = decision.step {
                    try witness(step, decision.amount, decision.account, connection)
                }
                if let new { told.append(Told(account: decision.account, notification: new)) }
            }
            let newest = decided.map(\.at.milliseconds).max() ?? 0
            try AlertStore(connection).setProgress(newest, of: MoneyDecisionStore.progress)
            return told
        }
        for one in told { inbox.publish(one.notification, to: one.account) }
    }
}

/// A notification that was committed and is to be pushed.
private struct Told: Sendable {
    let account: [UInt8]
    let notification: InboxNotification
}

extension AlertCondition {
    fileprivate func isReached(by trade: AlertTrade, after last: Int64) -> Bool {
        trade.id > last && (isAbove ? trade.ticks >= ticks : trade.ticks <= ticks)
    }
}

/// What an operator decided about a request to move money.
struct MoneyDecision: Sendable {
    let request: Int64
    let account: [UInt8]
    let content: InboxContent
    /// What is told beside the inbox; nil of what comes in.
    let step: MoneyStep?
    /// The amount with the name of its asset.
    let amount: String
    let at: Timestamp
}

/// The SQL of decisions about requests, within one transaction.
struct MoneyDecisionStore {
    /// Where the place is kept up to which decisions have been looked at; no market has this number.
    static let progress = -1

    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// What was decided after an instant in milliseconds and was not told yet, in order.
    func decided(since instant: Int64) throws -> [MoneyDecision] {
        try connection.query(
            """
            SELECT money_requests.id, money_requests.kind, money_requests.status, money_requests.amount,
            money_requests.decided_at, assets.name, assets.exponent, ledger_accounts.account_id
            FROM money_requests JOIN assets ON assets.number = money_requests.asset
            JOIN ledger_accounts ON ledger_accounts.number = money_requests.account
            WHERE money_requests.decided_at > ?1 AND money_requests.status IN (1, 2) AND NOT EXISTS
            (SELECT 1 FROM notifications WHERE source = 'request ' || money_requests.id)
            ORDER BY money_requests.decided_at, money_requests.id LIMIT 500
            """,
            [.integer(instant)]
        ).compactMap { row in
            guard let account = try row.optionalBlob("account_id") else { return nil }
            guard let amount = DecimalText.integer(try row.text("amount")) else { throw StorageError.corrupt }
            let request = try row.integer("id")
            let isDeposit = try row.integer("kind") == MoneyRequestKind.deposit.rawValue
            let isSettled = try row.integer("status") == MoneyRequestStatus.settled.rawValue
            let (asset, text) = (
                try row.text("name"), DecimalText.text(amount, exponent: Int(try row.integer("exponent")))
            )
            return MoneyDecision(
                request: request, account: account,
                content: .requestDecided(
                    request: "\(request)", isDeposit: isDeposit, isSettled: isSettled, asset: asset, amount: text),
                step: isDeposit ? nil : isSettled ? .settled : .refused, amount: "\(text) \(asset)",
                at: Timestamp(milliseconds: try row.integer("decided_at")))
        }
    }
}
