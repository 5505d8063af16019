import Ledger
import Market

/// Where the feeds read what they tell.
protocol FeedSource: Sendable {
    /// Says what has changed.
    var hub: MarketHub { get }
    func assets() async throws(ServiceError) -> [Asset]
    func markets() async throws(ServiceError) -> [MarketRules]
    func bookSnapshot(_ market: MarketName, perSide: Int) async throws(ServiceError) -> BookSnapshot
    /// A market's last trades, newest first.
    func lastTrades(_ market: MarketName, count: Int) async throws(ServiceError) -> [PublicTrade]
    /// A market's last candles, newest first.
    func lastCandles(
        _ market: MarketName, _ kind: CandleKind, _ frame: CandleFrame, count: Int
    ) async throws(ServiceError) -> [Candle]
    func tickers() async throws(ServiceError) -> [Ticker]
    func balances(of trader: Trader) async throws(ServiceError) -> [(asset: Asset, balance: Balance)]
    /// A trader's open orders in all markets, newest first.
    func openOrders(of trader: Trader, count: Int) async throws(ServiceError) -> [OrderRecord]
    /// A trader's filled and cancelled orders in all markets, newest first.
    func closedOrders(of trader: Trader, count: Int) async throws(ServiceError) -> [OrderRecord]
    func tier(of trader: Trader, market: MarketName) async throws(ServiceError) -> TradingTier
}

extension MarketService: FeedSource {
    func lastCandles(
        _ market: MarketName, _ kind: CandleKind, _ frame: CandleFrame, count: Int
    ) async throws(ServiceError) -> [Candle] {
        try await candles(market, kind: kind, frame: frame, page: Page(limit: count)).items
    }

    func openOrders(of trader: Trader, count: Int) async throws(ServiceError) -> [OrderRecord] {
        let markets = try await markets()
        return try await database.reading { connection in
            try Self.openOrders(of: trader, in: markets, page: Page(limit: count), connection).items
        }
    }

    func closedOrders(of trader: Trader, count: Int) async throws(ServiceError) -> [OrderRecord] {
        let markets = try await markets()
        return try await database.reading { connection in
            try Self.closedOrders(of: trader, in: markets, page: Page(limit: count), connection).items
        }
    }
}
