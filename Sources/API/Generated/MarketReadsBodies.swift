// Written by `make api` from the table in API/; edit that, not this.
import Time

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
            .required("price", .text(40)),
            .required("amount", .text(40)),
            .required("value", .text(40)),
            .required("fee", .text(40)),
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
            .required("price", .text(40)),
            .required("amount", .text(40)),
            .required("orders", .count),
            .required("total", .text(40)),
            .required("value", .text(40)),
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
            .optional("open", .text(40)),
            .optional("high", .text(40)),
            .optional("low", .text(40)),
            .optional("close", .text(40)),
            .required("volume", .text(40)),
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
            .optional("closeBefore", .text(40)),
            .optional("olderTo", .count),
            .required("at", .dateTime),
        ])
}
