import Basics
import Market

extension MarketClient {
    /// The names of the markets.
    public func markets() async throws(MarketClientError) -> [String] {
        var names: [String] = []
        for row in try await send(.get("/v2/market", .everybody)).rows() {
            guard case .string(let name) = row else { throw .unexpectedAnswer }
            names.append(name)
        }
        return names
    }

    /// The tickers of all markets, or of one.
    public func tickers(market: String? = nil) async throws(MarketClientError) -> [MarketTicker] {
        let answer = try await send(.get("/v2/ticker", .everybody, ["market": market]))
        return try MarketPage(answer, MarketTicker.init).items
    }

    /// A page of one side of a book, best price first; pages count from 0 and have 20 to 100 orders.
    public func book(
        _ market: String, side: Side, page: Int = 0, limit: Int = 100
    ) async throws(MarketClientError) -> MarketPage<BookEntry> {
        let answer = try await send(
            .get(
                "/v2/book", .everybody,
                ["market": market, "side": side.word, "page": String(page), "limit": String(limit)]))
        return try MarketPage(answer, BookEntry.init)
    }

    /// A page of trades, latest first; `start` and `end` are days as `2020-03-09`, the end not included.
    public func trades(
        _ market: String, start: String? = nil, end: String? = nil, page: Int = 0, limit: Int = 20
    ) async throws(MarketClientError) -> MarketPage<MarketTrade> {
        let answer = try await send(
            .get(
                "/v2/trades", .everybody,
                ["market": market, "start": start, "end": end, "page": String(page), "limit": String(limit)]))
        return try MarketPage(answer, MarketTrade.init)
    }

    /// Candles of `minutes` each, latest first: of trades whose taker bought, and of those whose taker
    /// sold.
    public func candles(
        _ market: String, minutes: Int, page: Int = 0, limit: Int = 100
    ) async throws(MarketClientError) -> (ask: [MarketCandle], bid: [MarketCandle]) {
        let data = try await send(
            .get(
                "/v2/prices", .everybody,
                ["market": market, "timeframe": String(minutes), "page": String(page), "limit": String(limit)])
        ).data
        func list(_ name: String) throws(MarketClientError) -> [MarketCandle] {
            guard case .array(let rows)? = data[name] else { throw .unexpectedAnswer }
            var candles: [MarketCandle] = []
            for row in rows { candles.append(try MarketCandle(row)) }
            return candles
        }
        return (try list("ask"), try list("bid"))
    }
}
