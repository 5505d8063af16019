// Written by `make api` from the table in API/; edit that, not this.
import Basics

/// What stands between the cells of a table.
package enum TableSeparator: String, CaseIterable, Codable, Sendable {
    /// A comma.
    case comma
    /// A semicolon.
    case semicolon
    /// A tab.
    case tab

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["comma", "semicolon", "tab"])
}

/// How far back a portfolio goes.
package enum PortfolioRange: String, CaseIterable, Codable, Sendable {
    /// One day.
    case day
    /// Seven days.
    case week
    /// Thirty days.
    case month
    /// 365 days.
    case year
    /// All days, up to 1,500.
    case all

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["day", "week", "month", "year", "all"])
}

/// What you have of an asset, and what that is worth.
package struct MarketValuedBalanceBody: APIBody {
    /// The asset.
    package var asset: String
    /// All that you have.
    package var total: String
    /// What is not held by open orders and withdrawals.
    package var available: String
    /// What is held; it is part of the total.
    package var held: String
    /// What one is worth, in the base; missing when no price says so.
    package var price: String?
    /// What all of it is worth, in the base, rounded down once; missing when no price says so.
    package var value: String?
    /// The markets by whose last prices it was valued, one after another; none for the base itself.
    package var markets: [String]?

    /// What you have of an asset, and what that is worth.
    package init(
        asset: String, total: String, available: String, held: String, price: String? = nil, value: String? = nil,
        markets: [String]? = nil
    ) {
        self.asset = asset
        self.total = total
        self.available = available
        self.held = held
        self.price = price
        self.value = value
        self.markets = markets
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketValuedBalance",
        [
            .required("asset", .text(20)),
            .required("total", .decimal),
            .required("available", .decimal),
            .required("held", .decimal),
            .optional("price", .decimal),
            .optional("value", .decimal),
            .optional("markets", .list(of: .text(20), atMost: 2)),
        ])
}

/// What all that you have is worth.
package struct MarketValuationBody: APIBody {
    /// The asset that values are told in.
    package var base: String
    /// The sum of all values, exactly.
    package var total: String
    /// One for each asset of which you have something.
    package var balances: [MarketValuedBalanceBody]
    /// How many of these no price says the worth of; they are not in the total.
    package var unpriced: Int
    /// When this was true.
    package var at: Timestamp

    /// What all that you have is worth.
    package init(base: String, total: String, balances: [MarketValuedBalanceBody], unpriced: Int, at: Timestamp) {
        self.base = base
        self.total = total
        self.balances = balances
        self.unpriced = unpriced
        self.at = at
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketValuation",
        [
            .required("base", .text(20)),
            .required("total", .decimal),
            .required("balances", .list(of: MarketValuedBalanceBody.schema)),
            .required("unpriced", .count),
            .required("at", .dateTime),
        ])
}

/// What all was worth at an instant.
package struct MarketPortfolioPointBody: APIBody {
    /// The end of a day in UTC; of the last point, now.
    package var at: Timestamp
    /// What all was worth, in the base, by the last prices then.
    package var value: String
    /// What came less what went since the point before otherwise than by trades, by the prices of this point; below
    /// zero when more went.
    package var flow: String
    /// How many assets no price said the worth of.
    package var unpriced: Int

    /// What all was worth at an instant.
    package init(at: Timestamp, value: String, flow: String, unpriced: Int) {
        self.at = at
        self.value = value
        self.flow = flow
        self.unpriced = unpriced
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketPortfolioPoint",
        [
            .required("at", .dateTime),
            .required("value", .decimal),
            .required("flow", .decimal),
            .required("unpriced", .count),
        ])
}

/// What all that you had was worth over time.
package struct MarketPortfolioBody: APIBody {
    /// The asset that values are told in.
    package var base: String
    /// The points, oldest first, from where you first had something; the last one is now.
    package var points: [MarketPortfolioPointBody]
    /// Whether the past was looked through as far as was asked; else more of it is known the next time.
    package var isComplete: Bool

    /// What all that you had was worth over time.
    package init(base: String, points: [MarketPortfolioPointBody], isComplete: Bool) {
        self.base = base
        self.points = points
        self.isComplete = isComplete
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketPortfolio",
        [
            .required("base", .text(20)),
            .required("points", .list(of: MarketPortfolioPointBody.schema, atMost: 1502)),
            .required("isComplete", .boolean),
        ])
}

/// How you want to see money, words and times.
package struct AccountPreferencesBody: APIBody {
    /// The asset that values are told in; without it, the first currency.
    package var base: String?
    /// The language and its region; without it, English.
    package var language: String?
    /// The time zone, by its name in the IANA's database; without it, UTC.
    package var timeZone: String?

    /// How you want to see money, words and times.
    package init(base: String? = nil, language: String? = nil, timeZone: String? = nil) {
        self.base = base
        self.language = language
        self.timeZone = timeZone
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "AccountPreferences",
        [
            .optional("base", .text(20)),
            .optional("language", .text(35)),
            .optional("timeZone", .text(64)),
        ])
}

