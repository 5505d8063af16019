// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Tells the server's time, for clients whose clock is to be compared with it.
    package static let serverTime = Endpoint<NoBody, ServerTimeBody>(
        "serverTime", .get, "/api/time", "Tells the server's time, for clients whose clock is to be compared with it.")
    /// Lists the assets.
    package static let marketAssets = Endpoint<NoBody, MarketAssetsBody>(
        "marketAssets", .get, "/api/market/assets", "Lists the assets.")
    /// Lists the markets with their steps, minimums and fees.
    package static let markets = Endpoint<NoBody, MarketsBody>(
        "markets", .get, "/api/market/markets", "Lists the markets with their steps, minimums and fees.")
    /// Gives every market in a few numbers.
    package static let marketTickers = Endpoint<NoBody, MarketTickersBody>(
        "marketTickers", .get, "/api/market/tickers", "Gives every market in a few numbers.")
    /// Gives the best prices of both sides, what is offered at each added up.
    package static let marketBook = Endpoint<NoBody, MarketBookBody>(
        "marketBook", .get, "/api/market/markets/{market}/book",
        "Gives the best prices of both sides, what is offered at each added up.")
    /// Lists a hundred trades of a market, newest first.
    package static let marketTrades = Endpoint<NoBody, MarketTradesBody>(
        "marketTrades", .get, "/api/market/markets/{market}/trades",
        "Lists a hundred trades of a market, newest first.", query: ["before", "limit"])
    /// Lists 500 candles of a market, newest first.
    package static let marketCandles = Endpoint<NoBody, MarketCandlesBody>(
        "marketCandles", .get, "/api/market/markets/{market}/candles", "Lists 500 candles of a market, newest first.",
        query: ["kind", "frame", "before", "limit"])

    /// These, in the order in which documents list them.
    static let marketDataRoutes: [Route] = [
        serverTime.route, marketAssets.route, markets.route, marketTickers.route, marketBook.route, marketTrades.route,
        marketCandles.route,
    ]
}
