import HTTPKit
import Ledger
import LedgerService
import Market
import MarketService
import ServiceKit
import Storage

/// Where the feeds read what they tell.
package protocol FeedSource: Sendable {
    /// Says what has changed.
    var hub: MarketHub { get }
    func assets() async throws(ServiceError) -> [Asset]
    func markets() async throws(ServiceError) -> [MarketRules]
    func bookSnapshot(_ market: MarketName, perSide: Int) async throws(ServiceError) -> BookSnapshot
    func depth(_ market: MarketName) async throws(ServiceError) -> MarketDepth
    /// What a market does with orders, and at which price its auction would trade.
    func auction(_ market: MarketName) async throws(ServiceError) -> MarketAuction
    /// Hears what followers of a market's depth were told last; nil when nobody follows it.
    func told(_ depth: MarketDepth?, ofMarket number: Int)
    /// A market's last trades, newest first.
    func lastTrades(_ market: MarketName, count: Int) async throws(ServiceError) -> [PublicTrade]
    /// A market's last candles, newest first.
    func lastCandles(
        _ market: MarketName, _ kind: CandleKind, _ frame: CandleFrame, count: Int
    ) async throws(ServiceError) -> [Candle]
    func tickers() async throws(ServiceError) -> [Ticker]
    func balances(of trader: Trader) async throws(ServiceError) -> [(asset: Asset, balance: Balance)]
    /// A trader's open orders by the numbers of these markets, newest first, so many of each at most.
    func openOrders(
        of trader: Trader, in markets: [MarketRules], count: Int
    ) async throws(ServiceError) -> [Int: [OrderRecord]]
    /// A trader's filled and cancelled orders by the numbers of these markets, those closed last first, so many of each
    /// at most.
    func closedOrders(
        of trader: Trader, in markets: [MarketRules], count: Int
    ) async throws(ServiceError) -> [Int: [OrderRecord]]
    /// These orders of a trader, as they are now.
    func orders(_ numbers: [Int64], of trader: Trader) async throws(ServiceError) -> [OrderRecord]
    func tier(of trader: Trader, market: MarketName) async throws(ServiceError) -> TradingTier
}

extension MarketService: FeedSource {
    /// A market's last candles, newest first.
    package func lastCandles(
        _ market: MarketName, _ kind: CandleKind, _ frame: CandleFrame, count: Int
    ) async throws(ServiceError) -> [Candle] {
        try await candles(market, kind: kind, frame: frame, page: Page(limit: count)).items
    }
}
