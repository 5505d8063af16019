import Encodings
import Market

/// An order as it is sent; amounts and prices are decimal texts.
public struct MarketOrderDraft: Equatable, Sendable {
    /// What kind of order it is.
    public enum Kind: Equatable, Sendable {
        /// At this price or a better one.
        case limit(price: String)
        /// At the best prices there are.
        case market
        /// A limit order that sleeps until a trade reaches `stop`.
        case stopLimit(price: String, stop: String)
    }

    /// The market.
    public var market: String
    /// Whether to buy or to sell.
    public var side: Side
    /// How much.
    public var amount: String
    /// What kind of order it is.
    public var kind: Kind

    /// An order to be sent.
    public init(market: String, side: Side, amount: String, kind: Kind) {
        self.market = market
        self.side = side
        self.amount = amount
        self.kind = kind
    }

    var fields: KeyValuePairs<String, String?> {
        switch kind {
        case .limit(let price):
            ["market": market, "side": side.word, "type": "limit", "amount": amount, "price": price]
        case .market:
            ["market": market, "side": side.word, "type": "market", "amount": amount]
        case .stopLimit(let price, let stop):
            // One of the official clients calls the waking price `limit`, another one `stop`.
            ["market": market, "side": side.word, "type": "stop-limit", "amount": amount, "price": price, "stop": stop]
        }
    }
}

extension MarketClient {
    /// Places an order.
    public func place(_ draft: MarketOrderDraft) async throws(MarketClientError) -> MarketOrder {
        try MarketOrder(try await send(.post("/v2/orders/create", draft.fields)).data)
    }

    /// Cancels an order.
    public func cancel(_ id: String) async throws(MarketClientError) -> MarketOrder {
        try MarketOrder(try await send(.post("/v2/orders/cancel", ["id": id])).data)
    }

    /// Cancels orders, up to 20 in one request; an order that cannot be cancelled leaves the others alone.
    public func cancel(_ ids: [String]) async throws(MarketClientError) -> MarketCancellations {
        let list = JSONValue.array(ids.map { .object([.init("id", .string($0))]) })
        return try MarketCancellations(
            try await send(.post("/v2/orders/cancel/bulk", ["ids": list.compactText])).data)
    }

    /// Buys or sells a whole amount of the base asset at once, or nothing, by API v1.
    ///
    /// - Parameter bound: The most to be paid or the least to be received, in the quote asset after the fee. It is not
    ///   in the contract: only an exchange that is known to heed it (`details`) may be given one.
    public func exchange(
        _ market: String, side: Side, amount: String, bound: String?
    ) async throws(MarketClientError) {
        _ = try await send(
            .post(
                "/v1/orders/instant/create",
                ["market": market, "type": side.word, "amount": amount, "bound": bound]))
    }

    /// What has become of an order, with its trades.
    public func order(_ id: String) async throws(MarketClientError) -> MarketOrder {
        try MarketOrder(try await send(.get("/v2/orders/status", .signed, ["id": id])).data)
    }

    /// A page of one's open orders in a market.
    public func activeOrders(
        _ market: String, page: Int = 0, limit: Int = 100
    ) async throws(MarketClientError) -> MarketPage<MarketOrder> {
        let answer = try await send(
            .get(
                "/v2/orders/active", .signed, ["market": market, "page": String(page), "limit": String(limit)]))
        return try MarketPage(answer, MarketOrder.init)
    }

    /// A page of one's executed orders in a market, latest first.
    public func executedOrders(
        _ market: String, page: Int = 0, limit: Int = 20
    ) async throws(MarketClientError) -> MarketPage<MarketOrder> {
        let answer = try await send(
            .get(
                "/v2/orders/executed", .signed, ["market": market, "page": String(page), "limit": String(limit)]))
        return try MarketPage(answer, MarketOrder.init)
    }
}
