// Written by `make api` from the table in API/; edit that, not this.
import Basics

/// What a market does with orders.
package enum MarketTradingPhase: String, CaseIterable, Codable, Sendable {
    /// It trades as they come.
    case trading
    /// It takes none; those that wait can be cancelled.
    case halted
    /// It collects them, until all that can trade does so at one price.
    case auction

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["trading", "halted", "auction"])
}

/// Whether a market trades, and at which price its auction would if it ended now.
package struct MarketAuctionBody: APIBody {
    /// The market.
    package var market: String
    /// What it does with orders.
    package var phase: MarketTradingPhase
    /// When the auction ends.
    package var until: Timestamp?
    /// The price at which most would be traded; without it, nothing would.
    package var price: String?
    /// How much would be traded, in the base asset.
    package var amount: String
    /// How much more is wanted or offered at that price than is traded, in the base asset.
    package var surplus: String
    /// Which of the two it is.
    package var surplusSide: MarketSide?

    /// Whether a market trades, and at which price its auction would if it ended now.
    package init(
        market: String, phase: MarketTradingPhase, until: Timestamp? = nil, price: String? = nil, amount: String,
        surplus: String, surplusSide: MarketSide? = nil
    ) {
        self.market = market
        self.phase = phase
        self.until = until
        self.price = price
        self.amount = amount
        self.surplus = surplus
        self.surplusSide = surplusSide
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketAuction",
        [
            .required("market", .text(20)),
            .required("phase", MarketTradingPhase.schema),
            .optional("until", .dateTime),
            .optional("price", .decimal),
            .required("amount", .decimal),
            .required("surplus", .decimal),
            .optional("surplusSide", MarketSide.schema),
        ])
}

/// A limit order and a stop-limit order of the same side and amount, of which one is to end when anything happens to
/// the other.
package struct MarketPairRequestBody: APIBody {
    /// The market.
    package var market: String
    /// Whether the base is bought or sold.
    package var side: MarketSide
    /// How much, in the base asset.
    package var amount: String
    /// The limit of the limit order; it must not trade at once.
    package var price: String
    /// The price at which the other order enters the book; the last trade must not have reached it.
    package var stop: String
    /// The limit of that order.
    package var stopPrice: String
    /// When both end; without it, they do not.
    package var expiresAt: Timestamp?
    /// Your own name for the limit order.
    package var clientId: String?
    /// Your own name for the stop-limit order.
    package var stopClientId: String?

    /// A limit order and a stop-limit order of the same side and amount, of which one is to end when anything happens
    /// to the other.
    package init(
        market: String, side: MarketSide, amount: String, price: String, stop: String, stopPrice: String,
        expiresAt: Timestamp? = nil, clientId: String? = nil, stopClientId: String? = nil
    ) {
        self.market = market
        self.side = side
        self.amount = amount
        self.price = price
        self.stop = stop
        self.stopPrice = stopPrice
        self.expiresAt = expiresAt
        self.clientId = clientId
        self.stopClientId = stopClientId
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketPairRequest",
        [
            .required("market", .text(20)),
            .required("side", MarketSide.schema),
            .required("amount", .decimal),
            .required("price", .decimal),
            .required("stop", .decimal),
            .required("stopPrice", .decimal),
            .optional("expiresAt", .dateTime),
            .optional("clientId", .text(64)),
            .optional("stopClientId", .text(64)),
        ])
}

/// Two orders of yours of which one ends when anything happens to the other.
package struct MarketPairBody: APIBody {
    /// The limit order.
    package var limit: MarketOrderBody
    /// The stop-limit order.
    package var stop: MarketOrderBody

    /// Two orders of yours of which one ends when anything happens to the other.
    package init(limit: MarketOrderBody, stop: MarketOrderBody) {
        self.limit = limit
        self.stop = stop
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketPair",
        [
            .required("limit", MarketOrderBody.schema),
            .required("stop", MarketOrderBody.schema),
        ])
}

/// After how long all your open orders are to end.
package struct MarketCancelTimerRequestBody: APIBody {
    /// How many seconds from now; 0 lets them stay.
    package var seconds: Int

    /// After how long all your open orders are to end.
    package init(seconds: Int) {
        self.seconds = seconds
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketCancelTimerRequest",
        [
            .required("seconds", .integer(0...86_400))
        ])
}

/// When all your open orders end unless you say before that you are still there.
package struct MarketCancelTimerBody: APIBody {
    /// When; without it, they stay.
    package var at: Timestamp?
    /// After how many seconds from when you last said so.
    package var seconds: Int?

    /// When all your open orders end unless you say before that you are still there.
    package init(at: Timestamp? = nil, seconds: Int? = nil) {
        self.at = at
        self.seconds = seconds
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketCancelTimer",
        [
            .optional("at", .dateTime),
            .optional("seconds", .integer(1...86_400)),
        ])
}

/// What you know of your orders and balances may be old; ask for it.
///
/// Comes first on each stream, and whenever a change cannot be told in its parts.
package struct MarketStaleBody: APIBody {
    /// Always true.
    package var isStale: Bool

    /// What you know of your orders and balances may be old; ask for it.
    ///
    /// Comes first on each stream, and whenever a change cannot be told in its parts.
    package init(isStale: Bool) {
        self.isStale = isStale
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketStale",
        [
            .required("isStale", .boolean)
        ])
}

/// What one step of a market changed of yours, as it is then; within a market these come in their order.
package struct MarketOwnChangesBody: APIBody {
    /// The market.
    package var market: String
    /// Your orders that changed, those that ended as well.
    package var orders: [MarketOrderBody]
    /// The executions, oldest first.
    package var fills: [MarketFillLineBody]
    /// What you have of the market's two assets; one that was told later already is left out.
    package var balances: [MarketBalanceBody]

    /// What one step of a market changed of yours, as it is then; within a market these come in their order.
    package init(market: String, orders: [MarketOrderBody], fills: [MarketFillLineBody], balances: [MarketBalanceBody])
    {
        self.market = market
        self.orders = orders
        self.fills = fills
        self.balances = balances
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketOwnChanges",
        [
            .required("market", .text(20)),
            .required("orders", .list(of: MarketOrderBody.schema)),
            .required("fills", .list(of: MarketFillLineBody.schema)),
            .required("balances", .list(of: MarketBalanceBody.schema)),
        ])
}
