import Ledger
import Market
import Storage

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
    func lastCandles(
        _ market: MarketName, _ kind: CandleKind, _ frame: CandleFrame, count: Int
    ) async throws(ServiceError) -> [Candle] {
        try await candles(market, kind: kind, frame: frame, page: Page(limit: count)).items
    }

    func openOrders(
        of trader: Trader, in markets: [MarketRules], count: Int
    ) async throws(ServiceError) -> [Int: [OrderRecord]] {
        try await eachMarket(markets) { try Self.openOrders(of: trader, in: [$0], page: Page(limit: count), $1) }
    }

    func orders(_ numbers: [Int64], of trader: Trader) async throws(ServiceError) -> [OrderRecord] {
        let markets = Dictionary(try await markets().map { ($0.number, $0) }) { first, _ in first }
        return try await database.reading { connection in
            try numbers.compactMap { number in
                guard let rules = markets[MarketNumbering.market(of: number)],
                    let order = try OrderStore(connection).order(number), order.account == trader.number
                else { return nil }
                return order.record(rules)
            }
        }
    }

    func closedOrders(
        of trader: Trader, in markets: [MarketRules], count: Int
    ) async throws(ServiceError) -> [Int: [OrderRecord]] {
        try await eachMarket(markets) { try Self.closedOrders(of: trader, in: [$0], page: Page(limit: count), $1) }
    }

    /// What `read` gives for each of these markets by its number, in one read of the database.
    private func eachMarket(
        _ markets: [MarketRules],
        _ read: @escaping @Sendable (MarketRules, any Connection) throws -> Paged<OrderRecord>
    ) async throws(ServiceError) -> [Int: [OrderRecord]] {
        try await database.reading { connection in
            var orders: [Int: [OrderRecord]] = [:]
            for rules in markets { orders[rules.number] = try read(rules, connection).items }
            return orders
        }
    }
}
