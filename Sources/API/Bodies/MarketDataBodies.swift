import Time

/// A market in a few numbers.
public struct MarketTickerBody: APIBody {
    /// The market.
    public var market: String
    /// The price of the last trade.
    public var last: String?
    /// The best price that somebody bids.
    public var bid: String?
    /// The best price that somebody asks.
    public var ask: String?
    /// The highest price of the last 24 hours.
    public var high: String?
    /// The lowest price of the last 24 hours.
    public var low: String?
    /// What was traded in the last 24 hours, in the base asset.
    public var volume: String
    /// By how much the price rose in 24 hours, as a fraction.
    public var change1d: Double?
    /// By how much the price rose in seven days, as a fraction.
    public var change7d: Double?
    /// When these numbers were true.
    public var at: Timestamp

    /// A market in a few numbers.
    public init(
        market: String, last: String? = nil, bid: String? = nil, ask: String? = nil, high: String? = nil,
        low: String? = nil, volume: String, change1d: Double? = nil, change7d: Double? = nil, at: Timestamp
    ) {
        self.market = market
        self.last = last
        self.bid = bid
        self.ask = ask
        self.high = high
        self.low = low
        self.volume = volume
        self.change1d = change1d
        self.change7d = change7d
        self.at = at
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "MarketTicker", "A market in a few numbers.",
        [
            .required("market", .text(20), "The market."),
            .optional("last", .text(40), "The price of the last trade."),
            .optional("bid", .text(40), "The best price that somebody bids."),
            .optional("ask", .text(40), "The best price that somebody asks."),
            .optional("high", .text(40), "The highest price of the last 24 hours."),
            .optional("low", .text(40), "The lowest price of the last 24 hours."),
            .required("volume", .text(40), "What was traded in the last 24 hours, in the base asset."),
            .optional("change1d", .number, "By how much the price rose in 24 hours, as a fraction."),
            .optional("change7d", .number, "By how much the price rose in seven days, as a fraction."),
            .required("at", .dateTime, "When these numbers were true."),
        ])
    /// An example with every optional property present.
    public static let example = MarketTickerBody(
        market: "ETHCLP", last: "218880", bid: "218870", ask: "218890", high: "220000", low: "210000", volume: "12.5",
        change1d: 0.0106, change7d: -0.02, at: Example.now)
}

/// Every market in a few numbers.
public struct MarketTickersBody: APIBody {
    /// The markets, by age.
    public var tickers: [MarketTickerBody]

    /// Every market in a few numbers.
    public init(tickers: [MarketTickerBody]) {
        self.tickers = tickers
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "MarketTickers", "Every market in a few numbers.",
        [
            .required("tickers", .list(of: MarketTickerBody.schema), "The markets, by age.")
        ])
    /// An example with every optional property present.
    public static let example = MarketTickersBody(tickers: [.example])
}

/// The orders of a book at one price, added up.
public struct MarketLevelBody: APIBody {
    /// The price.
    public var price: String
    /// What they offer together, in the base asset.
    public var amount: String
    /// How many there are.
    public var orders: Int

    /// The orders of a book at one price, added up.
    public init(price: String, amount: String, orders: Int) {
        self.price = price
        self.amount = amount
        self.orders = orders
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "MarketLevel", "The orders of a book at one price, added up.",
        [
            .required("price", .text(40), "The price."),
            .required("amount", .text(40), "What they offer together, in the base asset."),
            .required("orders", .count, "How many there are."),
        ])
    /// An example with every optional property present.
    public static let example = MarketLevelBody(price: "218890", amount: "1.25", orders: 3)
}

/// The best prices of both sides at one instant.
public struct MarketBookBody: APIBody {
    /// A number that grows with every change.
    public var sequence: Int64
    /// Orders to buy, best price first.
    public var bids: [MarketLevelBody]
    /// Orders to sell, best price first.
    public var asks: [MarketLevelBody]

