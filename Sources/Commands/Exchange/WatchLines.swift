import Basics
import MarketClient
import Strings

/// What happens on an exchange, one line each.
enum WatchLines {
    /// The event as a JSON object.
    static func json(_ news: FeedChange) -> JSONValue {
        func text(_ text: String?) -> JSONValue { MarketWords.json(text) }
        switch news {
        case .connected: return .object(["event": "connected"])
        case .disconnected(let reason, let seconds):
            return .object([
                "event": "disconnected", "reason": .string(reason), "retryInSeconds": .count(seconds),
            ])
        case .prices(let prices):
            return .object([
                "event": "prices", "market": .string(prices.market), "bid": text(prices.bid), "ask": text(prices.ask),
                "change1d": MarketWords.json(prices.change1d.map { $0 / 100 }),
                "change7d": MarketWords.json(prices.change7d.map { $0 / 100 }),
            ])
        case .best(let best):
            return .object([
                "event": "book", "market": .string(best.market), "bid": text(best.bid?.price),
                "bidAmount": text(best.bid?.amount), "ask": text(best.ask?.price), "askAmount": text(best.ask?.amount),
            ])
        case .trade(let trade):
            return .object([
                "event": "trade", "market": .string(trade.market), "side": .string(trade.takerSide),
                "price": .string(trade.price), "amount": .string(trade.amount),
                "time": text(trade.time.map { Timestamp(milliseconds: $0).rfc3339 }),
            ])
        case .order(let order):
            return .object([
                "event": "order", "id": .string(order.id), "market": .string(order.market),
                "side": .string(order.side), "price": text(order.price), "amount": .string(order.original),
                "remaining": .string(order.remaining), "status": .string(order.state.rawValue),
            ])
        case .balance(let balance):
            return .object([
                "event": "balance", "asset": .string(balance.asset), "available": .string(balance.available),
                "balance": .string(balance.balance),
            ])
        }
    }

    /// The event in words.
    static func words(_ news: FeedChange) -> String {
        phrase(news).text
    }

    private static func phrase(_ news: FeedChange) -> Phrase {
        switch news {
        case .connected: MarketStrings.watchConnected
        case .disconnected(let reason, let seconds):
            MarketStrings.watchLost(reason: reason, seconds: "\(seconds)")
        case .prices(let prices):
            MarketStrings.watchPrices(
                market: prices.market, bid: prices.bid ?? "–", ask: prices.ask ?? "–",
                day: MarketWords.percent(prices.change1d), week: MarketWords.percent(prices.change7d))
        case .best(let best):
            MarketStrings.watchBook(market: best.market, bid: offer(best.bid), ask: offer(best.ask))
        case .trade(let trade):
            MarketStrings.watchTrade(
                market: trade.market, time: clock(trade.time), side: MarketWords.side(trade.takerSide),
                amount: trade.amount, price: trade.price)
        case .order(let order): self.order(order)
        case .balance(let balance):
            MarketStrings.watchBalance(asset: balance.asset, available: balance.available, balance: balance.balance)
        }
    }

    private static func offer(_ offer: WatchedBest.Offer?) -> any Speakable {
        guard let offer else { return "–" }
        return MarketStrings.watchOffer(amount: offer.amount, price: offer.price)
    }

    private static func order(_ order: WatchedOrder) -> Phrase {
        let price: any Speakable = order.price ?? MarketStrings.orderAnyPrice.text
        return MarketStrings.watchOrder(
            order: "\(order.market)  \(order.id)", state: state(order.state), side: MarketWords.side(order.side),
            amount: order.original, price: price, left: order.remaining)
    }

    private static func state(_ state: WatchedOrder.State) -> Phrase {
        switch state {
        case .open: MarketStrings.watchOpen
        case .filled: MarketStrings.watchFilled
        case .cancelled: MarketStrings.watchCancelled
        }
    }

    /// Hours, minutes and seconds of UTC.
    static func clock(_ time: Int64?) -> String {
        guard let time else { return "" }
        return String(Timestamp(milliseconds: time).rfc3339.dropFirst(11).prefix(8))
    }
}
