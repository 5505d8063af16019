// Written by `make api` from the table in API/; edit that, not this.
import Basics

/// What kind of asset it is.
package enum MarketAssetKind: String, CaseIterable, Codable, Sendable {
    /// Points of loyalty.
    case points
    /// A crypto-currency.
    case crypto
    /// A currency of a state.
    case currency

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["points", "crypto", "currency"])
}

/// The trades that candles are made of: by the side of the taker, or all.
package enum MarketCandleKind: String, CaseIterable, Codable, Sendable {
    /// Trades whose taker bought.
    case buy
    /// Trades whose taker sold.
    case sell
    /// All trades.
    case last

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["buy", "sell", "last"])
}

/// What the server's clock shows.
package struct ServerTimeBody: APIBody {
    /// The time.
    package var at: Timestamp
    /// The same as milliseconds since 1970 in UTC.
    package var milliseconds: Int

    /// What the server's clock shows.
    package init(at: Timestamp, milliseconds: Int) {
        self.at = at
        self.milliseconds = milliseconds
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ServerTime",
        [
            .required("at", .dateTime),
            .required("milliseconds", .count),
        ])
}

/// Something that accounts hold: a currency, a crypto-currency or points.
package struct MarketAssetBody: APIBody {
    /// The short name, as `CLP`.
    package var name: String
    /// What it is.
    package var kind: MarketAssetKind
    /// The name in words.
    package var title: String
    /// What stands before an amount; may be empty.
    package var prefix: String
    /// What stands after an amount; may be empty.
    package var postfix: String
    /// How many decimal places are shown.
    package var decimals: Int
    /// How many decimal places an amount can have.
    package var exponent: Int
    /// Whether it may be deposited, withdrawn and traded.
    package var isActive: Bool

    /// Something that accounts hold: a currency, a crypto-currency or points.
    package init(
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
    package static let schema: Schema = .object(
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
package struct MarketAssetsBody: APIBody {
    /// The assets, by age.
    package var assets: [MarketAssetBody]

    /// All assets.
    package init(assets: [MarketAssetBody]) {
        self.assets = assets
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketAssets",
        [
            .required("assets", .list(of: MarketAssetBody.schema))
        ])
}

/// The fees of accounts that trade at least so much.
package struct MarketFeeTierBody: APIBody {
    /// The volume of 30 days from which they hold, in the quote asset.
    package var threshold: String
    /// The fee of an order that waited in the book, in parts per million of what is received.
    package var maker: Int
    /// The fee of an order that met one, in parts per million of what is received.
    package var taker: Int

    /// The fees of accounts that trade at least so much.
    package init(threshold: String, maker: Int, taker: Int) {
        self.threshold = threshold
        self.maker = maker
        self.taker = taker
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketFeeTier",
        [
            .required("threshold", .decimal),
            .required("maker", .integer(0...1_000_000)),
            .required("taker", .integer(0...1_000_000)),
        ])
}

/// A market: its assets, its steps, its minimum and its fees.
package struct MarketBody: APIBody {
    /// The name.
    package var name: String
    /// The asset that is bought and sold.
    package var base: String
    /// The asset that prices are in.
    package var quote: String
    /// The step of prices.
    package var tick: String
    /// The step of amounts.
    package var lot: String
    /// The least amount of an order.
    package var minimum: String
    /// The fees, by rising threshold.
    package var fees: [MarketFeeTierBody]
    /// Whether orders are taken.
    package var isActive: Bool
    /// What the market does with orders.
    package var phase: MarketTradingPhase
    /// When its auction ends, while there is one.
    package var auctionUntil: Timestamp?
    /// How far from the last price an order may trade when it arrives, in per cent; without it, at any price.
    package var collar: String?

    /// A market: its assets, its steps, its minimum and its fees.
    package init(
        name: String, base: String, quote: String, tick: String, lot: String, minimum: String,
        fees: [MarketFeeTierBody], isActive: Bool, phase: MarketTradingPhase, auctionUntil: Timestamp? = nil,
        collar: String? = nil
    ) {
        self.name = name
        self.base = base
        self.quote = quote
        self.tick = tick
        self.lot = lot
        self.minimum = minimum
        self.fees = fees
        self.isActive = isActive
        self.phase = phase
        self.auctionUntil = auctionUntil
        self.collar = collar
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Market",
        [
            .required("name", .text(20)),
            .required("base", .text(20)),
            .required("quote", .text(20)),
            .required("tick", .decimal),
            .required("lot", .decimal),
            .required("minimum", .decimal),
            .required("fees", .array(of: MarketFeeTierBody.schema, count: 1...32)),
            .required("isActive", .boolean),
            .required("phase", MarketTradingPhase.schema),
            .optional("auctionUntil", .dateTime),
            .optional("collar", .decimal),
        ])
}

/// All markets.
package struct MarketsBody: APIBody {
    /// The markets, by age.
    package var markets: [MarketBody]
    /// Whether all money here is play money, as in a demo; missing where it is not.
    package var isPlay: Bool?

    /// All markets.
    package init(markets: [MarketBody], isPlay: Bool? = nil) {
        self.markets = markets
        self.isPlay = isPlay
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Markets",
        [
            .required("markets", .list(of: MarketBody.schema)),
            .optional("isPlay", .boolean),
        ])
}

/// A market in a few numbers.
package struct MarketTickerBody: APIBody {
    /// The market.
    package var market: String
    /// The price of the last trade.
    package var last: String?
    /// The best price that somebody bids.
    package var bid: String?
    /// The best price that somebody asks.
    package var ask: String?
    /// The highest price of the last 24 hours.
    package var high: String?
    /// The lowest price of the last 24 hours.
    package var low: String?
    /// What was traded in the last 24 hours, in the base asset.
    package var volume: String
    /// By how much the price rose in 24 hours, as a fraction; left out when nothing was traded.
    package var change1d: Double?
    /// By how much the price rose in seven days, as a fraction; left out when nothing was traded.
    package var change7d: Double?
    /// When these numbers were true.
    package var at: Timestamp

    /// A market in a few numbers.
    package init(
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
    package static let schema: Schema = .object(
        "MarketTicker",
        [
            .required("market", .text(20)),
            .optional("last", .decimal),
            .optional("bid", .decimal),
            .optional("ask", .decimal),
            .optional("high", .decimal),
            .optional("low", .decimal),
            .required("volume", .decimal),
            .optional("change1d", .number),
            .optional("change7d", .number),
            .required("at", .dateTime),
        ])
}

/// Every market in a few numbers.
package struct MarketTickersBody: APIBody {
    /// The markets, by age.
    package var tickers: [MarketTickerBody]

    /// Every market in a few numbers.
    package init(tickers: [MarketTickerBody]) {
        self.tickers = tickers
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketTickers",
        [
            .required("tickers", .list(of: MarketTickerBody.schema))
        ])
}

/// The orders of a book at one price, added up.
package struct MarketLevelBody: APIBody {
    /// The price.
    package var price: String
    /// What they offer together, in the base asset.
    package var amount: String
    /// How many there are.
    package var orders: Int

    /// The orders of a book at one price, added up.
    package init(price: String, amount: String, orders: Int) {
        self.price = price
        self.amount = amount
        self.orders = orders
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketLevel",
        [
            .required("price", .decimal),
            .required("amount", .decimal),
            .required("orders", .count),
        ])
}

/// The best prices of both sides at one instant.
package struct MarketBookBody: APIBody {
    /// A number that grows with every change.
    package var sequence: Int64
    /// Orders to buy, best price first.
    package var bids: [MarketLevelBody]
    /// Orders to sell, best price first.
    package var asks: [MarketLevelBody]

    /// The best prices of both sides at one instant.
    package init(sequence: Int64, bids: [MarketLevelBody], asks: [MarketLevelBody]) {
        self.sequence = sequence
        self.bids = bids
        self.asks = asks
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketBook",
        [
            .required("sequence", .count),
            .required("bids", .list(of: MarketLevelBody.schema)),
            .required("asks", .list(of: MarketLevelBody.schema)),
        ])
}

/// A trade as everybody may see it.
package struct MarketTradeBody: APIBody {
    /// Its number.
    package var id: String
    /// The price.
    package var price: String
    /// How much, in the base asset.
    package var amount: String
    /// The side of the order that came later.
    package var takerSide: MarketSide
    /// When.
    package var at: Timestamp

    /// A trade as everybody may see it.
    package init(id: String, price: String, amount: String, takerSide: MarketSide, at: Timestamp) {
        self.id = id
        self.price = price
        self.amount = amount
        self.takerSide = takerSide
        self.at = at
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketTrade",
        [
            .required("id", .text(24)),
            .required("price", .decimal),
            .required("amount", .decimal),
            .required("takerSide", MarketSide.schema),
            .required("at", .dateTime),
        ])
}

/// A page of trades.
package struct MarketTradesBody: APIBody {
    /// The trades, newest first.
    package var trades: [MarketTradeBody]
    /// The parameter `before` of the next page; without it this is the last one.
    package var next: String?

    /// A page of trades.
    package init(trades: [MarketTradeBody], next: String? = nil) {
        self.trades = trades
        self.next = next
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketTrades",
        [
            .required("trades", .list(of: MarketTradeBody.schema)),
            .optional("next", .text(5200)),
        ])
}

/// What the trades of one frame of time came to.
package struct MarketCandleBody: APIBody {
    /// When the frame begins.
    package var start: Timestamp
    /// The first price.
    package var open: String
    /// The highest price.
    package var high: String
    /// The lowest price.
    package var low: String
    /// The last price.
    package var close: String
    /// What was traded, in the base asset.
    package var volume: String
    /// How many trades there were.
    package var count: Int

    /// What the trades of one frame of time came to.
    package init(start: Timestamp, open: String, high: String, low: String, close: String, volume: String, count: Int) {
        self.start = start
        self.open = open
        self.high = high
        self.low = low
        self.close = close
        self.volume = volume
        self.count = count
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketCandle",
        [
            .required("start", .dateTime),
            .required("open", .decimal),
            .required("high", .decimal),
            .required("low", .decimal),
            .required("close", .decimal),
            .required("volume", .decimal),
            .required("count", .count),
        ])
}

/// A page of candles; frames without a trade have none.
package struct MarketCandlesBody: APIBody {
    /// The candles, newest first.
    package var candles: [MarketCandleBody]
    /// The parameter `before` of the next page; without it this is the last one.
    package var next: String?

    /// A page of candles; frames without a trade have none.
    package init(candles: [MarketCandleBody], next: String? = nil) {
        self.candles = candles
        self.next = next
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketCandles",
        [
            .required("candles", .list(of: MarketCandleBody.schema)),
            .optional("next", .text(5200)),
        ])
}
