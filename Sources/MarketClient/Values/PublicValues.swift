import Basics

/// A market in a few numbers, each a decimal text.
public struct MarketTicker: Equatable, Sendable {
    /// The market's name.
    public let market: String
    /// The highest and the lowest price of the last 24 hours; nil without trades.
    public let high, low: String?
    /// The best ask and the best bid; nil when that side of the book is empty.
    public let ask, bid: String?
    /// The price of the last trade.
    public let lastPrice: String?
    /// What was traded in the last 24 hours.
    public let volume: String
    /// When, as the exchange writes it.
    public let timestamp: String

    init(_ json: JSONValue) throws(MarketClientError) {
        market = try json.text("market")
        high = json.optionalText("high")
        low = json.optionalText("low")
        ask = json.optionalText("ask")
        bid = json.optionalText("bid")
        lastPrice = json.optionalText("last_price")
        volume = json.optionalText("volume") ?? "0"
        timestamp = json.optionalText("timestamp") ?? ""
    }
}

/// One order in a book.
public struct BookEntry: Equatable, Sendable {
    /// The price, a decimal text.
    public let price: String
    /// What is left of the order, a decimal text.
    public let amount: String
    /// When it was placed, as the exchange writes it.
    public let timestamp: String

    init(_ json: JSONValue) throws(MarketClientError) {
        price = try json.text("price")
        amount = try json.text("amount")
        timestamp = json.optionalText("timestamp") ?? ""
    }
}

/// One trade.
public struct MarketTrade: Equatable, Sendable {
    /// Which side came later: `buy` or `sell`.
    public let takerSide: String
    /// The price, a decimal text.
    public let price: String
    /// How much, a decimal text.
    public let amount: String
    /// When, as the exchange writes it.
    public let timestamp: String

    init(_ json: JSONValue) throws(MarketClientError) {
        takerSide = try json.text("market_taker")
        price = try json.text("price")
        amount = try json.text("amount")
        timestamp = json.optionalText("timestamp") ?? ""
    }
}

/// The prices of a while.
public struct MarketCandle: Equatable, Sendable {
    /// When it began, in UTC, to the minute: `2020-02-15 12:15`.
    public let date: String
    /// The first, highest, lowest and last price, decimal texts.
    public let open, high, low, close: String
    /// What was traded, a decimal text.
    public let volume: String
    /// How many trades there were.
    public let count: String

    init(_ json: JSONValue) throws(MarketClientError) {
        date = try json.text("candle_date")
        open = try json.text("open_price")
        // The contract spells it so.
        high = try json.text("hight_price")
        low = try json.text("low_price")
        close = try json.text("close_price")
        volume = json.optionalText("volume_sum") ?? "0"
        count = json.optionalText("tick_count") ?? "0"
    }
}

extension MarketCandle {
    /// A candle of Cerca's own API.
    init(own json: JSONValue) throws(MarketClientError) {
        // `2020-02-15T12:15:00Z` as the contract writes it.
        let start = try json.text("start")
        date = start.prefix(10) + " " + start.dropFirst(11).prefix(5)
        open = try json.text("open")
        high = try json.text("high")
        low = try json.text("low")
        close = try json.text("close")
        volume = try json.text("volume")
        count = try json.text("count")
    }

    /// A candle of the trades of both sides.
    ///
    /// Which of the two began and ended the while is not known: the side that traded more is taken for both.
    private init(_ one: MarketCandle, _ other: MarketCandle) {
        func decimal(_ text: String) -> ExactDecimal { ExactDecimal(text) ?? .zero }
        let larger = decimal(one.volume) < decimal(other.volume) ? other : one
        date = one.date
        open = larger.open
        close = larger.close
        high = decimal(one.high) < decimal(other.high) ? other.high : one.high
        low = decimal(other.low) < decimal(one.low) ? other.low : one.low
        volume = decimal(one.volume).adding(decimal(other.volume))?.text ?? larger.volume
        count = decimal(one.count).adding(decimal(other.count))?.text ?? larger.count
    }

    /// Candles of all trades from those of each side, which are all sorted, latest first.
    static func merged(_ ask: [MarketCandle], _ bid: [MarketCandle]) -> [MarketCandle] {
        var byDate: [String: MarketCandle] = [:]
        for candle in ask + bid { byDate[candle.date] = byDate[candle.date].map { MarketCandle($0, candle) } ?? candle }
        // Dates are written so that they sort as texts do.
        return byDate.values.sorted { $0.date > $1.date }
    }
}

/// One page of a list, and whether another follows.
public struct MarketPage<Item: Sendable>: Sendable {
    /// The items.
    public let items: [Item]
    /// Whether there are more.
    public let hasMore: Bool

    init(_ answer: MarketAnswer, _ item: (JSONValue) throws(MarketClientError) -> Item) throws(MarketClientError) {
        var items: [Item] = []
        for row in try answer.rows() { items.append(try item(row)) }
        self.items = items
        hasMore = answer.hasMore
    }
}
