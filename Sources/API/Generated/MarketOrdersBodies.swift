// Written by `make api` from the table in API/; edit that, not this.
import Basics

/// Whether the base of a market is bought or sold.
package enum MarketSide: String, CaseIterable, Codable, Sendable {
    /// The base is bought.
    case buy
    /// The base is sold.
    case sell

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["buy", "sell"])
}

/// How an order finds its price.
package enum MarketOrderType: String, CaseIterable, Codable, Sendable {
    /// At its price or a better one.
    case limit
    /// At whatever price the book has.
    case market
    /// As a limit order, once its stop is reached.
    case stopLimit = "stop-limit"

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["limit", "market", "stop-limit"])
}

/// How long an order lasts.
package enum MarketTimeInForce: String, CaseIterable, Codable, Sendable {
    /// Until it is cancelled.
    case goodTillCancelled = "good-till-cancelled"
    /// What cannot be had at once is not wanted.
    case immediateOrCancel = "immediate-or-cancel"
    /// All of it at once, or nothing.
    case fillOrKill = "fill-or-kill"

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["good-till-cancelled", "immediate-or-cancel", "fill-or-kill"])
}

/// What happens when an order meets another one of the same person.
package enum MarketSelfTrade: String, CaseIterable, Codable, Sendable {
    /// The new order ends.
    case cancelNewest = "cancel-newest"
    /// The one that waited ends.
    case cancelOldest = "cancel-oldest"
    /// Both end.
    case cancelBoth = "cancel-both"

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["cancel-newest", "cancel-oldest", "cancel-both"])
}

/// What has become of an order.
package enum MarketOrderStatus: String, CaseIterable, Codable, Sendable {
    /// Its stop has not been reached.
    case waiting
    /// It stands in the book.
    case queued
    /// It was executed to its last unit.
    case filled
    /// It ended before that.
    case cancelled

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["waiting", "queued", "filled", "cancelled"])
}

/// What became of an order that has ended.
package enum MarketOrderOutcome: String, CaseIterable, Codable, Sendable {
    /// It was executed to its last unit.
    case filled
    /// It ended after a trade and before its last unit.
    case partlyFilled = "partly-filled"
    /// It ended without a trade.
    case untraded

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["filled", "partly-filled", "untraded"])
}

/// Why an order was cancelled.
package enum MarketOrderReason: String, CaseIterable, Codable, Sendable {
    /// Whoever placed it cancelled it.
    case user
    /// It met an order of the same person.
    case selfTrade = "self-trade"
    /// It does not wait, and there was no more for it.
    case immediateRest = "immediate-rest"
    /// Its stop was reached, and it would have traded at once.
    case stopPostOnly = "stop-post-only"
    /// Its stop was reached, and it could not be filled whole.
    case stopFillOrKill = "stop-fill-or-kill"
    /// Its stop was reached, and the book did not take it.
    case stopRefused = "stop-refused"
    /// It was amended, and another order came in its place.
    case replaced
    /// It was to end at this time.
    case expired
    /// You had not said in time that you were still there.
    case cancelTimer = "cancel-timer"
    /// It was one of a pair, and something happened to the other.
    case partner
    /// An operator ended it.
    case `operator`
    /// An operator paused the market and ended what waited in it.
    case marketPaused = "market-paused"
    /// The account was disabled.
    case accountDisabled = "account-disabled"
    /// It could have gone on only too far from the last price.
    case priceCollar = "price-collar"

    /// The shape in JSON.
    package static let schema: Schema = .oneOf([
        "user", "self-trade", "immediate-rest", "stop-post-only", "stop-fill-or-kill", "stop-refused", "replaced",
        "expired", "cancel-timer", "partner", "operator", "market-paused", "account-disabled", "price-collar",
    ])
}

