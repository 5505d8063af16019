// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Places an order, and says what became of it at once.
    package static let placeMarketOrder = Endpoint<MarketOrderRequestBody, MarketOrderBody>(
        "placeMarketOrder", .post, "/api/market/orders", "Places an order, and says what became of it at once.",
        needsSession: true, status: 201)
    /// Gives an order of yours with its executions.
    package static let marketOrder = Endpoint<NoBody, MarketOrderDetailsBody>(
        "marketOrder", .get, "/api/market/orders/{id}", "Gives an order of yours with its executions.",
        needsSession: true)
    /// Changes amount or price of an open order of yours; less at the same price keeps its place, anything else is a
    /// new order in its place.
    package static let amendMarketOrder = Endpoint<MarketAmendRequestBody, MarketAmendmentBody>(
        "amendMarketOrder", .patch, "/api/market/orders/{id}",
        "Changes amount or price of an open order of yours; less at the same price keeps its place, anything else is a new order in its place.",
        needsSession: true)
    /// Cancels an open order of yours.
    package static let cancelMarketOrder = Endpoint<NoBody, MarketOrderBody>(
        "cancelMarketOrder", .delete, "/api/market/orders/{id}", "Cancels an open order of yours.", needsSession: true)
    /// Cancels your open orders in a market, or in every one when none is named.
    package static let cancelMarketOrders = Endpoint<NoBody, MarketOrdersBody>(
        "cancelMarketOrders", .delete, "/api/market/open-orders",
        "Cancels your open orders in a market, or in every one when none is named.", query: ["market"],
        needsSession: true)
    /// Lists fifty open orders of yours in a market, or in every one when none is named, newest first.
    package static let openMarketOrders = Endpoint<NoBody, MarketOrdersBody>(
        "openMarketOrders", .get, "/api/market/open-orders",
        "Lists fifty open orders of yours in a market, or in every one when none is named, newest first.",
        query: ["market", "before", "limit"], needsSession: true)
    /// Lists fifty orders of yours that have ended, with a trade or without one, in a market, or in every one when none
    /// is named, those closed last first.
    package static let closedMarketOrders = Endpoint<NoBody, MarketOrdersBody>(
        "closedMarketOrders", .get, "/api/market/closed-orders",
        "Lists fifty orders of yours that have ended, with a trade or without one, in a market, or in every one when none is named, those closed last first.",
        query: ["market", "side", "outcome", "from", "to", "before", "limit"], needsSession: true)
    /// Says what an order would bring at this moment, and the most that money or a share of a balance is enough for.
    package static let quoteMarket = Endpoint<MarketQuoteRequestBody, MarketQuoteBody>(
        "quoteMarket", .post, "/api/market/quotes",
        "Says what an order would bring at this moment, and the most that money or a share of a balance is enough for.",
        needsSession: true)
    /// Buys or sells the whole amount at once and never worse than the bound, or nothing.
    package static let exchangeInstantly = Endpoint<MarketInstantRequestBody, MarketOrderBody>(
        "exchangeInstantly", .post, "/api/market/instant",
        "Buys or sells the whole amount at once and never worse than the bound, or nothing.", needsSession: true,
        status: 201)

    /// These, in the order in which documents list them.
    static let marketOrdersRoutes: [Route] = [
        placeMarketOrder.route, marketOrder.route, amendMarketOrder.route, cancelMarketOrder.route,
        cancelMarketOrders.route, openMarketOrders.route, closedMarketOrders.route, quoteMarket.route,
        exchangeInstantly.route,
    ]
}