    /// The best prices of both sides at one instant.
    public init(sequence: Int64, bids: [MarketLevelBody], asks: [MarketLevelBody]) {
        self.sequence = sequence
        self.bids = bids
        self.asks = asks
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "MarketBook", "The best prices of both sides at one instant.",
        [
            .required("sequence", .count, "A number that grows with every change."),
            .required("bids", .list(of: MarketLevelBody.schema), "Orders to buy, best price first."),
            .required("asks", .list(of: MarketLevelBody.schema), "Orders to sell, best price first."),
        ])
    /// An example with every optional property present.
    public static let example = MarketBookBody(sequence: 7, bids: [.example], asks: [.example])
}

/// A trade as everybody may see it.
public struct MarketTradeBody: APIBody {
    /// Its number.
    public var id: String
    /// The price.
    public var price: String
    /// How much, in the base asset.
    public var amount: String
    /// The side of the order that came later.
    public var takerSide: String
    /// When.
    public var at: Timestamp

    /// A trade as everybody may see it.
    public init(id: String, price: String, amount: String, takerSide: String, at: Timestamp) {
        self.id = id
        self.price = price
        self.amount = amount
        self.takerSide = takerSide
        self.at = at
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "MarketTrade", "A trade as everybody may see it.",
        [
            .required("id", .text(24), "Its number."),
            .required("price", .text(40), "The price."),
            .required("amount", .text(40), "How much, in the base asset."),
            .required("takerSide", .oneOf(["buy", "sell"]), "The side of the order that came later."),
            .required("at", .dateTime, "When."),
        ])
    /// An example with every optional property present.
    public static let example = MarketTradeBody(
        id: "1025", price: "218880", amount: "0.3", takerSide: "buy", at: Example.now)
}

/// A page of trades.
public struct MarketTradesBody: APIBody {
    /// The trades, newest first.
    public var trades: [MarketTradeBody]
    /// What the path says for the next page; without it this is the last one.
    public var next: String?

    /// A page of trades.
    public init(trades: [MarketTradeBody], next: String? = nil) {
        self.trades = trades
        self.next = next
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "MarketTrades", "A page of trades.",
        [
            .required("trades", .list(of: MarketTradeBody.schema), "The trades, newest first."),
            .optional("next", .text(5200), "What the path says for the next page; without it this is the last one."),
        ])
    /// An example with every optional property present.
    public static let example = MarketTradesBody(trades: [.example], next: "1025")
}

/// What the trades of one frame of time came to.
public struct MarketCandleBody: APIBody {
    /// When the frame begins.
    public var start: Timestamp
    /// The first price.
    public var open: String
    /// The highest price.
    public var high: String
    /// The lowest price.
    public var low: String
    /// The last price.
    public var close: String
    /// What was traded, in the base asset.
    public var volume: String
    /// How many trades there were.
    public var count: Int

    /// What the trades of one frame of time came to.
    public init(start: Timestamp, open: String, high: String, low: String, close: String, volume: String, count: Int) {
        self.start = start
        self.open = open
        self.high = high
        self.low = low
        self.close = close
        self.volume = volume
        self.count = count
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "MarketCandle", "What the trades of one frame of time came to.",
        [
            .required("start", .dateTime, "When the frame begins."),
            .required("open", .text(40), "The first price."),
            .required("high", .text(40), "The highest price."),
            .required("low", .text(40), "The lowest price."),
            .required("close", .text(40), "The last price."),
            .required("volume", .text(40), "What was traded, in the base asset."),
            .required("count", .count, "How many trades there were."),
        ])
    /// An example with every optional property present.
    public static let example = MarketCandleBody(
        start: Example.now, open: "218880", high: "219000", low: "218000", close: "218500", volume: "3.5", count: 4)
}

/// A page of candles; frames without a trade have none.
public struct MarketCandlesBody: APIBody {
    /// The candles, newest first.
    public var candles: [MarketCandleBody]
    /// What the path says for the next page; without it this is the last one.
    public var next: String?

    /// A page of candles; frames without a trade have none.
    public init(candles: [MarketCandleBody], next: String? = nil) {
        self.candles = candles
        self.next = next
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "MarketCandles", "A page of candles; frames without a trade have none.",
        [
            .required("candles", .list(of: MarketCandleBody.schema), "The candles, newest first."),
            .optional("next", .text(5200), "What the path says for the next page; without it this is the last one."),
        ])
    /// An example with every optional property present.
    public static let example = MarketCandlesBody(candles: [.example], next: "1025")
}
