import LedgerService
import Market

/// How one market is doing on this server, without a look at the database.
package struct WatchedMarket: Sendable {
    /// Its name, such as `ETH/CLP`.
    package let name: String
    /// Its writer.
    package let writer: WriterFigures
    /// What the writer has committed.
    package let batches: BatchFigures
}

extension MarketService {
    /// Each market that this server writes, by age; asking waits for nothing.
    package var watched: [WatchedMarket] {
        let known = registry.known
        return known.catalogue.markets.compactMap { rules in
            known.writers[rules.number].map {
                WatchedMarket(name: "\(rules.name)", writer: $0.figures, batches: $0.batchFigures)
            }
        }
    }
}
