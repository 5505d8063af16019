import Time

/// An order to be placed.
public struct MarketOrderRequestBody: APIBody {
    /// The market.
    public var market: String
    /// Whether the base is bought or sold.
    public var side: String
    /// How it finds its price.
    public var type: String
    /// How much, in the base asset.
    public var amount: String
    /// The limit; a market order has none.
    public var price: String?
    /// The price at which a stop-limit order enters the book.
    public var stop: String?
    /// How long it lasts; without it, until it is cancelled.
    public var timeInForce: String?
    /// Whether it must not trade at once.
    public var isPostOnly: Bool?
    /// What happens when it meets an order of your own; without it, the newest is cancelled.
    public var selfTrade: String?

    /// An order to be placed.
    public init(
        market: String, side: String, type: String, amount: String, price: String? = nil, stop: String? = nil,
        timeInForce: String? = nil, isPostOnly: Bool? = nil, selfTrade: String? = nil
    ) {
        self.market = market
        self.side = side
        self.type = type
        self.amount = amount
        self.price = price
        self.stop = stop
        self.timeInForce = timeInForce
        self.isPostOnly = isPostOnly
        self.selfTrade = selfTrade
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "MarketOrderRequest", "An order to be placed.",
        [
            .required("market", .text(20), "The market."),
            .required("side", .oneOf(["buy", "sell"]), "Whether the base is bought or sold."),
            .required("type", .oneOf(["limit", "market", "stop-limit"]), "How it finds its price."),
            .required("amount", .text(40), "How much, in the base asset."),
            .optional("price", .text(40), "The limit; a market order has none."),
            .optional("stop", .text(40), "The price at which a stop-limit order enters the book."),
            .optional(
                "timeInForce", .oneOf(["good-till-cancelled", "immediate-or-cancel", "fill-or-kill"]),
                "How long it lasts; without it, until it is cancelled."),
            .optional("isPostOnly", .boolean, "Whether it must not trade at once."),
            .optional(
                "selfTrade", .oneOf(["cancel-newest", "cancel-oldest", "cancel-both"]),
                "What happens when it meets an order of your own; without it, the newest is "
                    + "cancelled."),
        ])
    /// An example with every optional property present.
    public static let example = MarketOrderRequestBody(
        market: "ETHCLP", side: "buy", type: "stop-limit", amount: "0.3", price: "10000", stop: "9900",
        timeInForce: "good-till-cancelled", isPostOnly: false, selfTrade: "cancel-newest")
}

/// An order of yours.
public struct MarketOrderBody: APIBody {
    /// Its number, as `O1025`.
    public var id: String
    /// The market.
    public var market: String
    /// Whether the base is bought or sold.
    public var side: String
    /// How it finds its price.
    public var type: String
    /// What has become of it.
    public var status: String
    /// Why it was cancelled.
    public var reason: String?
    /// The limit; a market order has none.
    public var price: String?
    /// The price at which it enters the book.
    public var stop: String?
    /// How much was ordered, in the base asset.
    public var amount: String
    /// How much was executed.
    public var executed: String
    /// How much can still be executed.
    public var remaining: String
    /// The average price of what was executed; 0 before.
    public var averagePrice: String
    /// The fees so far, in `feeAsset`.
    public var fee: String
    /// The asset that is received, in which fees are.
    public var feeAsset: String
    /// How long it lasts.
    public var timeInForce: String
    /// Whether it must not trade at once.
    public var isPostOnly: Bool
    /// When it was accepted.
    public var createdAt: Timestamp
    /// When it changed last.
    public var updatedAt: Timestamp

