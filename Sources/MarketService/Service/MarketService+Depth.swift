import HTTPKit
import LedgerService
import Market

// The book as a series.
extension MarketService {
    /// Prices of each side that a depth has.
    package static let depthLevels = 500
    /// Orders of each side that are looked at for it.
    private static let depthOrders = 20_000

    /// The depth of a market as it is now.
    package func depth(_ market: MarketName) async throws(ServiceError) -> MarketDepth {
        let (rules, writer) = try await writer(market)
        return try await writer.read { engine in
            func series(_ side: Side) -> BookDepth {
                var depth = BookDepth(rules: rules, mostLevels: Self.depthLevels, mostOrders: Self.depthOrders)
                engine.matching.book.forEach(side) { depth.add(ticks: $0.ticks, lots: $0.lots) }
                return depth
            }
            return MarketDepth(sequence: engine.sequence, bids: series(.buy), asks: series(.sell))
        }
    }

    /// The depth that followers of the market's stream were told last; without any, as it is now.
    package func joinableDepth(_ market: MarketName) async throws(ServiceError) -> MarketDepth {
        let rules = try await self.market(named: market)
        if let told = depths.depth(of: rules.number) { return told }
        return try await depth(market)
    }

    /// Says what followers of a market's stream have been told last; nil when nobody follows it any more.
    package func told(_ depth: MarketDepth?, ofMarket number: Int) {
        depths.keep(depth, of: number)
    }
}