/// An order to be placed.
package struct MarketOrderRequestBody: APIBody {
    /// The market.
    package var market: String
    /// Whether the base is bought or sold.
    package var side: MarketSide
    /// How it finds its price.
    package var type: MarketOrderType
    /// How much, in the base asset.
    package var amount: String
    /// The limit; a market order has none.
    package var price: String?
    /// The price at which a stop-limit order enters the book.
    package var stop: String?
    /// How long it lasts; without it, until it is cancelled.
    package var timeInForce: MarketTimeInForce?
    /// Whether it must not trade at once.
    package var isPostOnly: Bool?
    /// What happens when it meets an order of your own; without it, the newest is cancelled.
    package var selfTrade: MarketSelfTrade?
    /// Your own name for it, of letters, digits, `.`, `_` and `-`.
    ///
    /// The same order under the same name is placed once, however often it comes.
    package var clientId: String?
    /// When it ends, of an order that waits; without it, it does not.
    package var expiresAt: Timestamp?

    /// An order to be placed.
    package init(
        market: String, side: MarketSide, type: MarketOrderType, amount: String, price: String? = nil,
        stop: String? = nil, timeInForce: MarketTimeInForce? = nil, isPostOnly: Bool? = nil,
        selfTrade: MarketSelfTrade? = nil, clientId: String? = nil, expiresAt: Timestamp? = nil
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
        self.clientId = clientId
        self.expiresAt = expiresAt
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketOrderRequest",
        [
            .required("market", .text(20)),
            .required("side", MarketSide.schema),
            .required("type", MarketOrderType.schema),
            .required("amount", .decimal),
            .optional("price", .decimal),
            .optional("stop", .decimal),
            .optional("timeInForce", MarketTimeInForce.schema),
            .optional("isPostOnly", .boolean),
            .optional("selfTrade", MarketSelfTrade.schema),
            .optional("clientId", .text(64)),
            .optional("expiresAt", .dateTime),
        ])
}

/// An order of yours.
package struct MarketOrderBody: APIBody {
    /// Its number, as `O1025`.
    package var id: String
    /// The market.
    package var market: String
    /// Whether the base is bought or sold.
    package var side: MarketSide
    /// How it finds its price.
    package var type: MarketOrderType
    /// What has become of it.
    package var status: MarketOrderStatus
    /// Why it was cancelled: by you; it met an order of yours; it does not wait and there was no more for it; you
    /// amended it, and another came in its place; or its stop was reached, and it would have traded at once, could not
    /// be filled whole, or the book did not take it; or what the words say.
    package var reason: MarketOrderReason?
    /// The limit; a market order has none.
    package var price: String?
    /// The price at which it enters the book.
    package var stop: String?
    /// How much was ordered, in the base asset.
    package var amount: String
    /// How much was executed.
    package var executed: String
    /// How much can still be executed.
    package var remaining: String
    /// The average price of what was executed; 0 before.
    package var averagePrice: String
    /// The fees so far, in `feeAsset`.
    package var fee: String
    /// The asset that is received, in which fees are.
    package var feeAsset: String
    /// How long it lasts.
    package var timeInForce: MarketTimeInForce
    /// Whether it must not trade at once.
    package var isPostOnly: Bool
    /// When it was accepted.
    package var createdAt: Timestamp
    /// When it changed last.
    package var updatedAt: Timestamp
    /// Your own name for it, when you gave it one.
    package var clientId: String?
    /// The order that came in its place when you amended it.
    package var replacedBy: String?
    /// When it ends unless it has before; without it, it does not.
    package var expiresAt: Timestamp?
    /// The other order of its pair.
    package var partner: String?

    /// An order of yours.
    package init(
        id: String, market: String, side: MarketSide, type: MarketOrderType, status: MarketOrderStatus,
        reason: MarketOrderReason? = nil, price: String? = nil, stop: String? = nil, amount: String, executed: String,
        remaining: String, averagePrice: String, fee: String, feeAsset: String, timeInForce: MarketTimeInForce,
        isPostOnly: Bool, createdAt: Timestamp, updatedAt: Timestamp, clientId: String? = nil,
        replacedBy: String? = nil, expiresAt: Timestamp? = nil, partner: String? = nil
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
        self.clientId = clientId
        self.replacedBy = replacedBy
        self.expiresAt = expiresAt
        self.partner = partner
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketOrder",
        [
            .required("id", .text(24)),
            .required("market", .text(20)),
            .required("side", MarketSide.schema),
            .required("type", MarketOrderType.schema),
            .required("status", MarketOrderStatus.schema),
            .optional("reason", MarketOrderReason.schema),
            .optional("price", .decimal),
            .optional("stop", .decimal),
            .required("amount", .decimal),
            .required("executed", .decimal),
            .required("remaining", .decimal),
            .required("averagePrice", .decimal),
            .required("fee", .decimal),
            .required("feeAsset", .text(20)),
            .required("timeInForce", MarketTimeInForce.schema),
            .required("isPostOnly", .boolean),
            .required("createdAt", .dateTime),
            .required("updatedAt", .dateTime),
            .optional("clientId", .text(64)),
            .optional("replacedBy", .text(24)),
            .optional("expiresAt", .dateTime),
            .optional("partner", .text(24)),
        ])
}