    /// An order of yours.
    public init(
        id: String, market: String, side: String, type: String, status: String, reason: String? = nil,
        price: String? = nil, stop: String? = nil, amount: String, executed: String, remaining: String,
        averagePrice: String, fee: String, feeAsset: String, timeInForce: String, isPostOnly: Bool,
        createdAt: Timestamp, updatedAt: Timestamp
    ) {
        self.id = id
        self.market = market
        self.side = side
        self.type = type
        self.status = status
        self.reason = reason
        self.price = price
        self.stop = stop
        self.amount = amount
        self.executed = executed
        self.remaining = remaining
        self.averagePrice = averagePrice
        self.fee = fee
        self.feeAsset = feeAsset
        self.timeInForce = timeInForce
        self.isPostOnly = isPostOnly
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "MarketOrder", "An order of yours.",
        [
            .required("id", .text(24), "Its number, as `O1025`."),
            .required("market", .text(20), "The market."),
            .required("side", .oneOf(["buy", "sell"]), "Whether the base is bought or sold."),
            .required("type", .oneOf(["limit", "market", "stop-limit"]), "How it finds its price."),
            .required("status", .oneOf(["waiting", "queued", "filled", "cancelled"]), "What has become of it."),
            .optional(
                "reason",
                .oneOf([
                    "user", "self-trade", "immediate-rest", "stop-post-only", "stop-fill-or-kill", "stop-refused",
                ]),
                "Why it was cancelled: by you; it met an order of yours; it does not wait and there was no more for it; "
                    + "or its stop was reached, and it would have traded at once, could not be filled whole, or the "
                    + "book did not take it."),
            .optional("price", .text(40), "The limit; a market order has none."),
            .optional("stop", .text(40), "The price at which it enters the book."),
            .required("amount", .text(40), "How much was ordered, in the base asset."),
            .required("executed", .text(40), "How much was executed."),
            .required("remaining", .text(40), "How much can still be executed."),
            .required("averagePrice", .text(40), "The average price of what was executed; 0 before."),
            .required("fee", .text(40), "The fees so far, in `feeAsset`."),
            .required("feeAsset", .text(20), "The asset that is received, in which fees are."),
            .required(
                "timeInForce", .oneOf(["good-till-cancelled", "immediate-or-cancel", "fill-or-kill"]),
                "How long it lasts."),
            .required("isPostOnly", .boolean, "Whether it must not trade at once."),
            .required("createdAt", .dateTime, "When it was accepted."),
            .required("updatedAt", .dateTime, "When it changed last."),
        ])
    /// An example with every optional property present.
    public static let example = MarketOrderBody(
        id: "O1025", market: "ETHCLP", side: "buy", type: "stop-limit", status: "cancelled", reason: "user",
        price: "10000", stop: "9900",
        amount: "0.3", executed: "0.1", remaining: "0", averagePrice: "10000", fee: "0.00068", feeAsset: "ETH",
        timeInForce: "good-till-cancelled", isPostOnly: false, createdAt: Example.now, updatedAt: Example.later)
}

/// A page of your orders.
public struct MarketOrdersBody: APIBody {
    /// The orders, newest first.
    public var orders: [MarketOrderBody]
    /// What the path says for the next page; without it this is the last one.
    public var next: String?

    /// A page of your orders.
    public init(orders: [MarketOrderBody], next: String? = nil) {
        self.orders = orders
        self.next = next
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "MarketOrders", "A page of your orders.",
        [
            .required("orders", .list(of: MarketOrderBody.schema), "The orders, newest first."),
            .optional("next", .text(5200), "What the path says for the next page; without it this is the last one."),
        ])
    /// An example with every optional property present.
    public static let example = MarketOrdersBody(orders: [.example], next: "1025")
}

/// One execution of an order.
public struct MarketFillBody: APIBody {
    /// The number of the trade.
    public var id: String
    /// The price.
    public var price: String
    /// How much, in the base asset.
    public var amount: String
    /// The fee, in the asset that is received.
    public var fee: String
    /// Whether the order had waited in the book.
    public var isMaker: Bool
    /// When.
    public var at: Timestamp

    /// One execution of an order.
    public init(id: String, price: String, amount: String, fee: String, isMaker: Bool, at: Timestamp) {
        self.id = id
        self.price = price
        self.amount = amount
        self.fee = fee
        self.isMaker = isMaker
        self.at = at
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "MarketFill", "One execution of an order.",
        [
            .required("id", .text(24), "The number of the trade."),
            .required("price", .text(40), "The price."),
            .required("amount", .text(40), "How much, in the base asset."),
            .required("fee", .text(40), "The fee, in the asset that is received."),
            .required("isMaker", .boolean, "Whether the order had waited in the book."),
            .required("at", .dateTime, "When."),
        ])
    /// An example with every optional property present.
    public static let example = MarketFillBody(
        id: "1025", price: "10000", amount: "0.1", fee: "0.00068", isMaker: false, at: Example.now)
}

/// An order of yours with its executions.
public struct MarketOrderDetailsBody: APIBody {
    /// The order.
    public var order: MarketOrderBody
    /// The executions, oldest first.
    public var fills: [MarketFillBody]

