import Encodings
import MarketClient
import Time

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
        switch news {
        case .connected: "connected"
        case .disconnected(let reason, let seconds): "disconnected (\(reason)); trying again in \(seconds) s"
        case .prices(let prices):
            "\(prices.market)  bid \(prices.bid ?? "–")  ask \(prices.ask ?? "–")  "
                + "24 h \(MarketWords.percent(prices.change1d))  7 d \(MarketWords.percent(prices.change7d))"
        case .best(let best):
            "\(best.market)  book  \(offer(best.bid)) | \(offer(best.ask))"
        case .trade(let trade):
            "\(trade.market)  \(clock(trade.time))  \(trade.takerSide) \(trade.amount) at \(trade.price)"
        case .order(let order): "\(order.market)  \(self.order(order))"
        case .balance(let balance): "\(balance.asset)  \(balance.available) available of \(balance.balance)"
        }
    }

    private static func offer(_ offer: WatchedBest.Offer?) -> String {
        offer.map { "\($0.amount) at \($0.price)" } ?? "–"
    }

    private static func order(_ order: WatchedOrder) -> String {
        "\(order.id) \(order.state.rawValue): \(order.side) \(order.original) at \(order.price ?? "any price"), "
            + "\(order.remaining) left"
    }

    /// Hours, minutes and seconds of UTC.
    static func clock(_ time: Int64?) -> String {
        guard let time else { return "" }
        return String(Timestamp(milliseconds: time).rfc3339.dropFirst(11).prefix(8))
    }
}
