import Basics

/// Something that happened on an exchange, as it is told to a person.
public enum FeedChange: Equatable, Sendable {
    /// The stream is connected; what is known follows anew.
    case connected
    /// The stream was lost, and comes back after so many seconds.
    case disconnected(reason: String, retryInSeconds: Int)
    /// A market's prices in a few numbers.
    case prices(WatchedPrices)
    /// The best orders of a market's book have changed.
    case best(WatchedBest)
    /// A trade happened.
    case trade(WatchedTrade)
    /// An order of the account is new or has changed.
    case order(WatchedOrder)
    /// The account's balance of an asset has changed.
    case balance(WatchedBalance)
}

/// A market's prices, as the board of the stream says them.
public struct WatchedPrices: Equatable, Sendable {
    /// The market, such as `ETHCLP`.
    public let market: String
    /// The best prices, decimal texts; nil without orders.
    public let bid, ask: String?
    /// By how many per cent the price has changed in a day and in a week.
    public let change1d, change7d: Double?
}

/// The best of a market's book.
public struct WatchedBest: Equatable, Sendable {
    /// The best price of a side and what is offered at it, decimal texts.
    public struct Offer: Equatable, Sendable {
        /// The price in the quote asset, as a decimal text.
        public let price: String
        /// What is offered at it, in all.
        public let amount: String
    }

    /// The market, such as `ETHCLP`.
    public let market: String
    /// The highest price that is bid and the lowest that is asked; nil without orders.
    public let bid, ask: Offer?
}

/// A trade.
public struct WatchedTrade: Equatable, Sendable {
    /// The market, such as `ETHCLP`.
    public let market: String
    /// Which side came later: `buy` or `sell`.
    public let takerSide: String
    /// The price and how much, decimal texts.
    public let price, amount: String
    /// Milliseconds since 1970; nil where the exchange does not say.
    public let time: Int64?
}

/// An order of the account.
public struct WatchedOrder: Equatable, Sendable {
    /// What has become of it.
    public enum State: String, Sendable {
        /// It is in the book, or waits to be woken.
        case open
        /// It has traded whole.
        case filled
        /// What was left of it is gone.
        case cancelled
    }

    /// What names the order.
    public let id: String
    /// The market, such as `ETHCLP`.
    public let market: String
    /// `buy` or `sell`.
    public let side: String
    /// The limit, a decimal text; nil for an order that takes any price.
    public let price: String?
    /// What was ordered and what of it is left, decimal texts.
    public let original, remaining: String
    /// What has become of it.
    public let state: State
}

/// The account's balance of an asset.
public struct WatchedBalance: Equatable, Sendable {
    /// The asset, such as `CLP`.
    public let asset: String
    /// What may be spent and what is owned, decimal texts.
    public let available, balance: String
}

/// Tells from what a feed shows what is new in it, also across a lost connection.
public struct FeedNewsReader: Sendable {
    private let markets: Set<String>
    private var prices: [String: WatchedPrices] = [:]
    private var bests: [String: WatchedBest] = [:]
    private var trades: [String: [JSONValue]] = [:]
    private var open: [String: WatchedOrder] = [:]
    private var closed: Set<String>?
    private var balances: [String: WatchedBalance] = [:]

    /// A reader of what concerns these markets, and of the account's own orders and balances.
    public init(markets: [String]) {
        self.markets = Set(markets)
    }

    /// What is new since the last event.
    public mutating func take(_ event: FeedEvent) -> [FeedChange] {
        switch event {
        case .connected: [.connected]
        case .disconnected(let reason, let seconds): [.disconnected(reason: reason, retryInSeconds: seconds)]
        case .changed(let topic, let value):
            switch topic.kind {
            case .board: newPrices(value)
            case .openBook: topic.market.map { newBest($0, value) } ?? []
            case .historicalBook: topic.market.map { newTrades($0, value) } ?? []
            case .openOrders: newOpenOrders(value)
            case .historicalOrders: newClosedOrders(value)
            case .balance: newBalances(value)
            case .currencies, .operated, .candles: []
            }
        }
    }

    private mutating func newPrices(_ board: JSONValue) -> [FeedChange] {
        guard case .object(let rows) = board else { return [] }
        var news: [FeedChange] = []
        for row in rows where markets.contains(row.name) {
            func price(_ name: String) -> String? { Self.decimal(row.value, name).flatMap { $0 == "0" ? nil : $0 } }
            func number(_ name: String) -> Double? { row.value.optionalText(name).flatMap { Double($0) } }
            let now = WatchedPrices(
                market: row.name, bid: price("BID"), ask: price("ASK"), change1d: number("delta1d"),
                change7d: number("delta7d"))
            if prices.updateValue(now, forKey: row.name) != now { news.append(.prices(now)) }
        }
        return news
    }