    /// An order of yours with its executions.
    public init(order: MarketOrderBody, fills: [MarketFillBody]) {
        self.order = order
        self.fills = fills
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "MarketOrderDetails", "An order of yours with its executions.",
        [
            .required("order", MarketOrderBody.schema, "The order."),
            .required("fills", .list(of: MarketFillBody.schema), "The executions, oldest first."),
        ])
    /// An example with every optional property present.
    public static let example = MarketOrderDetailsBody(order: .example, fills: [.example])
}

/// What is to be bought or sold at once, for an estimate.
public struct MarketQuoteRequestBody: APIBody {
    /// The market.
    public var market: String
    /// Whether the base is bought or sold.
    public var side: String
    /// How much, in the base asset.
    public var amount: String

    /// What is to be bought or sold at once, for an estimate.
    public init(market: String, side: String, amount: String) {
        self.market = market
        self.side = side
        self.amount = amount
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "MarketQuoteRequest", "What is to be bought or sold at once, for an estimate.",
        [
            .required("market", .text(20), "The market."),
            .required("side", .oneOf(["buy", "sell"]), "Whether the base is bought or sold."),
            .required("amount", .text(40), "How much, in the base asset."),
        ])
    /// An example with every optional property present.
    public static let example = MarketQuoteRequestBody(market: "ETHCLP", side: "sell", amount: "159")
}

/// What an exchange would bring at this moment.
public struct MarketQuoteBody: APIBody {
    /// What would be received, the fee taken off.
    public var obtained: String
    /// The asset that is received.
    public var obtainedAsset: String
    /// What would be given.
    public var required: String
    /// The asset that is given.
    public var requiredAsset: String
    /// The fee, in the asset that is received.
    public var fee: String
    /// How much of the base would trade.
    public var amount: String
    /// The worst price that would be met.
    public var worstPrice: String?
    /// Whether the whole amount would trade.
    public var isComplete: Bool

    /// What an exchange would bring at this moment.
    public init(
        obtained: String, obtainedAsset: String, required: String, requiredAsset: String, fee: String, amount: String,
        worstPrice: String? = nil, isComplete: Bool
    ) {
        self.obtained = obtained
        self.obtainedAsset = obtainedAsset
        self.required = required
        self.requiredAsset = requiredAsset
        self.fee = fee
        self.amount = amount
        self.worstPrice = worstPrice
        self.isComplete = isComplete
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "MarketQuote", "What an exchange would bring at this moment.",
        [
            .required("obtained", .text(40), "What would be received, the fee taken off."),
            .required("obtainedAsset", .text(20), "The asset that is received."),
            .required("required", .text(40), "What would be given."),
            .required("requiredAsset", .text(20), "The asset that is given."),
            .required("fee", .text(40), "The fee, in the asset that is received."),
            .required("amount", .text(40), "How much of the base would trade."),
            .optional("worstPrice", .text(40), "The worst price that would be met."),
            .required("isComplete", .boolean, "Whether the whole amount would trade."),
        ])
    /// An example with every optional property present.
    public static let example = MarketQuoteBody(
        obtained: "18047138.226", obtainedAsset: "CLP", required: "159", requiredAsset: "ETH", fee: "123560.2",
        amount: "159", worstPrice: "114000", isComplete: true)
}

/// What is to be bought or sold at once, whole or not at all.
public struct MarketInstantRequestBody: APIBody {
    /// The market.
    public var market: String
    /// Whether the base is bought or sold.
    public var side: String
    /// How much, in the base asset.
    public var amount: String
    /// The most to be paid for a purchase, the least to be received for a sale after the fee, in the quote asset.
    public var bound: String

    /// What is to be bought or sold at once, whole or not at all.
    public init(market: String, side: String, amount: String, bound: String) {
        self.market = market
        self.side = side
        self.amount = amount
        self.bound = bound
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "MarketInstantRequest", "What is to be bought or sold at once, whole or not at all.",
        [
            .required("market", .text(20), "The market."),
            .required("side", .oneOf(["buy", "sell"]), "Whether the base is bought or sold."),
            .required("amount", .text(40), "How much, in the base asset."),
            .required(
                "bound", .text(40),
                "The most to be paid for a purchase, the least to be received for a sale after the fee, in "
                    + "the quote asset."),
        ])
    /// An example with every optional property present.
    public static let example = MarketInstantRequestBody(
        market: "ETHCLP", side: "sell", amount: "159", bound: "18000000")
}
