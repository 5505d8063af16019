// Written by `make api` from the table in API/; edit that, not this.
import Time

/// What kind of asset it is.
public enum MarketAssetKind: String, CaseIterable, Codable, Sendable {
    /// Points of loyalty.
    case points
    /// A crypto-currency.
    case crypto
    /// A currency of a state.
    case currency

    /// The shape in JSON.
    public static let schema: Schema = .oneOf(["points", "crypto", "currency"])
}

/// The trades that candles are made of: by the side of the taker, or all.
public enum MarketCandleKind: String, CaseIterable, Codable, Sendable {
    /// Trades whose taker bought.
    case buy
    /// Trades whose taker sold.
    case sell
    /// All trades.
    case last

    /// The shape in JSON.
    public static let schema: Schema = .oneOf(["buy", "sell", "last"])
}

/// Something that accounts hold: a currency, a crypto-currency or points.
public struct MarketAssetBody: APIBody {
    /// The short name, as `CLP`.
    public var name: String
    /// What it is.
    public var kind: MarketAssetKind
    /// The name in words.
    public var title: String
    /// What stands before an amount; may be empty.
    public var prefix: String
    /// What stands after an amount; may be empty.
    public var postfix: String
    /// How many decimal places are shown.
    public var decimals: Int
    /// How many decimal places an amount can have.
    public var exponent: Int
    /// Whether it may be deposited, withdrawn and traded.
    public var isActive: Bool

    /// Something that accounts hold: a currency, a crypto-currency or points.
    public init(
        name: String, kind: MarketAssetKind, title: String, prefix: String, postfix: String, decimals: Int,
        exponent: Int, isActive: Bool
    ) {
        self.name = name
        self.kind = kind
        self.title = title
        self.prefix = prefix
        self.postfix = postfix
        self.decimals = decimals
        self.exponent = exponent
        self.isActive = isActive
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "MarketAsset",
        [
            .required("name", .text(20)),
            .required("kind", MarketAssetKind.schema),
            .required("title", .text(100)),
            .required("prefix", .text(20)),
            .required("postfix", .text(20)),
            .required("decimals", .integer(0...18)),
            .required("exponent", .integer(0...18)),
            .required("isActive", .boolean),
        ])
}

/// All assets.
public struct MarketAssetsBody: APIBody {
    /// The assets, by age.
    public var assets: [MarketAssetBody]

    /// All assets.
    public init(assets: [MarketAssetBody]) {
        self.assets = assets
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "MarketAssets",
        [
            .required("assets", .list(of: MarketAssetBody.schema))
        ])
}

/// The fees of accounts that trade at least so much.
public struct MarketFeeTierBody: APIBody {
    /// The volume of 30 days from which they hold, in the quote asset.
    public var threshold: String
    /// The fee of an order that waited in the book, in parts per million of what is received.
    public var maker: Int
    /// The fee of an order that met one, in parts per million of what is received.
    public var taker: Int

    /// The fees of accounts that trade at least so much.
    public init(threshold: String, maker: Int, taker: Int) {
        self.threshold = threshold
        self.maker = maker
        self.taker = taker
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "MarketFeeTier",
        [
            .required("threshold", .text(40)),
            .required("maker", .integer(0...1_000_000)),
            .required("taker", .integer(0...1_000_000)),
        ])
}

/// A market: its assets, its steps, its minimum and its fees.
public struct MarketBody: APIBody {
    /// The name.
    public var name: String
    /// The asset that is bought and sold.
    public var base: String
    /// The asset that prices are in.
    public var quote: String
    /// The step of prices.
    public var tick: String
    /// The step of amounts.
    public var lot: String
    /// The least amount of an order.
    public var minimum: String
    /// The fees, by rising threshold.
    public var fees: [MarketFeeTierBody]
    /// Whether orders are taken.
    public var isActive: Bool

