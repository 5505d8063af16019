// Written by `make api` from the table in API/; edit that, not this.
import Time

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