/// A page of your orders.
package struct MarketOrdersBody: APIBody {
    /// The orders, newest first.
    package var orders: [MarketOrderBody]
    /// The parameter `before` of the next page; without it this is the last one.
    package var next: String?

    /// A page of your orders.
    package init(orders: [MarketOrderBody], next: String? = nil) {
        self.orders = orders
        self.next = next
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketOrders",
        [
            .required("orders", .list(of: MarketOrderBody.schema)),
            .optional("next", .text(5200)),
        ])
}

/// One execution of an order.
package struct MarketFillBody: APIBody {
    /// The number of the trade.
    package var id: String
    /// The price.
    package var price: String
    /// How much, in the base asset.
    package var amount: String
    /// The fee, in the asset that is received.
    package var fee: String
    /// Whether the order had waited in the book.
    package var isMaker: Bool
    /// When.
    package var at: Timestamp

    /// One execution of an order.
    package init(id: String, price: String, amount: String, fee: String, isMaker: Bool, at: Timestamp) {
        self.id = id
        self.price = price
        self.amount = amount
        self.fee = fee
        self.isMaker = isMaker
        self.at = at
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketFill",
        [
            .required("id", .text(24)),
            .required("price", .decimal),
            .required("amount", .decimal),
            .required("fee", .decimal),
            .required("isMaker", .boolean),
            .required("at", .dateTime),
        ])
}

/// An order of yours with its executions.
package struct MarketOrderDetailsBody: APIBody {
    /// The order.
    package var order: MarketOrderBody
    /// The executions, oldest first.
    package var fills: [MarketFillBody]

    /// An order of yours with its executions.
    package init(order: MarketOrderBody, fills: [MarketFillBody]) {
        self.order = order
        self.fills = fills
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketOrderDetails",
        [
            .required("order", MarketOrderBody.schema),
            .required("fills", .list(of: MarketFillBody.schema)),
        ])
}

/// An order that is thought of, for an estimate; one of `amount`, `spend` and `share` says how large it is.
package struct MarketQuoteRequestBody: APIBody {
    /// The market.
    package var market: String
    /// Whether the base is bought or sold.
    package var side: MarketSide
    /// The limit of a limit order; without it the order takes what the book has.
    package var price: String?
    /// How much, in the base asset.
    package var amount: String?
    /// What it comes to at most, in the quote asset: what a purchase gives, or what a sale brings before the fee.
    package var spend: String?
    /// Which part of what is available it buys for or sells, in per cent: above 0 and at most 100, with up to four
    /// decimal places.
    package var share: String?

    /// An order that is thought of, for an estimate; one of `amount`, `spend` and `share` says how large it is.
    package init(
        market: String, side: MarketSide, price: String? = nil, amount: String? = nil, spend: String? = nil,
        share: String? = nil
    ) {
        self.market = market
        self.side = side
        self.price = price
        self.amount = amount
        self.spend = spend
        self.share = share
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketQuoteRequest",
        [
            .required("market", .text(20)),
            .required("side", MarketSide.schema),
            .optional("price", .decimal),
            .optional("amount", .decimal),
            .optional("spend", .decimal),
            .optional("share", .decimal),
        ])
}

/// What would wait in the book, as it is if all of it is executed at its price.
package struct MarketQuoteRestBody: APIBody {
    /// How much of the base would wait.
    package var amount: String
    /// What would be given for it.
    package var required: String
    /// What would be received for it, the fee taken off; less by the smallest unit, at most, for each trade.
    package var obtained: String
    /// The fee, in the asset that is received.
    package var fee: String

    /// What would wait in the book, as it is if all of it is executed at its price.
    package init(amount: String, required: String, obtained: String, fee: String) {
        self.amount = amount
        self.required = required
        self.obtained = obtained
        self.fee = fee
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketQuoteRest",
        [
            .required("amount", .decimal),
            .required("required", .decimal),
            .required("obtained", .decimal),
            .required("fee", .decimal),
        ])
}