    /// A market: its assets, its steps, its minimum and its fees.
    public init(
        name: String, base: String, quote: String, tick: String, lot: String, minimum: String,
        fees: [MarketFeeTierBody], isActive: Bool
    ) {
        self.name = name
        self.base = base
        self.quote = quote
        self.tick = tick
        self.lot = lot
        self.minimum = minimum
        self.fees = fees
        self.isActive = isActive
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "Market",
        [
            .required("name", .text(20)),
            .required("base", .text(20)),
            .required("quote", .text(20)),
            .required("tick", .text(40)),
            .required("lot", .text(40)),
            .required("minimum", .text(40)),
            .required("fees", .array(of: MarketFeeTierBody.schema, count: 1...32)),
            .required("isActive", .boolean),
        ])
}

/// All markets.
public struct MarketsBody: APIBody {
    /// The markets, by age.
    public var markets: [MarketBody]

    /// All markets.
    public init(markets: [MarketBody]) {
        self.markets = markets
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "Markets",
        [
            .required("markets", .list(of: MarketBody.schema))
        ])
}

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
    public static let schema: Schema = .object(
        "MarketTicker",
        [
            .required("market", .text(20)),
            .optional("last", .text(40)),
            .optional("bid", .text(40)),
            .optional("ask", .text(40)),
            .optional("high", .text(40)),
            .optional("low", .text(40)),
            .required("volume", .text(40)),
            .optional("change1d", .number),
            .optional("change7d", .number),
            .required("at", .dateTime),
        ])
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
    public static let schema: Schema = .object(
        "MarketTickers",
        [
            .required("tickers", .list(of: MarketTickerBody.schema))
        ])
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
    public static let schema: Schema = .object(
        "MarketLevel",
        [
            .required("price", .text(40)),
            .required("amount", .text(40)),
            .required("orders", .count),
        ])
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
    public static let schema: Schema = .object(
        "MarketBook",
        [
            .required("sequence", .count),
            .required("bids", .list(of: MarketLevelBody.schema)),
            .required("asks", .list(of: MarketLevelBody.schema)),
        ])
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
    public var takerSide: MarketSide
    /// When.
    public var at: Timestamp

    /// A trade as everybody may see it.
    public init(id: String, price: String, amount: String, takerSide: MarketSide, at: Timestamp) {
        self.id = id
        self.price = price
        self.amount = amount
        self.takerSide = takerSide
        self.at = at
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "MarketTrade",
        [
            .required("id", .text(24)),
            .required("price", .text(40)),
            .required("amount", .text(40)),
            .required("takerSide", MarketSide.schema),
            .required("at", .dateTime),
        ])
}

/// A page of trades.
public struct MarketTradesBody: APIBody {
    /// The trades, newest first.
    public var trades: [MarketTradeBody]
    /// The parameter `before` of the next page; without it this is the last one.
    public var next: String?

    /// A page of trades.
    public init(trades: [MarketTradeBody], next: String? = nil) {
        self.trades = trades
        self.next = next
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "MarketTrades",
        [
            .required("trades", .list(of: MarketTradeBody.schema)),
            .optional("next", .text(5200)),
        ])
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
    public static let schema: Schema = .object(
        "MarketCandle",
        [
            .required("start", .dateTime),
            .required("open", .text(40)),
            .required("high", .text(40)),
            .required("low", .text(40)),
            .required("close", .text(40)),
            .required("volume", .text(40)),
            .required("count", .count),
        ])
}

/// A page of candles; frames without a trade have none.
public struct MarketCandlesBody: APIBody {
    /// The candles, newest first.
    public var candles: [MarketCandleBody]
    /// The parameter `before` of the next page; without it this is the last one.
    public var next: String?

    /// A page of candles; frames without a trade have none.
    public init(candles: [MarketCandleBody], next: String? = nil) {
        self.candles = candles
        self.next = next
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "MarketCandles",
        [
            .required("candles", .list(of: MarketCandleBody.schema)),
            .optional("next", .text(5200)),
        ])
}