/// An execution of an order of yours.
package struct MarketFillLineBody: APIBody {
    /// The number of the trade.
    package var id: String
    /// The number of your order, as `O1025`.
    package var order: String
    /// The market.
    package var market: String
    /// The side of your order.
    package var side: MarketSide
    /// The price.
    package var price: String
    /// How much, in the base asset.
    package var amount: String
    /// What that came to, in the quote asset.
    package var value: String
    /// The fee, in the asset that was received.
    package var fee: String
    /// The asset that was received.
    package var feeAsset: String
    /// Whether your order had waited in the book.
    package var isMaker: Bool
    /// When.
    package var at: Timestamp

    /// An execution of an order of yours.
    package init(
        id: String, order: String, market: String, side: MarketSide, price: String, amount: String, value: String,
        fee: String, feeAsset: String, isMaker: Bool, at: Timestamp
    ) {
        self.id = id
        self.order = order
        self.market = market
        self.side = side
        self.price = price
        self.amount = amount
        self.value = value
        self.fee = fee
        self.feeAsset = feeAsset
        self.isMaker = isMaker
        self.at = at
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketFillLine",
        [
            .required("id", .text(24)),
            .required("order", .text(24)),
            .required("market", .text(20)),
            .required("side", MarketSide.schema),
            .required("price", .decimal),
            .required("amount", .decimal),
            .required("value", .decimal),
            .required("fee", .decimal),
            .required("feeAsset", .text(20)),
            .required("isMaker", .boolean),
            .required("at", .dateTime),
        ])
}

/// A page of executions of your orders.
package struct MarketFillsBody: APIBody {
    /// The executions, newest first; a page may have fewer than its limit although others follow.
    package var fills: [MarketFillLineBody]
    /// The parameter `before` of the next page; without it this is the last one.
    package var next: String?

    /// A page of executions of your orders.
    package init(fills: [MarketFillLineBody], next: String? = nil) {
        self.fills = fills
        self.next = next
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketFills",
        [
            .required("fills", .list(of: MarketFillLineBody.schema)),
            .optional("next", .text(5200)),
        ])
}

/// The orders of a book at one price, and all up to it.
package struct MarketDepthLevelBody: APIBody {
    /// The price.
    package var price: String
    /// What they offer together, in the base asset.
    package var amount: String
    /// How many there are.
    package var orders: Int
    /// What is offered from the best price to this one, in the base asset.
    package var total: String
    /// What that comes to, in the quote asset.
    package var value: String

    /// The orders of a book at one price, and all up to it.
    package init(price: String, amount: String, orders: Int, total: String, value: String) {
        self.price = price
        self.amount = amount
        self.orders = orders
        self.total = total
        self.value = value
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketDepthLevel",
        [
            .required("price", .decimal),
            .required("amount", .decimal),
            .required("orders", .count),
            .required("total", .decimal),
            .required("value", .decimal),
        ])
}

/// Both sides of a book at one instant, up to 500 prices each.
package struct MarketDepthBody: APIBody {
    /// The number of this state: the change on the stream whose `from_tx` it is goes on from here.
    package var sequence: Int64
    /// Orders to buy, best price first.
    package var bids: [MarketDepthLevelBody]
    /// Orders to sell, best price first.
    package var asks: [MarketDepthLevelBody]
    /// Whether all orders of both sides are in it.
    package var isWhole: Bool

    /// Both sides of a book at one instant, up to 500 prices each.
    package init(sequence: Int64, bids: [MarketDepthLevelBody], asks: [MarketDepthLevelBody], isWhole: Bool) {
        self.sequence = sequence
        self.bids = bids
        self.asks = asks
        self.isWhole = isWhole
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketDepth",
        [
            .required("sequence", .count),
            .required("bids", .list(of: MarketDepthLevelBody.schema, atMost: 500)),
            .required("asks", .list(of: MarketDepthLevelBody.schema, atMost: 500)),
            .required("isWhole", .boolean),
        ])
}

/// One frame of time; one in which nothing was traded has no prices.
package struct MarketChartPointBody: APIBody {
    /// When the frame begins.
    package var start: Timestamp
    /// The first price.
    package var open: String?
    /// The highest price.
    package var high: String?
    /// The lowest price.
    package var low: String?
    /// The last price.
    package var close: String?
    /// What was traded, in the base asset.
    package var volume: String
    /// How many trades there were.
    package var count: Int
    /// Whether the frame has not ended, so that it may still change.
    package var isRunning: Bool

    /// One frame of time; one in which nothing was traded has no prices.
    package init(
        start: Timestamp, open: String? = nil, high: String? = nil, low: String? = nil, close: String? = nil,
        volume: String, count: Int, isRunning: Bool
    ) {
        self.start = start
        self.open = open
        self.high = high
        self.low = low
        self.close = close
        self.volume = volume
        self.count = count
        self.isRunning = isRunning
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketChartPoint",
        [
            .required("start", .dateTime),
            .optional("open", .decimal),
            .optional("high", .decimal),
            .optional("low", .decimal),
            .optional("close", .decimal),
            .required("volume", .decimal),
            .required("count", .count),
            .required("isRunning", .boolean),
        ])
}

/// A span of time in a market.
package struct MarketChartBody: APIBody {
    /// The frames, oldest first, without those before the first trade.
    package var points: [MarketChartPointBody]
    /// The price of the last trade before the first frame.
    package var closeBefore: String?
    /// The parameter `to` of the piece before this one; without it, nothing was traded before.
    package var olderTo: Int?
    /// When this was true.
    package var at: Timestamp

    /// A span of time in a market.
    package init(points: [MarketChartPointBody], closeBefore: String? = nil, olderTo: Int? = nil, at: Timestamp) {
        self.points = points
        self.closeBefore = closeBefore
        self.olderTo = olderTo
        self.at = at
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketChart",
        [
            .required("points", .list(of: MarketChartPointBody.schema, atMost: 1500)),
            .optional("closeBefore", .decimal),
            .optional("olderTo", .count),
            .required("at", .dateTime),
        ])
}