/// What an order would bring at this moment.
package struct MarketQuoteBody: APIBody {
    /// What would be received at once, the fee taken off.
    package var obtained: String
    /// The asset that is received.
    package var obtainedAsset: String
    /// What would be given at once.
    package var required: String
    /// The asset that is given.
    package var requiredAsset: String
    /// The fee of what would trade at once, in the asset that is received.
    package var fee: String
    /// The fee of what trades at once, in parts per million of what is received.
    package var takerRate: Int
    /// The fee of what waits in the book first, in parts per million of what is received.
    package var makerRate: Int
    /// How much of the base would trade at once.
    package var amount: String
    /// The amount to order, in the base asset: what was asked for, or the most lots that the money or the share is
    /// enough for.
    package var order: String
    /// Whether that is less than the market takes, so that it would be refused.
    package var isBelowMinimum: Bool
    /// What of it would wait in the book.
    package var waiting: MarketQuoteRestBody?
    /// What has to be available when it is ordered, in the asset that is given.
    package var needed: String
    /// What is available, in the asset that is given.
    package var available: String
    /// Whether that is enough.
    package var isCovered: Bool
    /// The average price of what would trade at once.
    package var averagePrice: String?
    /// The worst price that would be met.
    package var worstPrice: String?
    /// By how much the average price, or the limit where nothing would trade at once, is worse than the middle between
    /// the best prices, as a fraction; below zero when it is better.
    package var distance: Double?
    /// How many prices of the book it would trade at.
    package var levels: Int
    /// Whether it would end where it meets an order of yours.
    package var meetsOwn: Bool
    /// Whether it would end because it could go on only too far from the last price.
    package var meetsCollar: Bool
    /// Whether the whole amount, or all of the money that is enough for a lot, would trade at once.
    package var isComplete: Bool

    /// What an order would bring at this moment.
    package init(
        obtained: String, obtainedAsset: String, required: String, requiredAsset: String, fee: String, takerRate: Int,
        makerRate: Int, amount: String, order: String, isBelowMinimum: Bool, waiting: MarketQuoteRestBody? = nil,
        needed: String, available: String, isCovered: Bool, averagePrice: String? = nil, worstPrice: String? = nil,
        distance: Double? = nil, levels: Int, meetsOwn: Bool, meetsCollar: Bool, isComplete: Bool
    ) {
        self.obtained = obtained
        self.obtainedAsset = obtainedAsset
        self.required = required
        self.requiredAsset = requiredAsset
        self.fee = fee
        self.takerRate = takerRate
        self.makerRate = makerRate
        self.amount = amount
        self.order = order
        self.isBelowMinimum = isBelowMinimum
        self.waiting = waiting
        self.needed = needed
        self.available = available
        self.isCovered = isCovered
        self.averagePrice = averagePrice
        self.worstPrice = worstPrice
        self.distance = distance
        self.levels = levels
        self.meetsOwn = meetsOwn
        self.meetsCollar = meetsCollar
        self.isComplete = isComplete
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketQuote",
        [
            .required("obtained", .decimal),
            .required("obtainedAsset", .text(20)),
            .required("required", .decimal),
            .required("requiredAsset", .text(20)),
            .required("fee", .decimal),
            .required("takerRate", .integer(0...1_000_000)),
            .required("makerRate", .integer(0...1_000_000)),
            .required("amount", .decimal),
            .required("order", .decimal),
            .required("isBelowMinimum", .boolean),
            .optional("waiting", MarketQuoteRestBody.schema),
            .required("needed", .decimal),
            .required("available", .decimal),
            .required("isCovered", .boolean),
            .optional("averagePrice", .decimal),
            .optional("worstPrice", .decimal),
            .optional("distance", .number),
            .required("levels", .count),
            .required("meetsOwn", .boolean),
            .required("meetsCollar", .boolean),
            .required("isComplete", .boolean),
        ])
}

/// What is to be bought or sold at once, whole or not at all.
package struct MarketInstantRequestBody: APIBody {
    /// The market.
    package var market: String
    /// Whether the base is bought or sold.
    package var side: MarketSide
    /// How much, in the base asset.
    package var amount: String
    /// The most to be paid for a purchase, the least to be received for a sale after the fee, in the quote asset.
    package var bound: String

    /// What is to be bought or sold at once, whole or not at all.
    package init(market: String, side: MarketSide, amount: String, bound: String) {
        self.market = market
        self.side = side
        self.amount = amount
        self.bound = bound
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketInstantRequest",
        [
            .required("market", .text(20)),
            .required("side", MarketSide.schema),
            .required("amount", .decimal),
            .required("bound", .decimal),
        ])
}