    private mutating func newBest(_ market: String, _ book: JSONValue) -> [FeedChange] {
        func offer(_ side: String) -> WatchedBest.Offer? {
            guard case .array(let orders)? = book[side], let first = orders.first,
                let price = Self.decimal(first, "price")
            else { return nil }
            var amount = ExactDecimal.zero
            for order in orders {
                guard Self.decimal(order, "price") == price else { break }
                let more = order.optionalText("amount").flatMap { ExactDecimal($0) } ?? .zero
                amount = amount.adding(more) ?? amount
            }
            return .init(price: price, amount: amount.text)
        }
        let now = WatchedBest(market: market, bid: offer("1"), ask: offer("2"))
        return bests.updateValue(now, forKey: market) == now ? [] : [.best(now)]
    }

    /// Trades come newest first: what stands before the longest beginning of the former list is new.
    private mutating func newTrades(_ market: String, _ list: JSONValue) -> [FeedChange] {
        guard case .array(let rows) = list else { return [] }
        guard let known = trades.updateValue(rows, forKey: market) else { return [] }
        let count = rows.indices.first { rows[$0...].elementsEqual(known.prefix(rows.count - $0)) } ?? rows.count
        return rows.prefix(count).reversed().compactMap { row in
            guard let price = Self.decimal(row, "executed_price"), let amount = Self.decimal(row, "executed_amount"),
                let side = Self.side(row)
            else { return nil }
            var time: Int64?
            if case .integer(let number)? = row["executed_date"] { time = number }
            return .trade(WatchedTrade(market: market, takerSide: side, price: price, amount: amount, time: time))
        }
    }

    private mutating func newOpenOrders(_ list: JSONValue) -> [FeedChange] {
        guard case .array(let rows) = list else { return [] }
        let orders = rows.compactMap { Self.order($0) { _ in .open } }
        let news = orders.filter { open[$0.id] != $0 }
        open = Dictionary(orders.map { ($0.id, $0) }) { first, _ in first }
        return news.reversed().map { .order($0) }
    }

    private mutating func newClosedOrders(_ list: JSONValue) -> [FeedChange] {
        guard case .array(let rows) = list else { return [] }
        let orders = rows.compactMap { row in Self.order(row) { $0 == "0" ? .filled : .cancelled } }
        defer { closed = Set(orders.map(\.id)) }
        // What was over before somebody looked is no news.
        guard let closed else { return [] }
        return orders.filter { !closed.contains($0.id) }.reversed().map { .order($0) }
    }

    private mutating func newBalances(_ wallets: JSONValue) -> [FeedChange] {
        guard case .object(let rows) = wallets else { return [] }
        var news: [FeedChange] = []
        for row in rows {
            guard let available = Self.decimal(row.value, "available"), let total = Self.decimal(row.value, "countable")
            else { continue }
            let now = WatchedBalance(asset: row.name, available: available, balance: total)
            let former = balances.updateValue(now, forKey: row.name)
            // Of assets that one never had there is nothing to tell.
            if former != now, former != nil || total != "0" { news.append(.balance(now)) }
        }
        return news
    }

    private static func order(_ row: JSONValue, _ state: (String) -> WatchedOrder.State) -> WatchedOrder? {
        guard let id = row.optionalText("tradeId") ?? row.optionalText("requestId"),
            let market = row.optionalText("stockId"), let side = side(row), let remaining = decimal(row, "amount"),
            let original = decimal(row, "initAmount")
        else { return nil }
        let price = decimal(row, "price").flatMap { $0 == "0" ? nil : $0 }
        return WatchedOrder(
            id: id, market: market, side: side, price: price, original: original, remaining: remaining,
            state: state(remaining))
    }

    private static func side(_ row: JSONValue) -> String? {
        switch row.optionalText("side") {
        case "1": "buy"
        case "2": "sell"
        default: nil
        }
    }

    /// The number of a member without the zeros with which streams fill it up.
    private static func decimal(_ value: JSONValue, _ name: String) -> String? {
        value.optionalText(name).flatMap { ExactDecimal($0) }?.text
    }
}
