import Basics
import Market

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
    /// `bound` is the most to be paid or the least to be received, in the quote asset after the fee. It is not in the
    /// contract: only an exchange that is known to heed it (`details`) may be given one.
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

    /// A page of the account's open orders in a market.
    public func activeOrders(
        _ market: String, page: Int = 0, limit: Int = 100
    ) async throws(MarketClientError) -> MarketPage<MarketOrder> {
        let answer = try await send(
            .get(
                "/v2/orders/active", .signed, ["market": market, "page": String(page), "limit": String(limit)]))
        return try MarketPage(answer, MarketOrder.init)
    }

    /// A page of the account's executed orders in a market, latest first.
    public func executedOrders(
        _ market: String, page: Int = 0, limit: Int = 20
    ) async throws(MarketClientError) -> MarketPage<MarketOrder> {
        let answer = try await send(
            .get(
                "/v2/orders/executed", .signed, ["market": market, "page": String(page), "limit": String(limit)]))
        return try MarketPage(answer, MarketOrder.init)
    }
}
